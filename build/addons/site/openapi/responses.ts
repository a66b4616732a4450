import type { JsonSchema } from "../../../../src/http/error_table.ts";
import { componentName } from "./component_name.ts";
import { type DocumentedEndpoint, isGated } from "./endpoints.ts";
import { linkedHeaders } from "./headers.ts";
import type { JsonSchemas } from "./json_schemas.ts";
import { errorsOf, refusal, refusalName } from "./refusals.ts";

/** The responses of the document: each is written once, and linked wherever it can come. */
export type Responses = ReturnType<typeof createResponses>;

/** Creates it without responses. */
export function createResponses(schemas: JsonSchemas) {
  const components: Record<string, JsonSchema> = {};

  function link(name: string, response: () => JsonSchema): JsonSchema {
    components[name] ??= response();
    return { $ref: `#/components/responses/${name}` };
  }

  return {
    /** The responses of an operation, by status. */
    of(endpoint: DocumentedEndpoint): Record<string, JsonSchema> {
      const { family, route } = endpoint;
      const name = componentName(family, route.id);
      const answer = link(name, () => answerOf(schemas, endpoint));
      const notModified = `${name}NotModified`;
      return Object.fromEntries([
        ...["200", ...route.statuses ?? []].map((status) => [status, answer]),
        ...(isKept(endpoint) ? [["304", link(notModified, () => unchanged(endpoint))]] : []),
        ...[...errorsOf(endpoint)].map(([status, codes]) => [
          status,
          link(refusalName(status, codes, endpoint), () => refusal(codes, endpoint)),
        ]),
      ]);
    },
    /** All of them so far, by name. */
    components: (): Readonly<Record<string, JsonSchema>> => components,
  };
}

function answerOf(schemas: JsonSchemas, endpoint: DocumentedEndpoint): JsonSchema {
  const { route: { answers, summary, hasPage }, family } = endpoint;
  const response = { description: `${summary}.`, headers: linkedHeaders(headersOf(endpoint)) };
  if ("document" in answers) {
    const schema = answers.json === undefined ? { type: "string" } : schemas.ofItem(answers.json);
    return { ...response, content: { [answers.document]: { schema } } };
  }
  if ("stream" in answers) {
    const content = { "text/event-stream": streamOf(schemas.ofStream(answers.stream)) };
    return { ...response, content };
  }
  const content = {
    "application/json": { schema: schemas.ofAnswers(answers, family) },
    ...(hasPage && { "text/html": { schema: { type: "string" } } }),
  };
  return { ...response, content };
}

/** Server-sent events: the JSON in the data of each, and which event holds which. */
function streamOf(events: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const each = new Map(Object.values(events).map((event) => [JSON.stringify(event), event]));
  return {
    schema: {
      type: "string",
      contentMediaType: "application/json",
      contentSchema: { anyOf: [...each.values()] },
    },
    "x-events": events,
  };
}

function unchanged(endpoint: DocumentedEndpoint): JsonSchema {
  const names = headersOf(endpoint).filter((name) => name !== "repr-digest")
    .map((name) => name === "content-security-policy" ? `${name}?` : name);
  return {
    description: "The client has it already: its If-None-Match names it.",
    headers: linkedHeaders(names),
  };
}

/** The headers of an answer; those with a question mark are not always there. */
function headersOf(endpoint: DocumentedEndpoint): string[] {
  const { route } = endpoint;
  const { answers } = route;
  const gated = isGated(endpoint);
  const common = [
    "cache-control",
    ...(gated ? ["vary", "ratelimit-policy?", "ratelimit?"] : []),
    ...route.dependency?.headerNames ?? [],
  ];
  if ("stream" in answers) return [...common, "vary", "x-accel-buffering"];
  if (!isKept(endpoint)) return [...common, ...(route.hasPage ? OF_PAGES : [])];
  return [
    ...[...common, "vary", "etag", "content-encoding?"],
    ...(gated ? [`deno-cdn-cache-control${route.publicFrom === undefined ? "" : "?"}`] : []),
    // The front page may hold what is for one person.
    ...("document" in answers && answers.document === "text/html"
      ? ["content-security-policy", "deno-cdn-cache-control?"]
      : []),
    ...(route.download ? ["content-disposition", "repr-digest"] : []),
    ...("list" in answers && answers.pages !== undefined ? ["link?"] : []),
  ];
}

/** What is in an answer that browsers get as a page. */
const OF_PAGES = [
  ...["vary", "etag?", "content-encoding?", "content-security-policy?"],
  "deno-cdn-cache-control?",
];

/** Whether clients may keep the answer, by its tag. */
function isKept(endpoint: DocumentedEndpoint): boolean {
  const { route } = endpoint;
  if ("open" in route || route.method !== undefined) return false;
  return "answer" in route || "document" in route.answers || isGated(endpoint);
}
