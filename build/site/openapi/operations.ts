import type { JsonSchema } from "../../../src/http/error_table.ts";
import type { DocumentedEndpoint } from "./endpoints.ts";
import { bodyProperties, type ContentSchemas, hasBody, parametersOf } from "./parameters.ts";
import type { Responses } from "./responses.ts";
import { alternativesOf, bodyCredentials } from "./security.ts";

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
