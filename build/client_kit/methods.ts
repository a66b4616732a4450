import { BARE, V1, WRAPPED } from "../../src/routes/families.ts";
import type { AnyRoute } from "../../src/routes/route.ts";
import { keyUsage, ownKey, rotatedKey } from "../../src/routes/resources/own_key.ts";
import { members } from "../../src/routes/resources/members.ts";
import type { EndpointKind, Methods, OwnKeyMethods } from "./core/client.ts";
import type { JsonSchema } from "../../src/http/error_table.ts";
import type { Parameter } from "../../src/http/parameter.ts";
import type { JsonSchemas } from "../site/openapi/json_schemas.ts";

/** A family of endpoints, as clients know it. */
export type ClientFamily = "bare" | "wrapped" | "v1";

/** Endpoints by family. */
export const FAMILIES: Readonly<Record<ClientFamily, readonly AnyRoute[]>> = {
  bare: BARE.table.routes,
  wrapped: WRAPPED.table.routes,
  v1: V1.table.routes,
};

/** The methods about one's own key that a client has besides its families. */
export const OWN_KEY: OwnKeyMethods = {
  show: methodName(ownKey),
  usage: methodName(keyUsage),
  rotate: methodName(rotatedKey),
};

/** A list that groups of both families have. */
export const COMMON_LIST = members.path;

/** What an endpoint's method is called: its id in camel case. */
function methodName({ id }: AnyRoute): string {
  return id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** In what form an endpoint answers. */
function kindOf({ answers }: AnyRoute): EndpointKind {
  if ("stream" in answers) return "stream";
  if ("document" in answers) return answers.json === undefined ? "text" : "document";
  return "list" in answers && answers.pages !== undefined ? "pages" : "json";
}

/** The table of a family that the client asks by. */
export function methodTable(family: ClientFamily): Methods {
  return Object.fromEntries(
    FAMILIES[family].map((route) => [
      methodName(route),
      route.method === undefined
        ? [route.path, kindOf(route)] as const
        : [route.path, kindOf(route), route.method] as const,
    ]),
  );
}

/** Writes the method of an endpoint, or both where a list also comes in pages. */
export function methodText(family: ClientFamily, route: AnyRoute, schemas: JsonSchemas): string {
  const { answers, summary } = route;
  const name = methodName(route);
  const comment = docComment(summary);
  const parameters = parametersText(route);
  if ("stream" in answers) {
    const event = streamEventName(answers.stream);
    return `${comment}${name}(${parameters}, options?: StreamOptions): AsyncGenerator<${event}, void>;`;
  }
  if ("document" in answers && answers.json === undefined) {
    return `${comment}${name}(${parameters}, options?: CallOptions): Promise<string>;`;
  }
  const schema = "document" in answers
    ? schemas.ofItem(answers.json!)
    : schemas.ofAnswers(answers, family);
  if (kindOf(route) !== "pages") {
    const type = typeText(schema, { isDocumented: "report" in answers });
    return `${comment}${name}(${parameters}, options?: CallOptions): Promise<${type}>;`;
  }
  const [whole, page] = (schema.anyOf as JsonSchema[]).map((one) => typeText(one));
  const others = fieldsOf(route).filter(([field]) => !PAGING_FIELDS.has(field));
  const beside = others.length === 0 ? "" : `${objectOf(others)} & `;
  return [
    `${comment}${name}(parameters?: ${beside}Whole, options?: CallOptions): Promise<${whole}>;`,
    `${
      docComment(`${summary}: one page`)
    }${name}(parameters: ${beside}OnePage, options?: CallOptions): Promise<${page}>;`,
    `${
      docComment(`${summary}: page by page, up to the last`)
    }${name}Pages(${parameters}, options?: CallOptions): AsyncGenerator<${page}, void>;`,
  ].join("\n");
}

/** The type of the data that a stream sends. */
function streamEventName(stream: string): string {
  return `${stream[0]!.toUpperCase()}${stream.slice(1)}Event`;
}

/** Writes that type: an alternative for each event. */
export function streamEventText(
  stream: string,
  events: Readonly<Record<string, JsonSchema>>,
): string {
  const alternatives = Object.entries(events).map(([event, data]) =>
    `| { id: string; event: ${JSON.stringify(event)}; data: ${typeText(data)} }`
  );
  return `${docComment(`An event of the stream: distinguish them by \`event\``)}export type ${
    streamEventName(stream)
  } =\n${alternatives.join("\n")};`;
}

const PAGING_FIELDS = new Set(["page", "perpage"]);

type Field = readonly [name: string, parameter: Parameter<unknown>];

function parametersText(route: AnyRoute): string {
  const fields = fieldsOf(route);
  const isNeeded = fields.some(([, { required }]) => required);
  return `parameters${isNeeded ? "" : "?"}: ${objectOf(fields)}`;
}

function fieldsOf({ parameters }: AnyRoute): readonly Field[] {
  return Object.entries(parameters);
}

function objectOf(fields: readonly Field[]): string {
  if (fields.length === 0) return "NoParameters";
  return `{\n${fields.map(fieldText).join("\n")}\n}`;
}

function fieldText([name, { description, schema, required, absent, readAll }]: Field): string {
  const otherwise = required || absent === undefined ? "" : `; default: ${absent}`;
  const type = typeText(schema) + (readAll === undefined ? "" : " | readonly string[]");
  const comment = "enum" in schema ? "" : docComment(`Takes ${description}${otherwise}`);
  return `${comment}${name}${required ? "" : "?"}: ${type}${required ? "" : " | undefined"};`;
}

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
const RENAMED: Readonly<Record<string, string>> = {
  Event: "GroupEvent",
  KeyUsage: "OwnKeyUsage",
};

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
