import type { HeaderList } from "../../http/fixed_headers.ts";
import { HttpError } from "../../http/http_error.ts";
import type { ParsedRequest } from "../../http/parsed_request.ts";
import type { FeedTokenRecord } from "../records/feed_token_store.ts";
import type { KeyRecord } from "../records/key_store.ts";
import type { TokenRecord } from "../records/token_store.ts";
import type { FamilyName } from "../../model/enums.ts";

/** What a caller wants to enter. */
export interface AccessRequest {
  readonly family: FamilyName;
  /** The group's slug, where it is one group's. */
  readonly group?: string;
  /** Which endpoint, as the audit names it: `/api/groupa/theater/{id}`. */
  readonly route: string;
  /** Whether what is behind it is not charged, and open to a used-up key (`/v1/key`). */
  readonly isUnmetered: boolean;
  /** What it costs a key, where that is not one request. `now` is in epoch ms. */
  readonly units?: (request: ParsedRequest, reader: UnitsReader) => number;
  /** Whether it is a calendar or feed: of a group that shows them to everybody, or not. */
  readonly feed?: "public" | "private";
}

/** Who is charged, and when (epoch ms). */
export interface UnitsReader {
  readonly now: number;
  mayRead(group: string): boolean;
}

/** The caller who was let in, and by which credential. */
export type Caller =
  | { readonly kind: "key"; readonly key: KeyRecord }
  | { readonly kind: "token"; readonly token: TokenRecord }
  | { readonly kind: "feed"; readonly token: FeedTokenRecord; readonly key: KeyRecord }
  | { readonly kind: "admin"; readonly username: string }
  | { readonly kind: "anyone" };

/** A caller who has come in. */
export interface Admission {
  readonly caller: Caller;
  /** Whether the caller may read this group. */
  mayRead(group: string): boolean;
  /** The headers about the caller's limits. */
  readonly headers: HeaderList;
  /** Called once with the answer's status, but not when a stream is renewed; the answer waits for the promise, where there is one. */
  onResponse(status: number): void | Promise<void>;
}

/**
 * Who has come in, or why not. A refusal is a value, because the runtime looks up the place of whatever is
 * thrown, which takes a sixth of the whole answer.
 */
export type GateOutcome = Admission | HttpError;

/** Made once: an error costs more than the rest of its answer. Nothing is ever noted on these. */
const BARE_REFUSAL = Object.freeze(new HttpError("BARE_INVALID_KEY"));
const REFUSAL = Object.freeze(new HttpError("INVALID_CREDENTIALS"));
const KEY_MISSING = refusalWithHint(
  "Send a key as x-api-key (or apikey in the query), or a token as x-priority-token",
);
const ADMIN_MISSING = refusalWithHint("Send x-admin-username and x-admin-password");

function refusalWithHint(hint: string): HttpError {
  return Object.freeze(new HttpError("INVALID_CREDENTIALS", { after: { hint }, isKept: true }));
}

/** No credential opens. Bare families answer it in a form of their own, of two fields. */
export function noCredential({ family }: AccessRequest): HttpError {
  return family === "bare" ? BARE_REFUSAL : REFUSAL;
}

/** A credential of this kind came over plain http where https is required. */
export function onlyOverHttps(kind: string, access?: Pick<AccessRequest, "family">): HttpError {
  const code = access?.family === "bare" ? "BARE_INVALID_KEY" : "INVALID_CREDENTIALS";
  return new HttpError(code, { message: `${kind} are taken over https only` });
}

/** No credential came: says where one goes, but to bare families, whose answer has its form. */
export function missingCredential({ family }: Pick<AccessRequest, "family">): HttpError {
  if (family === "bare") return BARE_REFUSAL;
  return family === "admin" ? ADMIN_MISSING : KEY_MISSING;
}

/** An administrator who has come in. */
export function adminAdmission(username: string): Admission {
  return { caller: { kind: "admin", username }, mayRead: () => true, headers: [], onResponse() {} };
}

/** The admission of a caller without a credential, for what needs none. */
export const ADMITTED_ANYONE: Admission = {
  caller: { kind: "anyone" },
  mayRead: () => false,
  headers: [],
  onResponse() {},
};
