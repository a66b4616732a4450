/** The API document: OpenAPI 3.1, made of the tables that requests are answered by. */
import type { JsonSchema } from "../../../../src/http/error_table.ts";
import { licenceOf } from "../../../../src/model/licence.ts";
import type { DocumentedService } from "../site_source.ts";
import { type DocumentedEndpoint, documentedEndpoints, hasBody, tagsOf } from "./endpoints.ts";
import { Components } from "./components.ts";
import type { DocumentedParameter } from "./parameters.ts";
import { responsesOf } from "./responses.ts";
import { alternativesOf, bodyCredentials, securitySchemes } from "./security.ts";

/** The version of the format, which is no version of the service. */
const OPENAPI = "3.1.1";

const DESCRIPTION =
  `Members, shows, news, events, birthdays, releases, video calls and live streams of idol groups.

Every read is described once, as a GET. A HEAD answers as that GET, without a body. But for groups whose
lists are arrays, and for paths that have a POST of their own, POST and PUT are the same read, with
credentials and parameters in a JSON object of at most 4 KiB in the body: numbers and words are taken as
text, \`null\` is as if the field were absent, and a body that is too large, too slow or not JSON is refused
with 413, 408 or 400. A feed token opens GET and HEAD alone.

Credentials may be in a header, in the query, or in that body; a header beats the query, the query beats
the body. OPTIONS answers 204 on every path, without a credential. Any other method is 405 with the
methods of the path in \`Allow\`; a path that is not here is 404. Unknown parameters are ignored, and
named in \`X-Ignored\`. Answers change only by addition: ignore fields that you do not know.

The people of the examples are invented.`;

/** Renders the document for this content; equal content gives equal bytes. */
export function renderOpenApi(service: DocumentedService): string {
  const { site } = service;
  const components = new Components();
  const byPath = Map.groupBy(documentedEndpoints(service), ({ path }) => path);
  const paths = Object.fromEntries(
    [...byPath].map(([path, endpoints]) => [
      path,
      Object.fromEntries(endpoints.map((endpoint) => [
        endpoint.method.toLowerCase(),
        operation(endpoint, components),
      ])),
    ]),
  );
  return JSON.stringify({
    openapi: OPENAPI,
    info: {
      title: site.title,
      version: "1",
      description: DESCRIPTION,
      contact: contactOf(site.contact),
      license: licenseOf(site),
      ...(site.attribution !== undefined && { "x-attribution": site.attribution }),
    },
    servers: [{ url: site.base_url }],
    tags: tagsOf(service),
    paths,
    components: {
      schemas: components.all("schemas"),
      headers: components.all("headers"),
      responses: components.all("responses"),
      securitySchemes: securitySchemes(),
    },
  });
}

/** The licence, or the advice to ask. */
function licenseOf({ licence, base_url: url }: DocumentedService["site"]): JsonSchema {
  if (licence === undefined) return { name: "Ask the contact", url };
  const { name, address = url } = licenceOf(licence);
  return { name, url: address };
}

/** An e-mail address, a page, or just a name. */
function contactOf(contact: string): JsonSchema {
  if (/^https?:\/\//.test(contact)) return { url: contact };
  return /^[^\s@]+@[^\s@]+$/.test(contact) ? { email: contact } : { name: contact };
}

function operation(endpoint: DocumentedEndpoint, components: Components): JsonSchema {
  const { family, route, group, tag, method, parameters } = endpoint;
  return {
    operationId: `${tag}.${route.id}`,
    summary: route.summary,
    tags: [tag],
    "x-endpoint": `${family}/${route.id}`,
    ...(group !== undefined && { "x-group": group }),
    security: alternativesOf(endpoint),
    ...(parameters.length > 0 && { parameters: parameters.map(inAddress) }),
    ...(hasBody(method) && { requestBody: body(endpoint) }),
    responses: responsesOf(components, endpoint),
  };
}

function inAddress({ name, description, required, example, schema, ...one }: DocumentedParameter) {
  return {
    ...{ name, in: one.in, description },
    ...(required && { required }),
    ...(example && { example }),
    schema,
  };
}

function body(endpoint: DocumentedEndpoint): JsonSchema {
  const parameters = endpoint.parameters.filter((one) => one.in === "query")
    .map(({ name, description, ...one }) => [name, { ...inBody(one), description }] as const);
  const properties = { ...bodyCredentials(endpoint), ...Object.fromEntries(parameters) };
  return {
    description:
      "Credentials and parameters may be here too. What the address says beats what the body says.",
    required: false,
    content: { "application/json": { schema: { type: "object", properties } } },
  };
}

type InBody = Pick<DocumentedParameter, "schema" | "isList" | "mayBeEmpty">;

/** What may also be null, which is as if it were absent; what may be repeated may be an array. */
function inBody({ schema, isList, mayBeEmpty }: InBody): JsonSchema {
  const { enum: words, ...rest } = schema;
  const one = {
    ...rest,
    type: [schema.type, "null"],
    ...(Array.isArray(words) && { enum: [...words, null] }),
  };
  const list = { type: "array", items: { type: "string" }, ...(!mayBeEmpty && { minItems: 1 }) };
  return isList ? { anyOf: [one, list] } : one;
}
