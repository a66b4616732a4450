import type { ParsedRequest } from "../../http/parsed_request.ts";
import { HttpError } from "../../http/http_error.ts";
import type { CredentialParameter } from "../../http/url.ts";

/**
 * Where a credential may stand. A header counts before the query, the query before the body; of several
 * headers the first that has a value counts, and an empty value is as if absent.
 */
export interface CredentialSources {
  readonly headers: readonly string[];
  readonly field: CredentialParameter;
  /** Stands between the lines of a header that was sent more than once; no value holds it. */
  readonly separator?: string;
}

/** Neither keys nor tokens hold a comma, nor space at their ends (RFC 9110, 5.3). */
const COMMA = ",";

export const PRIORITY_TOKEN: CredentialSources = {
  headers: ["x-priority-token"],
  field: "priority_token",
  separator: COMMA,
};

export const API_KEY: CredentialSources = {
  headers: ["x-api-key", "api-key"],
  field: "apikey",
  separator: COMMA,
};

/**
 * Reads one credential.
 *
 * @throws {HttpError} `MALFORMED_REQUEST` where headers, or query parameters, give it two different
 *   values: which one was meant cannot be known
 */
export function readCredential(
  request: ParsedRequest,
  sources: CredentialSources,
): string | undefined {
  const { field } = sources;
  const inQuery = single(request.query.get(field) ?? NONE);
  return fromHeaders(request.headers, sources) ?? inQuery ?? fromBody(request, field);
}

const NONE: readonly string[] = [];

/** Mostly there is one value, or none: nothing is made on the way to it. */
function fromHeaders(headers: Headers, { headers: names, separator }: CredentialSources) {
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
  throw new HttpError("MALFORMED_REQUEST", { message: "One credential has two different values" });
}

function fromBody(request: ParsedRequest, field: string): string | undefined {
  const value = Object.hasOwn(request.body, field) ? request.body[field] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}
