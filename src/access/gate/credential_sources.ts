import type { Call } from "../../http/call.ts";
import { Refusal } from "../../http/refusal.ts";
import type { CredentialParameter } from "../../http/url.ts";

/**
 * Where each credential may stand (SPEC 5.2): header beats query beats body. The first name of a
 * kind that is there with a value wins; an empty one is as if absent.
 */
export interface Carriers {
  readonly headers: readonly string[];
  readonly field: CredentialParameter;
  /** What no value holds, and stands between the lines of a header that was sent more than once. */
  readonly separator?: string;
}

/** Neither keys nor tokens hold a comma, nor space at their ends (RFC 9110, 5.3). */
const COMMA = ",";

export const PRIORITY_TOKEN: Carriers = {
  headers: ["x-priority-token"],
  field: "priority_token",
  separator: COMMA,
};

export const API_KEY: Carriers = {
  headers: ["x-api-key", "api-key"],
  field: "apikey",
  separator: COMMA,
};

/**
 * Reads one credential.
 *
 * @throws {Refusal} `MALFORMED_REQUEST` where headers, or query parameters, give it two different
 *   values: which one was meant cannot be known
 */
export function readCarriers(call: Call, carriers: Carriers): string | undefined {
  const { field } = carriers;
  const inQuery = single(call.query.get(field) ?? NONE);
  return fromHeaders(call.headers, carriers) ?? inQuery ?? fromBody(call, field);
}

const NONE: readonly string[] = [];

/** Mostly there is one value, or none: nothing is made on the way to it. */
function fromHeaders(headers: Headers, { headers: names, separator }: Carriers) {
  let found: string | undefined;
  for (const name of names) {
    const header = headers.get(name);
    if (header === null || header === "" || header === found) continue;
    const value = separator === undefined ? header : singleLine(header, separator);
    found = agreed(found, value);
  }
  return found;
}

/**
 * The value of a header that came in one line or more: the runtime joins them by ", ". Anybody may
 * send 60 KB of spaces, over which a pattern of spaces and a comma would take seconds.
 */
function singleLine(header: string, separator: string): string | undefined {
  if (!header.includes(",")) return header;
  return single(header.split(separator).map((value) => value.trim()));
}

function single(values: readonly string[]): string | undefined {
  return values.reduce<string | undefined>((found, value) => agreed(found, value), undefined);
}

/** An empty value says nothing; two that differ leave open which one was meant. */
function agreed(one: string | undefined, other: string | undefined): string | undefined {
  if (!one || !other || one === other) return one || other || undefined;
  throw new Refusal("MALFORMED_REQUEST", { message: "One credential has two different values" });
}

function fromBody(call: Call, field: string): string | undefined {
  const value = Object.hasOwn(call.body, field) ? call.body[field] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}
