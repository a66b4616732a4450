import type { HeaderList } from "../../http/fixed_headers.ts";
import { HttpError } from "../../http/http_error.ts";
import type { MaybeAsync } from "../../http/maybe_async.ts";
import type { ParsedRequest } from "../../http/request.ts";
import type { FamilyName } from "../../model/enums.ts";
import type { Plans } from "../../model/plans.ts";
import type { Charge } from "../../quota/tickets/account.ts";
import type { FeedTokenRecord } from "../records/feed_token_store.ts";
import { type KeyRecord, mayRead } from "../records/key_store.ts";
import type { TokenRecord } from "../records/token_store.ts";

/** What a caller wants to enter. */
export interface AccessRequest {
  readonly family: FamilyName;
  /** The group's slug, if it is one group's. */
  readonly group?: string;
  /** Which endpoint, as the audit names it: `/api/groupa/theater/{id}`. */
  readonly route: string;
  /** Whether what is behind it is not charged, and open to a used-up key (`/v1/key`). */
  readonly isUnmetered: boolean;
  /** What it costs a key, if that is not one request. `now` is in epoch ms. */
  readonly units?: (request: ParsedRequest, reader: UnitsReader) => number;
  /** Whether it is a calendar or feed: of a group that shows them to everybody, or not. */
  readonly feed?: "public" | "private";
}

/** Who is charged, and when (epoch ms). */
interface UnitsReader {
  readonly now: number;
  mayRead(group: string): boolean;
}

/** The caller of a request, and by which credential. */
export type Caller =
  | { readonly kind: "key"; readonly key: KeyRecord }
  | CarriedToken
  | { readonly kind: "feed"; readonly token: FeedTokenRecord; readonly key: KeyRecord }
  | { readonly kind: "admin"; readonly username: string }
  | { readonly kind: "anyone" };

/** A priority token and the record of it. */
export interface CarriedToken {
  readonly kind: "token";
  readonly token: TokenRecord;
  readonly secret: string;
}

/** The caller of a request without a credential. */
export const ANYONE: Caller = { kind: "anyone" };

/** Whether a caller may read a group. */
export function callerMayRead(caller: Caller, group: string): boolean {
  switch (caller.kind) {
    case "key":
    case "feed":
      return mayRead(caller.key, group);
    case "token":
    case "admin":
      return true;
    case "anyone":
      return false;
  }
}

/** A request while its caller is charged for it. */
export interface ChargedRequest extends ParsedRequest {
  /** The plans that are served now. */
  readonly plans: Plans;
  /** What a key was charged. */
  charge: Charge | undefined;
  /** When the caller was let in, epoch ms; of tokens. */
  admittedAt: number;
  /** Adds headers to every answer from now on. */
  addHeaders(headers: HeaderList): void;
}

/**
 * Decides who comes in, in two phases. A refusal is a value, because the runtime finds the source
 * position of what is thrown, which takes a sixth of the whole answer.
 */
export interface Gate {
  /**
   * Finds the caller by the credentials of the request, and charges nothing; `anyone` if it carries
   * none. `isEarly`: its body is not read yet, and it will be asked for again; nothing is counted.
   *
   * @throws {HttpError} or rejects with it, if the request cannot be read or the store cannot be asked
   */
  identify(
    request: ParsedRequest,
    access: AccessRequest,
    isEarly?: boolean,
  ): MaybeAsync<Caller | HttpError>;
  /**
   * Charges the caller, and lets it in; another one, if the first has used up what it had and the
   * request carries a further credential.
   *
   * @throws {HttpError} or rejects with it, likewise
   */
  charge(
    caller: Caller,
    request: ChargedRequest,
    access: AccessRequest,
  ): MaybeAsync<Caller | HttpError>;
  /** Settles what a caller who was let in was answered; the answer waits for the promise, if any. */
  settle(
    caller: Caller,
    request: ChargedRequest,
    access: AccessRequest,
    status: number,
  ): void | Promise<void>;
  /** Notes that a request was refused before its credentials were asked for: a token in it was used. */
  noteRefused(request: ParsedRequest, access: AccessRequest, status: number): void | Promise<void>;
}

/** Lets everybody in; no credential is read. */
export const OPEN_GATE: Gate = {
  identify: () => ANYONE,
  charge: (caller) => caller,
  settle() {},
  noteRefused() {},
};

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
export function noCredential({ family }: Pick<AccessRequest, "family">): HttpError {
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
