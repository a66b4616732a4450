import type { JsonSchema } from "../../../src/http/error_table.ts";
import { type DocumentedEndpoint, hasBody } from "./endpoints.ts";
import type { Responses } from "./responses.ts";
import { alternativesOf, bodyCredentials } from "./security.ts";
import type { Parameter } from "../../../src/http/parameter.ts";

/**
 * The path item of the endpoints of a path: an operation for each. The other methods of a read are
 * described in words, once for the whole document.
 */
export function pathItem(
  endpoints: readonly DocumentedEndpoint[],
  responses: Responses,
  content: ContentSchemas,
): JsonSchema {
  return Object.fromEntries(
    endpoints.map((endpoint) => [
      endpoint.method.toLowerCase(),
      operation(endpoint, responses, content),
    ]),
  );
}

function operation(
  endpoint: DocumentedEndpoint,
  responses: Responses,
  content: ContentSchemas,
): JsonSchema {
  const { family, route, group, tag, method } = endpoint;
  const parameters = parametersOf(endpoint, content);
  return {
    operationId: `${tag}.${route.id}`,
    summary: route.summary,
    tags: [tag],
    "x-endpoint": `${family}/${route.id}`,
    ...(group !== undefined && { "x-group": group }),
    security: alternativesOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody(method) && { requestBody: body(endpoint, content) }),
    responses: responses.of(endpoint),
  };
}

function body(endpoint: DocumentedEndpoint, content: ContentSchemas): JsonSchema {
  const properties = { ...bodyCredentials(endpoint), ...bodyProperties(endpoint, content) };
  return {
    description:
      "Credentials and parameters may be here too. What the address says beats what the body says.",
    required: false,
    content: { "application/json": { schema: { type: "object", properties } } },
  };
}

/** The schemas of parameters whose values the content decides, by the format that stands for them. */
type ContentSchemas = Readonly<Record<string, JsonSchema>>;

/** The parameters of an operation in its address. */
function parametersOf(
  { path, route, method }: DocumentedEndpoint,
  content: ContentSchemas,
): JsonSchema[] {
  return named(route.parameters).map(([name, parameter, note]) => {
    const isInPath = path.includes(`{${name}}`);
    // What may stand in the body need not stand in the address.
    const required = isInPath || (parameter.required && !hasBody(method));
    return {
      ...{ name, in: isInPath ? "path" : "query", description: note },
      ...(required && { required }),
      schema: schemaOf(parameter, content),
    };
  });
}

/** The parameters of an operation in its body, where null is as if they were absent. */
function bodyProperties(
  { path, route }: DocumentedEndpoint,
  content: ContentSchemas,
): Record<string, JsonSchema> {
  return Object.fromEntries(
    named(route.parameters).filter(([name]) => !path.includes(`{${name}}`))
      .map(([name, parameter, note]) =>
        [name, { ...orNull(schemaOf(parameter, content)), description: note }] as const
      ),
  );
}

/** What may also be null. */
function orNull({ enum: words, ...schema }: JsonSchema): JsonSchema {
  return {
    ...schema,
    type: [schema.type, "null"],
    ...(Array.isArray(words) && { enum: [...words, null] }),
  };
}

/** Each name under which a parameter is taken, and what it takes in words. */
function named(parameters: Readonly<Record<string, Parameter<unknown>>>) {
  return Object.entries(parameters).flatMap(([name, parameter]) => {
    const note = sentence(parameter.description);
    const own = [name, parameter, note] as const;
    if (parameter.alias === undefined) return [own];
    return [own, [parameter.alias, parameter, `The same as ${name}.`] as const];
  });
}

function schemaOf({ schema, absent }: Parameter<unknown>, content: ContentSchemas): JsonSchema {
  const known = typeof schema.format === "string" ? content[schema.format] : undefined;
  return { ...(known ?? schema), ...(absent !== undefined && { default: absent }) };
}

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}
