/**
 * This room decides who may make a request, by the credentials that it carries.
 *
 * @module
 */

import type { HttpError } from "../../http/http_error.ts";
import type { ServiceKey } from "../../core/service_key.ts";
import type { HeaderList } from "../../http/fixed_headers.ts";
import type { MaybeAsync } from "../../http/maybe_async.ts";
import type { ParsedRequest } from "../../http/request.ts";
import type { Plans } from "../../model/plans.ts";
import type { Charge } from "../../quota/account.ts";
import { ANYONE, type Caller } from "./caller.ts";

/** What a family asks of its callers. */
export interface AccessRules {
  /** Whose whitelist counts: that of every key, that of keys which have one, or none. */
  readonly whitelist: "always" | "if-any" | "never";
  /** Whether an administrator's name and password open it too. */
  readonly admins: boolean;
  /** The refusal of a credential that opens nothing. */
  readonly refusal: "INVALID_CREDENTIALS" | "BARE_INVALID_KEY";
  /** The refusal of a key that is used up. */
  readonly usedUp: "USED_UP" | "USED_UP_WRAPPED";
}

/**
 * A way into endpoints besides the credentials of their family: a secret in the query, for GET and HEAD
 * alone. It is tried after priority tokens and before keys.
 */
export interface Entrance {
  /** The parameter of the query that holds the secret. */
  readonly parameter: string;
  /** What the secret is, for documents. */
  readonly description: string;
  readonly admit: ServiceKey<AdmitBySecret>;
}

/**
 * Lets the caller in; undefined: the secret does not open this, and other credentials may.
 *
 * @throws {HttpError} why not
 */
export type AdmitBySecret = (
  secret: string,
  request: ParsedRequest,
  access: AccessRequest,
  plans: Plans,
) => Admitted | undefined;

/** What a request asks for, as its family and its route declare it. */
export interface AccessRequest {
  readonly rules: AccessRules;
  /** The group's slug, if it is one group's. */
  readonly group?: string | undefined;
  /** Names the endpoint as the audit does: `/api/groupa/theater/{id}`; "" if there is none. */
  route(): string;
  /** Whether what is behind it is not charged, and open to a used-up key (`/v1/key`). */
  readonly isUnmetered: boolean;
  /** Whether callers without a credential are let in, within bounds. */
  readonly isOpen: boolean;
  /** Another way in than by the credentials of the family. */
  readonly entrance?: Entrance | undefined;
  /** Whether its group shows it to everybody. */
  readonly isPublic?: boolean;
}

/** A caller who was let in. */
export interface Admitted {
  readonly caller: Caller;
  /** The headers that its answer states its limits in. */
  headers: HeaderList;
  /** What it was charged. */
  readonly charges: Charge[];
}

/** Decides who comes in, and settles what became of it. */
export interface Gate {
  /**
   * Lets the caller in and charges it; the refusal, if it brings an unknown key.
   *
   * @throws {HttpError} 400, 403, 429 or 503
   */
  admit(
    request: ParsedRequest,
    access: AccessRequest,
    plans: Plans,
  ): MaybeAsync<Admitted | HttpError>;
  /**
   * Settles a request that was answered with this status: gives back what is not owed, and records the use
   * of a priority token, also of one that was not let in (`admitted` is undefined). The answer waits.
   */
  settle?(
    request: ParsedRequest,
    access: AccessRequest,
    admitted: Admitted | undefined,
    status: number,
  ): MaybeAsync<void>;
  /** Charges an admitted caller so many units more, all or none. @throws {HttpError} likewise */
  chargeMore?(
    admitted: Admitted,
    units: number,
    access: AccessRequest,
    plans: Plans,
  ): Promise<void>;
  /** Whether the credential of a request opens its group at this moment; nothing is charged. */
  mayRead?(request: ParsedRequest, access: AccessRequest): MaybeAsync<boolean>;
}

/** A caller that pays nothing. */
export function admitFree(caller: Caller): Admitted {
  return { caller, headers: [], charges: [] };
}

/** Lets everybody in; no credential is read. */
export const OPEN_GATE: Gate = { admit: () => admitFree(ANYONE) };

/** The rules of families that look at no credential. */
export const NO_RULES: AccessRules = {
  whitelist: "never",
  admins: false,
  refusal: "INVALID_CREDENTIALS",
  usedUp: "USED_UP",
};
