import { type ErrorCode, ERRORS, type JsonSchema } from "../../../../src/http/error_table.ts";
import type { FamilyName } from "../../../../src/model/enums.ts";
import { componentName } from "./component_name.ts";
import { type DocumentedEndpoint, hasBody, isGated } from "./endpoints.ts";
import { linkedHeaders } from "./headers.ts";

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

/** The name of the response of some refusals of one status. */
export function refusalName(
  status: number,
  codes: readonly ErrorCode[],
  endpoint: DocumentedEndpoint,
): string {
  const kinds = [...(isGated(endpoint) ? ["key"] : []), ...(isPaged(endpoint) ? ["page"] : [])];
  return componentName("refusal", status, ...codes.map(errorName), ...kinds);
}

/** Whether browsers are refused with a page. */
function isPaged({ family, route: { errorPage } }: DocumentedEndpoint): boolean {
  return errorPage !== undefined || family === "public";
}

/** The response of some refusals of one status. */
export function refusal(codes: readonly ErrorCode[], endpoint: DocumentedEndpoint): JsonSchema {
  const paged = isPaged(endpoint);
  const links = codes.map((code) => ({ $ref: `#/components/schemas/${errorName(code)}` }));
  return {
    description: codes.map((code) => ERRORS[code].about).join("\n\n"),
    headers: linkedHeaders([
      ...["cache-control", "help"],
      ...(isGated(endpoint) ? ["vary?", "ratelimit-policy?", "ratelimit?"] : []),
      ...(paged ? ["vary?", "content-security-policy?"] : []),
      ...ownHeaders(codes),
    ]),
    content: {
      "application/json": { schema: links.length === 1 ? links[0]! : { oneOf: links } },
      ...(paged && { "text/html": { schema: { type: "string" } } }),
    },
  };
}

/** A header is always there where every kind of the status has it. */
function ownHeaders(codes: readonly ErrorCode[]): string[] {
  const lists = codes.map((code) => ERRORS[code].headers ?? []);
  return lists.flat().map((name) => lists.every((list) => list.includes(name)) ? name : `${name}?`);
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
