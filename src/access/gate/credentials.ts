import { HttpError } from "../../http/http_error.ts";
import type { CredentialParameter, ParsedRequest } from "../../http/request.ts";
import type { CarriedToken } from "./caller.ts";
import type { CredentialTable } from "../records/credential_table.ts";
import { isLiveToken, type TokenRecord } from "../records/token_store.ts";

/**
 * The places where a request may carry a credential. A header counts before the query, the query
 * before the body; of several headers the first that has a value counts, and an empty value is as if
 * absent.
 */
export interface CredentialSources {
  readonly headers: readonly string[];
  readonly field: CredentialParameter;
  /** The separator between the lines of a header that was sent more than once; no value holds it. */
  readonly separator?: string;
}

/** Neither keys nor tokens hold a comma, nor space at their ends (RFC 9110, 5.3). */
const COMMA = ",";

const NONE: readonly string[] = [];

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
 * Reads one credential; `bearer` is one more header's value.
 *
 * @throws {HttpError} `MALFORMED_REQUEST` if headers, or query parameters, give it two different
 *   values: which one was meant cannot be known
 */
export function readCredential(
  request: ParsedRequest,
  sources: CredentialSources,
  bearer?: string,
): string | undefined {
  const { field } = sources;
  const inQuery = single(request.query.get(field) ?? NONE);
  const inHeaders = readFromHeaders(request.headers, sources, bearer);
  return inHeaders ?? inQuery ?? fromBody(request, field);
}

/** Reads an API key: a bearer is one unless the table of tokens has it, be it ended. */
export function readKey(
  tokens: CredentialTable<TokenRecord>,
  request: ParsedRequest,
): string | undefined {
  const bearer = readBearer(request.headers);
  const isToken = bearer !== undefined && tokens.bySecret(bearer) !== undefined;
  return readCredential(request, API_KEY, isToken ? undefined : bearer);
}

/**
 * Reads a secret that only this parameter of the query may hold.
 *
 * @throws {HttpError} `MALFORMED_REQUEST` if it is there twice with different values
 */
export function readOwnSecret({ query }: ParsedRequest, parameter: string): string | undefined {
  return single(query.get(parameter) ?? NONE);
}

const BEARER = "bearer ";

/**
 * The credential of `Authorization: Bearer …` (RFC 6750, 2.1), which may be a token or a key. Other
 * schemes are ignored.
 *
 * @throws {HttpError} `MALFORMED_REQUEST` if it is there twice with different values
 */
export function readBearer(headers: Headers): string | undefined {
  const header = headers.get("authorization");
  if (header === null) return undefined;
  return single(header.split(COMMA).map((line) => bearerIn(line.trim())));
}

function bearerIn(line: string): string {
  const isBearer = line.slice(0, BEARER.length).toLowerCase() === BEARER;
  return isBearer ? line.slice(BEARER.length).trim() : "";
}

/**
 * Reads one credential from headers alone; `bearer` is one more value. Mostly there is one, or none:
 * nothing is made on the way to it.
 */
function readFromHeaders(
  headers: Headers,
  { headers: names, separator }: CredentialSources,
  bearer?: string,
): string | undefined {
  let found = bearer;
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
  if (values.length === 0) return undefined;
  return values.reduce<string | undefined>((found, value) => agreed(found, value), undefined);
}

/** An empty value is ignored; two that differ leave open which one was meant. */
function agreed(one: string | undefined, other: string | undefined): string | undefined {
  if (!one || !other || one === other) return one || other || undefined;
  throw doubledCredential();
}

/** The refusal of one credential with two values: which one was meant cannot be known. */
function doubledCredential(): HttpError {
  const message = "One credential has two different values";
  return new HttpError("MALFORMED_REQUEST", { message });
}

function fromBody(request: ParsedRequest, field: string): string | undefined {
  const value = Object.hasOwn(request.body, field) ? request.body[field] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * Finds the priority token of a request: a bearer is one if the table has it, and a key otherwise.
 *
 * @throws {HttpError} `MALFORMED_REQUEST` if headers, or query parameters, name two different ones
 */
export function findCarriedToken(
  tokens: CredentialTable<TokenRecord>,
  request: ParsedRequest,
): CarriedToken | undefined {
  const carried = readCredential(request, PRIORITY_TOKEN);
  const bearer = readBearer(request.headers);
  for (const secret of [bearer, carried]) {
    const token = secret === undefined ? undefined : tokens.bySecret(secret);
    if (token === undefined || !isLiveToken(token)) continue;
    const header = readFromHeaders(request.headers, PRIORITY_TOKEN);
    if (secret === bearer && header !== undefined && header !== bearer) throw doubledCredential();
    return { kind: "token", token, secret: secret! };
  }
  return undefined;
}

/** A username holds no space. A password may hold ", ", so that its header is taken as it comes. */
export const USERNAME: CredentialSources = {
  headers: ["x-admin-username", "username"],
  field: "username",
  separator: ", ",
};
export const PASSWORD: CredentialSources = {
  headers: ["x-admin-password", "password"],
  field: "password",
};

/** Admin credentials as they came. */
export interface AdminPair {
  readonly username: string;
  readonly password: string;
}

/**
 * Reads admin credentials from headers, query or body; undefined if one of the two is missing.
 *
 * @throws {HttpError} `MALFORMED_REQUEST` if one of them has two values
 */
export function readAdminPair(request: ParsedRequest): AdminPair | undefined {
  const username = readCredential(request, USERNAME);
  const password = readCredential(request, PASSWORD);
  if (username === undefined || password === undefined) return undefined;
  return { username: asUtf8(username), password: asUtf8(password) };
}

/** A header comes as one character a byte; if the bytes are UTF-8, that is what was meant. */
function asUtf8(text: string): string {
  // deno-lint-ignore no-control-regex
  if (!/^[\x00-\xff]*[\x80-\xff][\x00-\xff]*$/.test(text)) return text;
  try {
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return text;
  }
}

const CARRIERS = [PRIORITY_TOKEN, API_KEY, USERNAME, PASSWORD];

/** Whether a request brings anything that may be a credential. */
export function carriesCredential({ headers, query, body }: ParsedRequest): boolean {
  return headers.has("authorization") ||
    CARRIERS.some(({ headers: names, field }) =>
      names.some((name) => headers.has(name)) || query.has(field) || Object.hasOwn(body, field)
    );
}
