import { parseQuery, type Query } from "./query.ts";
import { HttpError } from "./http_error.ts";
import { parseTarget, type RequestTarget } from "./target.ts";

/** What the URL of a request asks for. */
export interface ParsedUrl {
  readonly target: RequestTarget;
  /** The parameters, or why they cannot be read. */
  readonly query: Query | HttpError;
}

/** What URLs came to: most callers ask for a handful of them, over and over. */
const known = new Map<string, ParsedUrl>();
const MAX_KNOWN = 1_000;
const MAX_LENGTH = 256;

/** The parameters in which a credential may come (SPEC 5.2). */
export const CREDENTIAL_PARAMETERS = ["apikey", "priority_token", "username", "password"] as const;

export type CredentialParameter = (typeof CREDENTIAL_PARAMETERS)[number];

/** A URL that holds one of these is not remembered; `code` is what is asked about, and given to one person. */
const SECRETS = [...CREDENTIAL_PARAMETERS, "code"];

/**
 * Reads the URL of a request.
 *
 * @throws {HttpError} `URI_TOO_LONG`, or `MALFORMED_REQUEST` where the path cannot be read
 */
export function parseUrl(url: string): ParsedUrl {
  const before = known.get(url);
  if (before !== undefined) return before;
  const target = parseTarget(url);
  const asked = { target, query: readQuery(target) };
  if (url.length <= MAX_LENGTH && !holdsSecret(asked)) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(url, asked);
  }
  return asked;
}

function holdsSecret({ query }: ParsedUrl): boolean {
  return query instanceof HttpError || SECRETS.some((name) => query.has(name));
}

function readQuery({ search }: RequestTarget): Query | HttpError {
  try {
    return parseQuery(search);
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}
