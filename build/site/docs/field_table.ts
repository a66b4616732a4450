import type { JsonSchema } from "../../../src/http/error_table.ts";

/** Writes a link to an item's own table. */
type Link = (name: string) => string;

/**
 * The fields of an object as a table in Markdown; those of objects within it follow their field, under
 * their whole path. `resolve` finds the schema of an item that is linked.
 */
export function fieldTable(
  schema: JsonSchema,
  link: Link,
  resolve: (name: string) => JsonSchema,
): string {
  const rows = rowsOf(schema, "");
  return `| Field | Type | Meaning |\n| --- | --- | --- |\n${rows.join("\n")}`;

  function rowsOf(object: JsonSchema, above: string): string[] {
    if (Array.isArray(object.anyOf)) {
      return object.anyOf.flatMap((one: JsonSchema) => rowsOf(one, above));
    }
    const { properties = {}, required = [] } = object;
    return Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, field]) => {
      const path = above + name;
      const isOptional = !(required as string[]).includes(name);
      const type = `${typeOf(field, link)}${isOptional ? ", optional" : ""}`;
      const text = String(field.description ?? ofLinked(field, resolve) ?? "");
      const row = `| \`${path}\` | ${type} | ${cell(text)}${choicesOf(field)} |`;
      const isList = field.type === "array";
      const inner = isList ? field.items as JsonSchema : field;
      return [row, ...rowsOf(inner, `${path}${isList ? "[]" : ""}.`)];
    });
  }
}

function ofLinked({ $ref }: JsonSchema, resolve: (name: string) => JsonSchema): unknown {
  return typeof $ref === "string" ? resolve(lastSegment($ref)).description : undefined;
}

/** The values of an enumeration, or of the items of a list. */
function choicesOf({ enum: words, items, anyOf }: JsonSchema): string {
  const parts = [items, ...(anyOf as JsonSchema[] | undefined ?? [])] as JsonSchema[];
  const values = words ?? parts.find((part) => Array.isArray(part?.enum))?.enum;
  if (!Array.isArray(values)) return "";
  return ` One of ${values.map((one) => `\`${one}\``).join(", ")}.`;
}

/** Pipes would begin another cell. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

/** What a value is, in words; `link` names the items that have tables of their own. */
export function typeOf(schema: JsonSchema, link: Link): string {
  const { $ref, type, items, anyOf } = schema;
  if (typeof $ref === "string") return link(lastSegment($ref));
  if ("const" in schema) return `\`${schema.const}\``;
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeOf(one, link)).join(" or ");
  if (Array.isArray(type)) return type.join(" or ");
  if (type === "array") {
    const of = typeOf(items as JsonSchema, link);
    return `array of ${/^(string|number|integer|object)$/.test(of) ? `${of}s` : of}`;
  }
  return typeof type === "string" ? type : "any";
}

function lastSegment(link: string): string {
  return link.slice(link.lastIndexOf("/") + 1);
}
