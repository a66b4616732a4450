/** The API document: OpenAPI 3.1, made of the tables that requests are answered by. */
import type { JsonSchema } from "../../../../src/http/error_table.ts";
import { licenceOf } from "../../../../src/model/licence.ts";
import type { DocumentedService } from "../site_source.ts";
import { type DocumentedEndpoint, documentedEndpoints, hasBody, tagsOf } from "./endpoints.ts";
import { Components } from "./components.ts";
import { responsesOf } from "./responses.ts";
import { alternativesOf, bodyCredentials, securitySchemes } from "./security.ts";
import type { Parameter } from "../../../../src/http/parameter.ts";

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
  const { site, groups } = service;
  const components = new Components();
  const content = contentSchemas(groups);
  const byPath = Map.groupBy(documentedEndpoints(service), ({ path }) => path);
  const paths = Object.fromEntries(
    [...byPath].map(([path, endpoints]) => [
      path,
      Object.fromEntries(endpoints.map((endpoint) => [
        endpoint.method.toLowerCase(),
        operation(endpoint, components, content),
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
    components: { ...components.all(), securitySchemes: securitySchemes() },
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

function operation(
  endpoint: DocumentedEndpoint,
  components: Components,
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
    responses: responsesOf(components, endpoint),
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

/** The groups as values of a parameter. */
export function contentSchemas(groups: DocumentedService["groups"]): ContentSchemas {
  return { group: { type: "string", enum: groups.map(({ slug }) => slug) } };
}

/** A parameter of an operation in its address. */
export interface DocumentedParameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly description: string;
  readonly required?: boolean;
  readonly example?: string;
  readonly schema: JsonSchema;
}

/** The parameters of an operation in its address. */
export function parametersOf(
  { path, route, method }: DocumentedEndpoint,
  content: ContentSchemas,
): DocumentedParameter[] {
  return named(route.parameters).map(([name, parameter, note]) => {
    const isInPath = path.includes(`{${name}}`);
    // A parameter that may be in the body need not be in the address.
    const required = isInPath || (parameter.required && !hasBody(method));
    const schema = schemaOf(parameter, content);
    // Of shows those to come are asked for: the list begins with the farthest.
    const isOfShows = Array.isArray(schema.enum) && schema.enum.includes("upcoming");
    return {
      name,
      in: isInPath ? "path" : "query",
      description: note,
      ...(required && { required }),
      ...(isOfShows && { example: "upcoming" }),
      schema,
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
        [name, { ...inBody(parameter, schemaOf(parameter, content)), description: note }] as const
      ),
  );
}

/** What may also be null; what may be repeated may be an array. */
function inBody({ readAll }: Parameter<unknown>, schema: JsonSchema): JsonSchema {
  if (readAll === undefined) return orNull(schema);
  return { anyOf: [orNull(schema), { type: "array", items: { type: "string" } }] };
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
    const note = sentence(parameter);
    const own = [name, parameter, note] as const;
    if (parameter.alias === undefined) return [own];
    return [own, [parameter.alias, parameter, `The same as ${name}.`] as const];
  });
}

function schemaOf({ schema, absent }: Parameter<unknown>, content: ContentSchemas): JsonSchema {
  const known = typeof schema.format === "string" ? content[schema.format] : undefined;
  return { ...(known ?? schema), ...(absent !== undefined && { default: absent }) };
}

/** What a parameter takes; words that it takes stay in small letters: in others they are refused. */
function sentence({ description, schema }: Parameter<unknown>): string {
  const words = schema.type === "boolean" ? ["true"] : [schema.enum ?? []].flat();
  const isWord = words.some((word) => description.startsWith(String(word)));
  return isWord
    ? `One of ${description}.`
    : `${description[0]!.toUpperCase()}${description.slice(1)}.`;
}
