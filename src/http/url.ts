import { createMemo } from "../toolbox/memo.ts";
import { isHost, malformedHost } from "./host.ts";
import { HttpError } from "./http_error.ts";
import { decodePart, parseQuery, type Query } from "./query.ts";

/** The URL of a request in its parts. */
export interface ParsedUrl {
  readonly target: RequestTarget;
  /** The parameters, or why they cannot be read. */
  readonly query: Query | HttpError;
}

/** URLs that were parsed: most callers ask for a handful of them, over and over. */
const known = createMemo<string, ParsedUrl>({ maxEntries: 1_000 });
const MAX_LENGTH = 256;

/** The parameters in which a credential may come. */
export const CREDENTIAL_PARAMETERS = ["apikey", "priority_token", "username", "password"] as const;

/** Whether a parameter holds a credential. */
export function isCredentialParameter(name: string): boolean {
  return CREDENTIAL_PARAMETERS.some((credential) => credential === name);
}

export type CredentialParameter = (typeof CREDENTIAL_PARAMETERS)[number];

/**
 * A URL that holds one of these is not remembered: `feed` is the token of a feed, `code` is what is asked
 * about, and given to one person.
 */
const SECRETS = [...CREDENTIAL_PARAMETERS, "feed", "code"];

/**
 * Reads the URL of a request.
 *
 * @throws {HttpError} `URI_TOO_LONG`, or `MALFORMED_REQUEST` where the path cannot be read
 */
export function parseUrl(url: string): ParsedUrl {
  const before = known.get(url);
  if (before !== undefined) return before;
  const target = parseTarget(url);
  const asked = { target, query: readQuery(target.search) };
  if (url.length <= MAX_LENGTH && !holdsSecret(asked)) known.set(url, asked);
  return asked;
}

function holdsSecret({ query }: ParsedUrl): boolean {
  return query instanceof HttpError || SECRETS.some((name) => query.has(name));
}

/** Reads the text behind the `?`: its parameters, or why they cannot be read. */
export function readQuery(search: string): Query | HttpError {
  try {
    return parseQuery(search);
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

/** Longest request target taken, in characters. */
const MAX_TARGET = 8192;

/** The target of a request: the decoded path and the query as it came. */
export interface RequestTarget {
  /** Decoded segments; one trailing slash is dropped. `/` has none. */
  readonly segments: readonly string[];
  /** The path as it came, without query and trailing slash. */
  readonly path: string;
  /** The text behind the `?`, without it. */
  readonly search: string;
}

/**
 * Splits the URL of a request without trusting it: `new URL` throws on hosts such as `a b`, and
 * rewrites paths.
 *
 * @throws {HttpError} `URI_TOO_LONG`, or `MALFORMED_REQUEST` on broken escapes and hosts
 */
export function parseTarget(url: string): RequestTarget {
  const start = pathStart(url);
  if (!isHost(url.slice(url.indexOf("://") + 3, start))) throw malformedHost();
  if (url.length - start > MAX_TARGET) throw new HttpError("URI_TOO_LONG");
  const hash = url.indexOf("#", start);
  const end = hash < 0 ? url.length : hash;
  const question = url.indexOf("?", start);
  const pathEnd = question < 0 || question > end ? end : question;
  const raw = url.slice(start, pathEnd);
  const path = raw.length > 1 && raw.endsWith("/") ? raw.slice(0, -1) : raw;
  const parts = path.slice(1).split("/");
  return {
    segments: path.length <= 1 ? [] : path.includes("%") ? parts.map(decodePart) : parts,
    path,
    search: pathEnd < end ? url.slice(pathEnd + 1, end) : "",
  };
}

function pathStart(url: string): number {
  const scheme = url.indexOf("://");
  const slash = url.indexOf("/", scheme < 0 ? 0 : scheme + 3);
  return slash < 0 ? url.length : slash;
}
