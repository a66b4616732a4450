import { type ErrorCode, ERRORS, type JsonSchema } from "../../../src/http/error_table.ts";
import type { FamilyName } from "../../../src/model/enums.ts";
import type { DocumentedEndpoint } from "./endpoints.ts";
import { hasBody } from "./parameters.ts";

/** What each family's gate refuses, but for the quota. */
const AT_GATE: Readonly<Record<FamilyName, readonly ErrorCode[]>> = {
  // A token over plain http is refused by its type, where the operator demands https.
  bare: ["BARE_INVALID_KEY", "INVALID_CREDENTIALS", "RATE_LIMITED", "TRY_AGAIN"],
  wrapped: ["INVALID_CREDENTIALS", "IP_NOT_WHITELISTED", "RATE_LIMITED", "TRY_AGAIN"],
  v1: ["INVALID_CREDENTIALS", "IP_NOT_WHITELISTED", "RATE_LIMITED", "TRY_AGAIN"],
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
  { family, route, method }: DocumentedEndpoint,
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
export function errorName(code: ErrorCode): string {
  const words = (ERRORS[code].type ?? code).toLowerCase().split("_");
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("") + "Error";
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
