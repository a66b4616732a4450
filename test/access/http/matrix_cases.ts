import type { SocketCall } from "../../support/socket_call.ts";

export const KINDS = ["key", "token", "admin"] as const;
export const FAMILIES = ["bare", "wrapped", "v1", "admin"] as const;

export type Kind = (typeof KINDS)[number];
export type Family = (typeof FAMILIES)[number];

/** What is wrong with a credential, or how it is sent. */
export type State =
  | "valid"
  | "wrong"
  | "empty"
  | "sent twice"
  | "beside another"
  | "as an array"
  | "revoked"
  | "expired"
  | "replaced"
  | "of another group";

/** Where a credential stands, and how it gets there. */
export interface Carrier {
  readonly name: string;
  readonly kind: Kind;
  readonly place: "header" | "query" | "body";
  readonly method: "GET" | "POST" | "PUT";
  /** The names of its parts: one, or username and password. */
  readonly names: readonly string[];
  /** Stands before the credential. */
  readonly scheme?: string;
}

export const CARRIERS: readonly Carrier[] = [
  header("key", "x-api-key"),
  header("key", "api-key"),
  bearer("key"),
  query("key", "apikey"),
  body("key", "POST", "apikey"),
  body("key", "PUT", "apikey"),
  header("token", "x-priority-token"),
  bearer("token"),
  query("token", "priority_token"),
  body("token", "POST", "priority_token"),
  body("token", "PUT", "priority_token"),
  header("admin", "username", "password"),
  header("admin", "x-admin-username", "x-admin-password"),
  query("admin", "username", "password"),
  body("admin", "POST", "username", "password"),
  body("admin", "PUT", "username", "password"),
];

/** The states that each kind can be in. */
export const STATES: Readonly<Record<Kind, readonly State[]>> = {
  key: [
    ...["valid", "wrong", "empty", "sent twice", "beside another", "as an array"] as const,
    ...["revoked", "expired", "replaced", "of another group"] as const,
  ],
  token: [
    ...["valid", "wrong", "empty", "sent twice", "beside another", "as an array"] as const,
    ...["revoked", "replaced"] as const,
  ],
  admin: [
    ...["valid", "wrong", "empty", "sent twice", "beside another", "as an array"] as const,
    ...["revoked", "replaced"] as const,
  ],
};

/** Whether a carrier can be in a state at all: a header's name has no brackets, and JSON one value. */
export function isPossible({ place }: Carrier, state: State): boolean {
  if (state === "as an array") return place !== "header";
  if (state === "sent twice" || state === "beside another") return place !== "body";
  return true;
}

/** The texts of a credential in a state, and of another that is good. */
export interface Texts {
  readonly good: readonly string[];
  readonly given: readonly string[];
}

/** Puts a credential into a request. */
export function carry(carrier: Carrier, state: State, texts: Texts): SocketCall {
  const { place, method } = carrier;
  const pairs = pairsOf(carrier, state, texts);
  if (place === "header") return { method, path: "", headers: pairs };
  if (place === "body") {
    return { method, path: "", body: JSON.stringify(Object.fromEntries(pairs)) };
  }
  return { method, path: pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&") };
}

function pairsOf(carrier: Carrier, state: State, texts: Texts): [string, string][] {
  const { scheme = "" } = carrier;
  return plainPairsOf(carrier, state, texts).map(([name, text]) => [name, `${scheme}${text}`]);
}

function plainPairsOf(
  { names }: Carrier,
  state: State,
  { good, given }: Texts,
): [string, string][] {
  const pairs = names.map((name, n): [string, string] => [name, given[n]!]);
  const [first] = pairs;
  switch (state) {
    case "as an array":
      return pairs.map(([name, text]) => [`${name}[]`, text]);
    case "empty":
      return pairs.map(([name]) => [name, ""]);
    case "sent twice":
      return [first!, ...pairs];
    case "beside another":
      return [[names[0]!, `${good[0]}x`], ...pairs];
    default:
      return pairs;
  }
}

/** What an answer must be, to the byte. */
export interface Expected {
  readonly status: number;
  /** `"data"`: what the family answers whoever may come in. */
  readonly body: string;
  /** The sentence that says so. */
  readonly why: string;
}

interface Rule {
  readonly when: (kind: Kind, state: State, family: Family, method: string) => boolean;
  readonly expected: (family: Family) => Expected;
}

export const BARE_INVALID = '{"status":false,"message":"Invalid API Key"}';
export const INVALID = '{"status":false,"message":"Invalid API Key","type":"INVALID_CREDENTIALS"}';
export const TWO_VALUES =
  '{"status":false,"message":"One credential has two different values","type":"MALFORMED_REQUEST"}';
const MISSING = '{"status":false,"message":"Invalid API Key","type":"INVALID_CREDENTIALS",' +
  '"hint":"Send a key as x-api-key (or apikey in the query), or a token as x-priority-token"}';
const MISSING_PAIR = '{"status":false,"message":"Invalid API Key","type":"INVALID_CREDENTIALS",' +
  '"hint":"Send x-admin-username and x-admin-password"}';
const NO_METHOD = '{"status":false,"message":"Method not allowed","type":"METHOD_NOT_ALLOWED"}';

/** The first rule that applies decides. */
const RULES: readonly Rule[] = [
  {
    when: (_kind, _state, family, method) => family === "bare" && method !== "GET",
    expected: () => refused(405, NO_METHOD, "POST and PUT are taken on the wrapped family, /v1"),
  },
  {
    when: (_kind, _state, family, method) => family === "admin" && method === "PUT",
    expected: () => refused(405, NO_METHOD, "The administration takes GET and POST"),
  },
  {
    when: (kind, _state, family) => family === "admin" && kind !== "admin",
    expected: () => missing("admin", "Admin credentials only; a token does not open it"),
  },
  {
    when: (kind, _state, family) => family === "bare" && kind === "admin",
    expected: () => refused(403, BARE_INVALID, "Bare family: priority token, or apikey"),
  },
  {
    when: (_kind, state) => state === "beside another",
    expected: () => refused(400, TWO_VALUES, "Two different values for one credential are 400"),
  },
  {
    when: (_kind, state) => state === "sent twice",
    expected: () => data("Only two different values are wrong"),
  },
  {
    when: (_kind, state) => state === "as an array",
    expected: (family) => missing(family, "`apikey[]` is not `apikey`"),
  },
  {
    when: (_kind, state) => state === "empty",
    expected: (family) => missing(family, "An empty credential is as if absent"),
  },
  {
    when: (_kind, state, family) => state === "of another group" && family === "v1",
    expected: () => data("It reads the birthdays of the groups that it may read"),
  },
  {
    when: (_kind, state) => state === "valid",
    expected: () => data("Every place of a credential is read"),
  },
  {
    when: () => true,
    expected: (family) => none(family, "Unknown, revoked, expired, wrong group: 403"),
  },
];

/** What must come of a credential of this kind, in this state, sent by this method to this family. */
export function expectedOf(
  { kind, method }: Carrier,
  state: State,
  family: Family,
): Expected {
  return RULES.find(({ when }) => when(kind, state, family, method))!.expected(family);
}

function data(why: string): Expected {
  return { status: 200, body: "data", why };
}

/** No credential came: other families than the bare one say where one goes. */
function missing(family: Family, why: string): Expected {
  const body = family === "bare" ? BARE_INVALID : family === "admin" ? MISSING_PAIR : MISSING;
  return refused(403, body, why);
}

function none(family: Family, why: string): Expected {
  return refused(403, family === "bare" ? BARE_INVALID : INVALID, why);
}

function refused(status: number, body: string, why: string): Expected {
  return { status, body, why };
}

function header(kind: Kind, ...names: string[]): Carrier {
  return { name: `header ${names.join(", ")}`, kind, place: "header", method: "GET", names };
}

function bearer(kind: Kind): Carrier {
  return { ...header(kind, "authorization"), scheme: "Bearer " };
}

function query(kind: Kind, ...names: string[]): Carrier {
  return { name: `query ${names.join(", ")}`, kind, place: "query", method: "GET", names };
}

function body(kind: Kind, method: "POST" | "PUT", ...names: string[]): Carrier {
  return { name: `${method} body ${names.join(", ")}`, kind, place: "body", method, names };
}
