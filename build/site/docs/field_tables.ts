import { z } from "zod";
import { fieldMeaning } from "../../schema/field_labels.ts";
import { type SchemaName, SCHEMAS } from "../../schema/schemas.ts";

/** What a JSON schema says of a field. */
interface FieldSchema {
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly FieldSchema[];
}

/** What editors write; the files of operators stand on pages of their own. */
const FOR_EDITORS: readonly SchemaName[] = [
  "member",
  "show",
  "news",
  "event",
  "release",
  "videocall",
  "setlists",
  "group",
];

/** The heads of the columns, by language. */
const HEADS: Readonly<Record<string, readonly [string, string]>> = {
  en: ["Field", "What it says"],
  id: ["Isian", "Isinya"],
};

/** The tables of fields by the name under which pages have them, in English and in Indonesian. */
export function fieldTables(): Record<string, string> {
  const tables = FOR_EDITORS.flatMap((name) => [
    [`fields_${name}`, fieldTable(name, "en")],
    [`fields_${name}_in_id`, fieldTable(name, "id")],
  ]);
  return Object.fromEntries(tables);
}

function fieldTable(name: SchemaName, language: string): string {
  const schema = z.toJSONSchema(SCHEMAS[name].schema, { io: "input" }) as FieldSchema;
  const [field, meaning] = HEADS[language]!;
  const rows = rowsOf(schema.items ?? schema, language, "");
  return `| ${field} | ${meaning} |\n| --- | --- |\n${rows.join("\n")}`;
}

/** The fields of entries of a list stand below it, with the list's name before their own. */
function rowsOf(schema: FieldSchema, language: string, above: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isNeeded = schema.required?.includes(name) === true;
    const words = [fieldMeaning(field.description ?? "", language), choices(field)].filter(Boolean);
    const row = `| \`${above}${name}\`${isNeeded ? " \\*" : ""} | ${words.join(" ")} |`;
    return [row, ...rowsOf(innerOf(field), language, `${above}${name} › `)];
  });
}

function choices({ enum: words = [] }: FieldSchema): string {
  return words.map((word) => `\`${word}\``).join(", ");
}

/** The object that a field, or an entry of it, may be. */
function innerOf({ items, properties, anyOf, ...rest }: FieldSchema): FieldSchema {
  const inner = items ?? { properties, anyOf, ...rest } as FieldSchema;
  return inner.anyOf?.find((one) => one.properties !== undefined) ?? inner;
}
