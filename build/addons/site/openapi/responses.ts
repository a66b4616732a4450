import type { JsonSchema } from "../../../../src/http/error_table.ts";
import { componentName, type Components } from "./components.ts";
import { type DocumentedEndpoint, isGated } from "./endpoints.ts";
import { linkedHeaders } from "./headers.ts";
import { answersSchema, itemSchema, streamSchemas } from "./json_schemas.ts";
import { errorsOf, refusalResponse } from "./refusals.ts";

/** The responses of an operation, by status: each is written once, and linked wherever it can come. */
export function responsesOf(
  components: Components,
  endpoint: DocumentedEndpoint,
): Record<string, JsonSchema> {
  const { family, route: { id, statuses = [] } } = endpoint;
  const name = componentName(family, id);
  const answer = components.link("responses", name, () => answerOf(components, endpoint));
  const unchanged = () =>
    components.link("responses", `${name}NotModified`, () => unchangedOf(components, endpoint));
  return Object.fromEntries([
    ...["200", ...statuses].map((status) => [status, answer]),
    ...(isKept(endpoint) ? [["304", unchanged()]] : []),
    ...[...errorsOf(endpoint)].map(([status, codes]) => [
      status,
      refusalResponse(components, endpoint, status, codes),
    ]),
  ]);
}

/** What an operation answers with where nothing goes wrong. */
export function answerOf(components: Components, endpoint: DocumentedEndpoint) {
  const { route: { answers, summary, hasPage }, family } = endpoint;
  const headers = linkedHeaders(components, headersOf(endpoint));
  const response = (content: JsonSchema) => ({ description: `${summary}.`, headers, content });
  if ("document" in answers) {
    const schema = answers.json === undefined
      ? { type: "string" }
      : itemSchema(components, answers.json);
    return response({ [answers.document]: { schema } });
  }
  if ("stream" in answers) {
    const events = streamSchemas(components, answers.stream);
    return response({ "text/event-stream": streamOf(events) });
  }
  return response({
    "application/json": { schema: answersSchema(components, answers, family) },
    ...(hasPage && { "text/html": { schema: { type: "string" } } }),
  });
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

function unchangedOf(components: Components, endpoint: DocumentedEndpoint): JsonSchema {
  const names = headersOf(endpoint).filter((name) => name !== "repr-digest")
    .map((name) => name === "content-security-policy" ? `${name}?` : name);
  return {
    description: "The client has it already: its If-None-Match names it.",
    headers: linkedHeaders(components, names),
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
