import { type ErrorCode, ERRORS, type JsonSchema } from "../../../../src/http/error_table.ts";
import type { FamilyName } from "../../../../src/model/enums.ts";
import { componentName, type Components } from "./components.ts";
import { type DocumentedEndpoint, hasBody, isGated } from "./endpoints.ts";
import { linkedHeaders } from "./headers.ts";

const WITH_ADDRESSES: readonly ErrorCode[] = [
  ...["INVALID_CREDENTIALS", "IP_NOT_WHITELISTED", "PLAN_UNKNOWN"] as const,
  ...["RATE_LIMITED", "TRY_AGAIN"] as const,
];

/** What each family's gate refuses, but for the quota. */
const AT_GATE: Readonly<Partial<Record<FamilyName, readonly ErrorCode[]>>> = {
  // A token over plain http is refused by its type, where the operator demands https.
  bare: ["BARE_INVALID_KEY", "INVALID_CREDENTIALS", "PLAN_UNKNOWN", "RATE_LIMITED", "TRY_AGAIN"],
  wrapped: WITH_ADDRESSES,
  v1: WITH_ADDRESSES,
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
    ...AT_GATE[family] ?? [],
    ...(usedUp === undefined ? [] : [usedUp]),
    ...(hasBody(method) ? ["TIMEOUT", "BODY_TOO_LARGE", "TRY_AGAIN"] as const : []),
    ...route.refuses ?? [],
    "URI_TOO_LONG",
    "INTERNAL",
  ]);
  const inOrder = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code));
  return Map.groupBy(inOrder, (code) => ERRORS[code].status);
}

/** The response of some refusals of one status, linked. */
export function refusalResponse(
  components: Components,
  endpoint: DocumentedEndpoint,
  status: number,
  codes: readonly ErrorCode[],
): JsonSchema {
  const { family, route: { errorPage } } = endpoint;
  // Browsers are refused with a page.
  const paged = errorPage !== undefined || family === "public";
  const gated = isGated(endpoint);
  const kinds = [...(gated ? ["key"] : []), ...(paged ? ["page"] : [])];
  const name = componentName("refusal", status, ...codes.map(errorName), ...kinds);
  return components.link("responses", name, () => {
    const bodies = codes.map((code) =>
      components.link("schemas", errorName(code), () => errorSchema(code))
    );
    return {
      description: codes.map((code) => ERRORS[code].about).join("\n\n"),
      headers: linkedHeaders(components, [
        ...["cache-control", "help"],
        ...(gated ? ["vary?", "ratelimit-policy?", "ratelimit?"] : []),
        ...(paged ? ["vary?", "content-security-policy?"] : []),
        ...ownHeaders(codes),
      ]),
      content: {
        "application/json": { schema: bodies.length === 1 ? bodies[0]! : { oneOf: bodies } },
        ...(paged && { "text/html": { schema: { type: "string" } } }),
      },
    };
  });
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

function errorSchema(code: ErrorCode): JsonSchema {
  const { type, message, about, fields = {} } = ERRORS[code];
  const typed = type !== undefined;
  return {
    type: "object",
    description: about,
    properties: {
      status: { const: false, description: "Always false: what was asked for is refused." },
      message: { type: "string", description: "To be shown to people.", examples: [message] },
      ...(typed && { type: { const: type, description: "Names the reason, for programs." } }),
      ...fields,
    },
    required: ["status", "message", ...(typed ? ["type"] : [])],
    // The bodies without a type are fixed whole.
    ...(!typed && { additionalProperties: false }),
  };
}
