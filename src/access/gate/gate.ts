/**
 * This room decides who may make a request, by the credentials that it carries.
 *
 * @module
 */

import type { HeaderList } from "../../http/fixed_headers.ts";
import { type HttpError } from "../../http/http_error.ts";
import type { MaybeAsync } from "../../http/maybe_async.ts";
import type { ParsedRequest } from "../../http/request.ts";
import type { FamilyName } from "../../model/enums.ts";
import type { Plans } from "../../model/plans.ts";
import type { Charge } from "../../quota/charge.ts";
import { ANYONE, type Caller } from "./caller.ts";

/** What a request asks for, as its route declares it. */
export interface AccessRequest {
  readonly family: FamilyName;
  /** The group's slug, if it is one group's. */
  readonly group?: string;
  /** Which endpoint, as the audit names it: `/api/groupa/theater/{id}`. */
  readonly route: string;
  /** Whether what is behind it is not charged, and open to a used-up key (`/v1/key`). */
  readonly isUnmetered: boolean;
  /** What it costs a key, if that is not one request. */
  readonly units?: (request: ParsedRequest, reader: UnitsReader) => number;
  /** Whether callers without a credential are let in, within bounds. */
  readonly isOpen?: true;
  /** Whether it is a calendar or feed: of a group that shows them to everybody, or not. */
  readonly feed?: "public" | "private";
}

/** Who is charged, and when (epoch ms). */
export interface UnitsReader {
  readonly now: number;
  mayRead(group: string): boolean;
}

/** A request while its caller is charged for it. */
export interface ChargedRequest extends ParsedRequest {
  readonly plans: Plans;
  charge: Charge | undefined;
  /** When the caller was let in, epoch ms; of tokens. */
  admittedAt: number;
  addHeaders(headers: HeaderList): void;
}

/** Decides who comes in, in two phases. It returns its refusals. */
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
