import type { JsonSchema } from "../../../src/http/error_table.ts";
import type { JsonAnswers } from "../../../src/model/answer/answer_schema.ts";
import type { FamilyName } from "../../../src/model/enums.ts";
import type { FamilyTable } from "../../../src/routes/family.ts";
import type { Route } from "../../../src/routes/route.ts";
import { createJsonSchemas } from "../openapi/json_schemas.ts";
import { type DocPage, headingId } from "./doc_page.ts";

/** The page with the fields of items that several endpoints answer with. */
const FIELDS_PATH = "/docs/reference/fields";

/** A route and the family that its answer has the form of. */
type Answering = readonly [family: FamilyName, route: Route];

type ListAnswers = Extract<JsonAnswers, { readonly list: unknown }>;

/** Writes in words and tables what endpoints answer with. */
export type AnswerTexts = ReturnType<typeof createAnswerTexts>;

/** Creates it for the endpoints of these families: an item of one endpoint alone is shown with that. */
export function createAnswerTexts(families: readonly Pick<FamilyTable, "name" | "table">[]) {
  const schemas = createJsonSchemas();
  const all = families.flatMap(({ name, table }) =>
    table.routes.map((route): Answering => [name, route])
  );
  const [streams, whole] = [true, false].map((isStream) =>
    all.filter(([, { answers }]) => ("stream" in answers) === isStream)
      .map(([family, route]) => schemaOf(family, route))
  );
  const items = schemas.items();
  const nested = new Set(linksIn([Object.values(items), streams]));
  const uses = Map.groupBy(linksIn(whole), (name) => name);
  const isShared = (name: string) => nested.has(name) || (uses.get(name)?.length ?? 0) > 1;

  /** All that an endpoint may send as JSON. */
  function schemaOf(family: FamilyName, { answers }: Route): unknown {
    if ("stream" in answers) return schemas.ofStream(answers.stream);
    if (!("document" in answers)) return schemas.ofAnswers(answers, family);
    return answers.json === undefined ? {} : schemas.ofItem(answers.json);
  }

  const resolve = (name: string): JsonSchema => items[name] ?? {};
  const link = (name: string) => `[${name}](${FIELDS_PATH}#${headingId(name)})`;
  const bodyOf = (schema: JsonSchema) =>
    Array.isArray(schema.anyOf)
      ? `One of ${schema.anyOf.map((one) => typeOf(one, link)).join(", ")}.`
      : table(schema);
  const table = (schema: JsonSchema) => fieldTable(schema, link, resolve);

  /** An object in full, unless it has its table elsewhere; `before` begins the sentence. */
  function objectText(schema: JsonSchema, before?: string): string {
    const name = nameOf(schema);
    if (name !== undefined && isShared(name)) return `${before ?? "One"} ${link(name)}.`;
    const object = table(name === undefined ? schema : resolve(name));
    return `${before === undefined ? "An" : `${before} an`} object:\n\n${object}`;
  }

  function listText(family: FamilyName, answers: ListAnswers): string {
    const whole = schemas.ofAnswers(answers, family);
    const [first, page] = (whole.anyOf ?? [whole]) as JsonSchema[];
    const what = family === "wrapped"
      ? `The [wrapper](${WRAPPER}); each item of \`data\` is`
      : "An array; each item is";
    const text = objectText(itemOf(first!), what);
    if (answers.pages === undefined) return text;
    if (family === "wrapped") {
      return `${text}\n\nWith \`page\` or \`perpage\` it has [the counts of pages](${PAGES}) too.`;
    }
    return `${text}\n\n${
      objectText(
        itemOf(page!),
        `With \`page\` or \`perpage\`: an object with [the counts of pages](${PAGES}), whose ` +
          `\`${answers.pages}\` is an array; each item is`,
      )
    }`;
  }

  return {
    /** What an endpoint answers with, as Markdown. */
    ofRoute(family: FamilyName, route: Route): string {
      const { answers } = route;
      if ("stream" in answers) return streamText(schemas.ofStream(answers.stream), link);
      if ("document" in answers) {
        if (answers.json === undefined) return `A document of type \`${answers.document}\`.`;
        return objectText(schemas.ofItem(answers.json), `\`${answers.document}\`:`);
      }
      if ("list" in answers) return listText(family, answers);
      const schema = schemas.ofAnswers(answers, family);
      if (family !== "wrapped" || "report" in answers) return objectText(schema);
      return objectText(itemOf(schema), `The [wrapper](${WRAPPER}); the one item of \`data\` is`);
    },
    /** The page of the items that several endpoints answer with. */
    page(section: string): DocPage {
      const shared = Object.keys(items).filter(isShared);
      const sections = shared.map((name) =>
        `## ${name}\n\n${sentenceOf(items[name]!)}\n\n${bodyOf(items[name]!)}`
      );
      const markdown = `# Fields of items

Every field of the items that several endpoints answer with; the [reference](/docs/reference) links
here. An **optional** field may be absent; its description says when. All others are always there.
If you know a field by its name alone, find it in [the list of names](/docs/reference/names).

${sections.join("\n\n")}
`;
      return { path: FIELDS_PATH, lang: "en", name: "Fields of items", section, markdown };
    },
  };
}

/** Where pages of lists, and the object around wrapped lists, are described. */
const PAGES = "/docs/lists#how-do-i-ask-for-a-page";
const WRAPPER = "/docs/lists#what-do-bare-and-wrapped-mean";

/** The items that schemas link to, as often as they do. */
function linksIn(schemas: unknown): string[] {
  const links = JSON.stringify(schemas).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  return [...links].map(([, name]) => name!);
}

/** The name that a schema links to. */
function nameOf({ $ref }: JsonSchema): string | undefined {
  return typeof $ref === "string" ? $ref.slice($ref.lastIndexOf("/") + 1) : undefined;
}

/** The items of an array, or those of the first array that an object has. */
function itemOf({ items, properties = {} }: JsonSchema): JsonSchema {
  if (items !== undefined) return items as JsonSchema;
  const fields = Object.values(properties as Record<string, JsonSchema>);
  return fields.find((field) => field.items !== undefined)!.items as JsonSchema;
}

function streamText(
  events: Readonly<Record<string, JsonSchema>>,
  link: (name: string) => string,
): string {
  const rows = Object.entries(events).map(([name, data]) =>
    `| \`${name}\` | ${typeOf(data, link)} |`
  );
  return `A stream of server-sent events; each has JSON as its data:\n\n| Event | Data |\n| --- | --- |\n${
    rows.join("\n")
  }`;
}

/** What an item is; an event is what its type says. */
function sentenceOf({ description, properties }: JsonSchema): string {
  const { type } = (properties ?? {}) as Record<string, JsonSchema>;
  return typeof description === "string" ? description : `An event of type \`${type?.const}\`.`;
}

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
