import type { JsonSchema } from "../../../src/http/parameter.ts";
import type { DocumentedEndpoint } from "./endpoints.ts";
import { bodyProperties, type ContentSchemas, hasBody, parametersOf } from "./parameters.ts";
import type { Responses } from "./responses.ts";
import { alternativesOf, bodyCredentials } from "./security.ts";

/** Operations that every path has alike, told in words for the whole document. */
const PREFLIGHT = "OPTIONS";

/** The path item of the endpoints of a path: an operation for each of their methods. */
export function pathItem(
  endpoints: readonly DocumentedEndpoint[],
  responses: Responses,
  content: ContentSchemas,
): JsonSchema {
  return Object.fromEntries(
    endpoints.flatMap((endpoint) =>
      endpoint.methods.filter((method) => method !== PREFLIGHT).map((method) => [
        method.toLowerCase(),
        operation(endpoint, method, responses, content),
      ])
    ),
  );
}

function operation(
  endpoint: DocumentedEndpoint,
  method: string,
  responses: Responses,
  content: ContentSchemas,
): JsonSchema {
  const { family, route, group, tag } = endpoint;
  const suffix = method === "GET" || method === route.method ? "" : `.${method.toLowerCase()}`;
  const parameters = parametersOf(endpoint, method, content);
  return {
    operationId: `${tag}.${route.id}${suffix}`,
    summary: route.summary,
    tags: [tag],
    "x-endpoint": `${family}/${route.id}`,
    ...(group !== undefined && { "x-group": group }),
    security: alternativesOf(endpoint, method),
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody(method) && { requestBody: body(endpoint, content) }),
    responses: responses.of(endpoint, method),
  };
}

function body(endpoint: DocumentedEndpoint, content: ContentSchemas): JsonSchema {
  const properties = { ...bodyCredentials(endpoint), ...bodyProperties(endpoint, content) };
  return {
    description: (endpoint.route.method === undefined ? "The same read as GET: c" : "C") +
      "redentials and parameters may stand here too. What the address says beats what the body says.",
    required: false,
    content: { "application/json": { schema: { type: "object", properties } } },
  };
}
