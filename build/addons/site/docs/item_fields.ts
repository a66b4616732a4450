import type { JsonSchema } from "../../../../src/http/error_table.ts";
import { sampleOf } from "../openapi/examples.ts";
import { headingId } from "./doc_page.ts";

/** The page of the items' fields. */
export const FIELDS_PATH = "/docs/reference/fields";

/** The text of that page: a section for each item, with its fields and a sample. */
export function fieldsOfItems(schemas: Readonly<Record<string, JsonSchema>>): string {
  const sections = Object.entries(schemas).filter(([name]) => !name.endsWith("Error"))
    .map(([name, schema]) => {
      const { description, properties, anyOf } = schema;
      const { type } = (properties ?? {}) as Record<string, JsonSchema>;
      const sample = sampleOf(schema, (link) => schemas[nameIn(link)]!);
      const parts = Array.isArray(anyOf)
        ? [`One of ${anyOf.map(typeOf).join(", ")}.`]
        : [fieldTable(schema), `\`\`\`json\n${JSON.stringify(sample, null, 2)}\n\`\`\``];
      const about = description ?? `An event of type \`${type?.const}\`.`;
      return [`## ${name}`, about, ...parts].join("\n\n");
    });
  return `# Fields of items

Every field of the items that endpoints answer with; the [reference](/docs/reference) links here. An
**optional** field may be absent; its description says when. All others are always there. The samples
are invented.

${sections.join("\n\n")}
`;
}

/** The fields of an object as a table in Markdown; those of objects within it follow, under their whole path. */
export function fieldTable(schema: JsonSchema): string {
  const rows = rowsOf(schema, "");
  return `| Field | Type | Meaning |\n| --- | --- | --- |\n${rows.join("\n")}`;
}

function rowsOf(object: JsonSchema, above: string): string[] {
  if (Array.isArray(object.anyOf)) {
    return object.anyOf.flatMap((one: JsonSchema) => rowsOf(one, above));
  }
  const { properties = {}, required = [] } = object;
  return Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, field]) => {
    const isOptional = !(required as string[]).includes(name);
    const type = `${typeOf(field)}${isOptional ? ", optional" : ""}`;
    const text = String(field.description ?? "As its own table says.").replaceAll("|", "\\|")
      .replaceAll("\n", " ");
    const path = above + name;
    const isList = field.type === "array";
    const further = typeof field.additionalProperties === "object"
      ? field.additionalProperties
      : {};
    return [
      `| \`${path}\` | ${type} | ${text}${choicesOf(field)} |`,
      ...(isList ? rowsOf(field.items as JsonSchema, `${path}[].`) : rowsOf(field, `${path}.`)),
      ...rowsOf(further as JsonSchema, `${path}.….`),
    ];
  });
}

/** The values of an enumeration, or of the items of a list. */
function choicesOf({ enum: words, items, anyOf }: JsonSchema): string {
  const parts = [items, ...(anyOf as JsonSchema[] | undefined ?? [])] as JsonSchema[];
  const values = words ?? parts.find((part) => Array.isArray(part?.enum))?.enum;
  return Array.isArray(values) ? ` One of ${values.map((one) => `\`${one}\``).join(", ")}.` : "";
}

/** What a value is, in words, with links to the items that have tables of their own. */
export function typeOf(schema: JsonSchema): string {
  const { $ref, type, items, anyOf } = schema;
  if (typeof $ref === "string") return linkOf(nameIn($ref));
  if ("const" in schema) return `\`${schema.const}\``;
  if (Array.isArray(anyOf)) return anyOf.map(typeOf).join(" or ");
  if (Array.isArray(type)) return type.join(" or ");
  if (type === "array") {
    const of = typeOf(items as JsonSchema);
    return `array of ${/^(string|number|integer|object)$/.test(of) ? `${of}s` : of}`;
  }
  return typeof type === "string" ? type : "any";
}

function linkOf(name: string): string {
  return `[${name}](${FIELDS_PATH}#${headingId(name)})`;
}

/** The name at the end of a link within the document. */
function nameIn(link: string): string {
  return link.slice(link.lastIndexOf("/") + 1);
}
