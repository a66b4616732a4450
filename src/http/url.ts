import { parseQuery, type Query } from "./query.ts";
import { Refusal } from "./refusal.ts";
import { parseTarget, type Target } from "./target.ts";

/** What the URL of a request asks for. */
export interface Asked {
  readonly target: Target;
  /** The parameters, or why they cannot be read. */
  readonly query: Query | Refusal;
}

/** What URLs came to: most callers ask for a handful of them, over and over. */
const known = new Map<string, Asked>();
const MOST_KNOWN = 1_000;
const LONGEST_KNOWN = 256;

/** The parameters in which a credential may come (SPEC 5.2). */
export const CREDENTIAL_PARAMETERS = ["apikey", "priority_token", "username", "password"] as const;

export type CredentialParameter = (typeof CREDENTIAL_PARAMETERS)[number];

/** A URL that holds one of these is not remembered; `code` is what is asked about, and given to one person. */
const SECRETS = [...CREDENTIAL_PARAMETERS, "code"];

/**
 * Reads the URL of a request.
 *
 * @throws {Refusal} `URI_TOO_LONG`, or `MALFORMED_REQUEST` where the path cannot be read
 */
export function readUrl(url: string): Asked {
  const before = known.get(url);
  if (before !== undefined) return before;
  const target = parseTarget(url);
  const asked = { target, query: readQuery(target) };
  if (url.length <= LONGEST_KNOWN && !holdsSecret(asked)) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(url, asked);
  }
  return asked;
}

function holdsSecret({ query }: Asked): boolean {
  return query instanceof Refusal || SECRETS.some((name) => query.has(name));
}

function readQuery({ search }: Target): Query | Refusal {
  try {
    return parseQuery(search);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
