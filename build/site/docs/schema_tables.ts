import type { JsonSchema } from "../../../src/http/error_table.ts";

/** Writes a link to an item's own table. */
type Link = (name: string) => string;

/** The fields of an object as a table in Markdown; those of objects within it follow, under their whole path. */
export function fieldTable(schema: JsonSchema, link: Link): string {
  const rows = rowsOf(schema, "", link);
  return `| Field | Type | Meaning |\n| --- | --- | --- |\n${rows.join("\n")}`;
}

function rowsOf(object: JsonSchema, above: string, link: Link): string[] {
  if (Array.isArray(object.anyOf)) {
    return object.anyOf.flatMap((one: JsonSchema) => rowsOf(one, above, link));
  }
  const { properties = {}, required = [] } = object;
  return Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, field]) => {
    const isOptional = !(required as string[]).includes(name);
    const type = `${typeOf(field, link)}${isOptional ? ", optional" : ""}`;
    const text = String(field.description ?? "As its own table says.").replaceAll("|", "\\|")
      .replaceAll("\n", " ");
    const path = above + name;
    const isList = field.type === "array";
    const further = typeof field.additionalProperties === "object"
      ? field.additionalProperties
      : {};
    const inner = rowsOf(
      (isList ? field.items : field) as JsonSchema,
      `${path}${isList ? "[]" : ""}.`,
      link,
    );
    return [
      `| \`${path}\` | ${type} | ${text}${choicesOf(field)} |`,
      ...inner,
      ...rowsOf(further as JsonSchema, `${path}.….`, link),
    ];
  });
}

/** The values of an enumeration, or of the items of a list. */
function choicesOf({ enum: words, items, anyOf }: JsonSchema): string {
  const parts = [items, ...(anyOf as JsonSchema[] | undefined ?? [])] as JsonSchema[];
  const values = words ?? parts.find((part) => Array.isArray(part?.enum))?.enum;
  return Array.isArray(values) ? ` One of ${values.map((one) => `\`${one}\``).join(", ")}.` : "";
}

/** What a value is, in words; `link` names the items that have tables of their own. */
export function typeOf(schema: JsonSchema, link: Link): string {
  const { $ref, type, items, anyOf } = schema;
  if (typeof $ref === "string") return link($ref.slice($ref.lastIndexOf("/") + 1));
  if ("const" in schema) return `\`${schema.const}\``;
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeOf(one, link)).join(" or ");
  if (Array.isArray(type)) return type.join(" or ");
  if (type === "array") {
    const of = typeOf(items as JsonSchema, link);
    return `array of ${/^(string|number|integer|object)$/.test(of) ? `${of}s` : of}`;
  }
  return typeof type === "string" ? type : "any";
}
