import type { JsonSchema } from "../../src/http/error_table.ts";
import type { Parameter } from "../../src/http/parameter.ts";
import type { AnyRoute } from "../../src/routes/route.ts";
import type { JsonSchemas } from "../site/openapi/json_schemas.ts";
import { type ClientFamily, kindOf, methodName } from "./client_endpoints.ts";
import { docComment, typeText } from "./type_text.ts";

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
    return `${comment}${name}(${parameters}, options?: CallOptions): Promise<${typeText(schema)}>;`;
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

/** The type of what a stream tells. */
export function streamEventName(stream: string): string {
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
  return `${docComment(`An event of the stream: tell them apart by \`event\``)}export type ${
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
