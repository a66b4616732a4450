import { type ErrorCode, ERRORS, type JsonSchema } from "../../../src/http/error_table.ts";
import { JSON_TYPE } from "../../../src/http/answer.ts";
import { componentName } from "./component_name.ts";
import { type DocumentedEndpoint, hasBody } from "./endpoints.ts";
import { ALWAYS, type HeaderNames, linkedHeaders } from "./headers.ts";
import type { JsonSchemas } from "./json_schemas.ts";
import type { FamilyName } from "../../../src/model/enums.ts";

/** The responses of the document: each is written once, and linked wherever it can come. */
export type Responses = ReturnType<typeof createResponses>;

/** Creates it without responses. */
export function createResponses(schemas: JsonSchemas) {
  const components: Record<string, JsonSchema> = {};

  function link(name: string, response: JsonSchema): JsonSchema {
    components[name] = response;
    return { $ref: `#/components/responses/${name}` };
  }

  const refusals = new Map<string, JsonSchema>();

  function refusalOnce(codes: readonly ErrorCode[], endpoint: DocumentedEndpoint): JsonSchema {
    const key = refusalKey(0, codes, endpoint);
    const refusal = refusals.get(key) ?? refusalResponse(codes, endpoint);
    refusals.set(key, refusal);
    return refusal;
  }

  return {
    /** The responses of an operation, by status. */
    of(endpoint: DocumentedEndpoint): Record<string, JsonSchema> {
      const { family, route } = endpoint;
      const name = componentName(family, route.id);
      const answer = answerOf(schemas, endpoint);
      const statuses = ["200", ...(route.statuses ?? []).map(String)];
      return {
        ...Object.fromEntries(statuses.map((status) => [status, link(name, answer)])),
        ...(isKept(endpoint) && { "304": link(`${name}NotModified`, notModified(endpoint)) }),
        ...Object.fromEntries(
          [...errorsOf(endpoint)].map(([status, codes]) => {
            const refusal = refusalOnce(codes, endpoint);
            return [status, link(refusalKey(status, codes, endpoint), refusal)];
          }),
        ),
      };
    },
    /** All of them so far, by name. */
    components: (): Readonly<Record<string, JsonSchema>> => components,
  };
}

function answerOf(schemas: JsonSchemas, endpoint: DocumentedEndpoint): JsonSchema {
  const { route, family } = endpoint;
  const { answers, summary } = route;
  const response = { description: `${summary}.`, headers: linkedHeaders(headersOf(endpoint)) };
  if ("document" in answers) {
    const schema = answers.json === undefined ? { type: "string" } : schemas.ofItem(answers.json);
    return { ...response, content: { [answers.document]: { schema } } };
  }
  if ("stream" in answers) {
    return {
      ...response,
      content: { "text/event-stream": streamOf(schemas.ofStream(answers.stream)) },
    };
  }
  const content = { schema: schemas.ofAnswers(answers, family) };
  return {
    ...response,
    content: {
      [mediaType(JSON_TYPE)]: content,
      ...(route.hasPage && { "text/html": { schema: { type: "string" } } }),
    },
  };
}

/** Server-sent events: the JSON in the data of each, and which event holds which. */
function streamOf(events: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return {
    schema: {
      type: "string",
      contentMediaType: "application/json",
      contentSchema: { anyOf: withoutDoubles(Object.values(events)) },
    },
    "x-events": events,
  };
}

function withoutDoubles(schemas: readonly JsonSchema[]): JsonSchema[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}

/** Without its parameters. */
function mediaType(contentType: string): string {
  return contentType.split(";")[0]!;
}

function headersOf(endpoint: DocumentedEndpoint): HeaderNames {
  const { route } = endpoint;
  const { answers } = route;
  if ("stream" in answers) {
    return {
      ...{ ...ALWAYS, "cache-control": "always", "x-accel-buffering": "always", vary: "always" },
      ...limits(endpoint),
      ...freshness(endpoint),
    };
  }
  if (!isKept(endpoint)) {
    const own = { ...ALWAYS, "cache-control": "always" } as const;
    if (route.hasPage) {
      const ofPage = { etag: "sometimes", "content-encoding": "sometimes" } as const;
      const shared = { "deno-cdn-cache-control": "sometimes" } as const;
      return {
        ...own,
        vary: "always",
        "content-security-policy": "sometimes",
        ...ofPage,
        ...shared,
      };
    }
    return isGated(endpoint) ? { ...own, vary: "always" } : own;
  }
  return {
    ...kept(endpoint),
    ...(isPage(endpoint) && { "content-security-policy": "always" }),
    ...(route.download && FILE),
    ...("list" in answers && answers.pages !== undefined && { link: "sometimes" }),
  };
}

/** What an answer says that clients may keep, and the 304 in its place. */
function kept(endpoint: DocumentedEndpoint): HeaderNames {
  return {
    ...{ ...ALWAYS, "cache-control": "always", vary: "always", etag: "always" },
    "content-encoding": "sometimes",
    ...(isGated(endpoint) && {
      "deno-cdn-cache-control": endpoint.isPublic ? "sometimes" : "always",
    }),
    ...limits(endpoint),
    ...freshness(endpoint),
  };
}

/** What is said of a file to keep. */
const FILE: HeaderNames = {
  "content-disposition": "always",
  "repr-digest": "always",
};

function notModified(endpoint: DocumentedEndpoint): JsonSchema {
  const {
    "content-security-policy": _,
    "repr-digest": __,
    ...headers
  } = headersOf(endpoint);
  return {
    description: "The client has it already: its If-None-Match names it.",
    headers: linkedHeaders({
      ...headers,
      ...(isPage(endpoint) && { "content-security-policy": "sometimes" }),
    }),
  };
}

/** What is said of a key's quota; other credentials have none. */
function limits(endpoint: DocumentedEndpoint): HeaderNames {
  return isGated(endpoint) ? { "ratelimit-policy": "sometimes", "ratelimit": "sometimes" } : {};
}

function freshness({ route }: DocumentedEndpoint): HeaderNames {
  const names = route.dependency?.headerNames ?? [];
  return Object.fromEntries(names.map((name) => [name, "always"]));
}

/** Whether clients may keep the answer, by its tag. */
function isKept({ family, route }: DocumentedEndpoint): boolean {
  if ("open" in route || route.method !== undefined) return false;
  return "answer" in route || "document" in route.answers ||
    (family !== "public" && family !== "codes");
}

function isPage({ route: { answers } }: DocumentedEndpoint): boolean {
  return "document" in answers && answers.document === "text/html";
}

function isGated({ family }: DocumentedEndpoint): boolean {
  return family !== "public" && family !== "codes";
}

function refusalKey(
  status: number,
  codes: readonly ErrorCode[],
  endpoint: DocumentedEndpoint,
): string {
  const kinds = [
    ...(isGated(endpoint) ? ["key"] : []),
    ...(hasErrorPage(endpoint) ? ["page"] : []),
  ];
  return componentName("refusal", status, ...codes.map(errorName), ...kinds);
}

/** Whether browsers are refused with a page. */
function hasErrorPage({ family, route: { errorPage } }: DocumentedEndpoint): boolean {
  return errorPage !== undefined || family === "public";
}

function refusalResponse(codes: readonly ErrorCode[], endpoint: DocumentedEndpoint): JsonSchema {
  const gated = isGated(endpoint);
  const paged = hasErrorPage(endpoint);
  const links = codes.map((code) => ({ $ref: `#/components/schemas/${errorName(code)}` }));
  return {
    description: codes.map((code) => ERRORS[code].about).join("\n\n"),
    headers: linkedHeaders({
      ...{ ...ALWAYS, "cache-control": "always", help: "always" },
      ...(gated && { vary: "sometimes", "ratelimit-policy": "sometimes", ratelimit: "sometimes" }),
      ...(paged && { "content-security-policy": "sometimes", vary: "sometimes" }),
      ...ownHeaders(codes),
    }),
    content: {
      [mediaType(JSON_TYPE)]: { schema: links.length === 1 ? links[0]! : { oneOf: links } },
      ...(paged && { "text/html": { schema: { type: "string" } } }),
    },
  };
}

/** A header is always there where every kind of the status has it. */
function ownHeaders(codes: readonly ErrorCode[]): HeaderNames {
  const lists = codes.map((code) => ERRORS[code].headers ?? []);
  return Object.fromEntries(
    lists.flat().map((name) => [
      name,
      lists.every((list) => list.includes(name)) ? "always" : "sometimes",
    ]),
  );
}

const WITH_ADDRESSES: readonly ErrorCode[] = [
  ...["INVALID_CREDENTIALS", "IP_NOT_WHITELISTED", "PLAN_UNKNOWN"] as const,
  ...["RATE_LIMITED", "TRY_AGAIN"] as const,
];

/** What each family's gate refuses, but for the quota. */
const AT_GATE: Readonly<Record<FamilyName, readonly ErrorCode[]>> = {
  // A token over plain http is refused by its type, where the operator demands https.
  bare: ["BARE_INVALID_KEY", "INVALID_CREDENTIALS", "PLAN_UNKNOWN", "RATE_LIMITED", "TRY_AGAIN"],
  wrapped: WITH_ADDRESSES,
  v1: WITH_ADDRESSES,
  mcp: WITH_ADDRESSES,
  admin: ["INVALID_CREDENTIALS", "RATE_LIMITED"],
  public: [],
  codes: [],
};

const USED_UP: Readonly<Partial<Record<FamilyName, ErrorCode>>> = {
  bare: "USED_UP",
  wrapped: "USED_UP_WRAPPED",
  v1: "USED_UP",
};

/** Every refusal that an operation can come to, by status. */
export function errorsOf(
  { family, route, method }: Pick<DocumentedEndpoint, "family" | "route" | "method">,
): Map<number, ErrorCode[]> {
  const usedUp = route.unmetered ? undefined : USED_UP[family];
  const codes = new Set<ErrorCode>([
    "MALFORMED_REQUEST",
    ...(Object.keys(route.parameters).length > 0 ? ["INVALID_PARAMETER" as const] : []),
    ...AT_GATE[family],
    ...(usedUp === undefined ? [] : [usedUp]),
    ...(hasBody(method) ? ["TIMEOUT", "BODY_TOO_LARGE", "TRY_AGAIN"] as const : []),
    ...route.refuses ?? [],
    "URI_TOO_LONG",
    "INTERNAL",
  ]);
  const inOrder = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code));
  return Map.groupBy(inOrder, (code) => ERRORS[code].status);
}

/** The name of a refusal's schema: one for each type. */
function errorName(code: ErrorCode): string {
  return componentName((ERRORS[code].type ?? code).toLowerCase(), "error");
}

/** The bodies of refusals, by name. */
export function errorSchemas(codes: Iterable<ErrorCode>): Record<string, JsonSchema> {
  return Object.fromEntries([...codes].map((code) => [errorName(code), errorSchema(code)]));
}

function errorSchema(code: ErrorCode): JsonSchema {
  const { type, message, about, fields = {} } = ERRORS[code];
  return {
    type: "object",
    description: about,
    properties: {
      status: { const: false, description: "Always false: what was asked for is refused." },
      message: { type: "string", description: "To be shown to people.", examples: [message] },
      ...(type !== undefined &&
        { type: { const: type, description: "Names the reason, for programs." } }),
      ...fields,
    },
    required: ["status", "message", ...(type === undefined ? [] : ["type"])],
    // These two bodies are fixed whole.
    ...(type === undefined && { additionalProperties: false }),
  };
}
