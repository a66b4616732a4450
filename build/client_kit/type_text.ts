import type { JsonSchema } from "../../src/http/error_table.ts";

/** Writes the type of what a JSON schema describes; `isDocumented`: with what its fields say of themselves. */
export function typeText(schema: JsonSchema, { isDocumented = false } = {}): string {
  const write = (part: JsonSchema) => typeText(part, { isDocumented });
  if (typeof schema.$ref === "string") {
    return typeName(schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1));
  }
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map((one) => JSON.stringify(one)));
  if (Array.isArray(schema.anyOf)) return union(schema.anyOf.map(write));
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type) => write({ ...schema, type })));
  }
  if (schema.type === "array") return arrayOf(write(schema.items as JsonSchema));
  if (schema.type === "object") return objectText(schema, isDocumented);
  const plain = PLAIN[String(schema.type)];
  if (plain !== undefined) return plain;
  if (!("type" in schema)) return "unknown";
  throw new TypeError(
    `Cannot write a type: expected a known schema, got ${JSON.stringify(schema)}`,
  );
}

/** Types that would hide one of the web's own. */
const RENAMED: Readonly<Record<string, string>> = { Event: "GroupEvent" };

/** What the client calls the type of an item. */
export function typeName(item: string): string {
  return RENAMED[item] ?? item;
}

/** A comment of documentation. */
export function docComment(text: string): string {
  return `/** ${text.replaceAll("*/", "*\\/").replace(/[^.!?]$/, "$&.")} */\n`;
}

const PLAIN: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

function arrayOf(type: string): string {
  return type.includes("|") && !type.startsWith("{") ? `(${type})[]` : `${type}[]`;
}

function objectText(schema: JsonSchema, isDocumented: boolean): string {
  const { properties, additionalProperties, required = [] } = schema;
  if (properties === undefined) {
    return `Record<string, ${typeText((additionalProperties ?? {}) as JsonSchema)}>`;
  }
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => {
    const mark = (required as string[]).includes(name) ? "" : "?";
    const comment = isDocumented && typeof field.description === "string"
      ? docComment(field.description)
      : "";
    return `${comment}${name}${mark}: ${typeText(field, { isDocumented })};`;
  });
  return isDocumented ? `{\n${fields.join("\n")}\n}` : `{ ${fields.join(" ").replace(/;$/, "")} }`;
}
