/**
 * This room decides who may make a request, by the credentials that it carries.
 *
 * @module
 */

import { HttpError } from "../../http/http_error.ts";
import { andThen, type MaybeAsync, orElse } from "../../http/maybe_async.ts";
import type { ParsedRequest } from "../../http/parsed_request.ts";
import type { KeyRecord } from "../records/key_store.ts";
import {
  type AccessRequest,
  adminAdmission,
  type GateOutcome,
  missingCredential,
  noCredential,
} from "./access_request.ts";
import { type AdminPair, checkPair, readAdminPair } from "./admin_pair.ts";
import { findCarriedToken } from "./carried_token.ts";
import type { FeedGate } from "./feed_gate.ts";
import { PRIORITY_TOKEN, readCredential, readKey } from "./credential_sources.ts";
import { screen, type ScreenDeps, type Screening } from "./screen.ts";
import type { CarriedToken, TokenGate } from "./token_gate.ts";

/** Decides who comes in. */
export interface Gate {
  /**
   * Lets the caller in, or says why not.
   *
   * @throws {HttpError} or rejects with it, where the request cannot be read or the store cannot be asked
   */
  admit(request: ParsedRequest, access: AccessRequest): MaybeAsync<GateOutcome>;
  /** Looks at credentials as `admit` does, and charges nothing. */
  screen(request: ParsedRequest, access: AccessRequest): Screening | Promise<Screening>;
  /** Notes that a request was refused before its credentials were asked for: a token in it was used. */
  noteRefused(request: ParsedRequest, access: AccessRequest, status: number): void | Promise<void>;
}

/** What the gate works with. */
export interface GateDeps extends ScreenDeps {
  readonly tokens: TokenGate;
  readonly feeds: FeedGate;
}

/**
 * Makes the gate of data endpoints. A valid priority token counts first, else a key, else admin
 * credentials. A credential that is invalid is as if absent: a wrong token beside a good key does no
 * harm.
 */
export function createGate(deps: GateDeps): Gate {
  return {
    admit: (request, access) => admitWithToken(deps, request, access),
    screen: (request, access) => screen(deps, request, access),
    noteRefused: (request, access, status) => noteRefusedToken(deps, request, access, status),
  };
}

function admitWithToken(
  deps: GateDeps,
  request: ParsedRequest,
  access: AccessRequest,
): MaybeAsync<GateOutcome> {
  const carried = findCarriedToken(deps.credentials, request);
  if (!(carried instanceof Promise)) return admitCarried(deps, carried, request, access);
  return carried.then((carried) => admitCarried(deps, carried, request, access));
}

/** `carried`: the token in the request, if there is one. */
function admitCarried(
  deps: GateDeps,
  carried: CarriedToken | undefined,
  request: ParsedRequest,
  access: AccessRequest,
): MaybeAsync<GateOutcome> {
  return carried === undefined
    ? admitWithoutToken(deps, request, access)
    : deps.tokens.admit(carried, request, access);
}

/** Feed tokens are looked for where feeds are, and nowhere else. */
function admitWithoutToken(
  deps: GateDeps,
  request: ParsedRequest,
  access: AccessRequest,
): MaybeAsync<GateOutcome> {
  if (access.feed === undefined) return admitWithKey(deps, request, access);
  return andThen(
    deps.feeds.admit(request, access),
    (admission) => admission ?? admitWithKey(deps, request, access),
  );
}

function admitWithKey(
  deps: GateDeps,
  request: ParsedRequest,
  access: AccessRequest,
): MaybeAsync<GateOutcome> {
  const { credentials } = deps;
  const pair = access.family === "bare" ? undefined : readAdminPair(request);
  const secret = readKey(request);
  if (secret === undefined) {
    const refusal = pair === undefined ? withoutKey(request, access) : noCredential(access);
    return admitWithPair(deps, pair, request, access, refusal);
  }
  const key = credentials.findKey(secret);
  if (!(key instanceof Promise)) return admitFound(deps, key, pair, request, access);
  return key.then((key) => admitFound(deps, key, pair, request, access));
}

/** `key`: what the caller's key is on record as, if it is. */
function admitFound(
  deps: GateDeps,
  key: KeyRecord | undefined,
  pair: AdminPair | undefined,
  request: ParsedRequest,
  access: AccessRequest,
): MaybeAsync<GateOutcome> {
  if (key === undefined) return admitWithPair(deps, pair, request, access, noCredential(access));
  deps.keys.note(request);
  const refusal = deps.keys.refusal(key, request, access);
  if (refusal !== undefined) return admitWithPair(deps, pair, request, access, refusal);
  return pair === undefined
    ? deps.keys.admit(key, request, access)
    : admitWithBoth(deps, key, pair, request, access);
}

/** A key that is used up or too fast does not keep out the pair beside it. */
function admitWithBoth(
  deps: GateDeps,
  key: KeyRecord,
  pair: AdminPair,
  request: ParsedRequest,
  access: AccessRequest,
): MaybeAsync<GateOutcome> {
  return andThen(
    deps.keys.admit(key, request, access),
    (outcome) =>
      outcome instanceof HttpError ? admitWithPair(deps, pair, request, access, outcome) : outcome,
  );
}

/** `refusal` is the outcome of the other credentials; it stands where the pair opens nothing. */
function admitWithPair(
  deps: GateDeps,
  pair: AdminPair | undefined,
  request: ParsedRequest,
  access: AccessRequest,
  refusal: HttpError,
): MaybeAsync<GateOutcome> {
  if (pair === undefined) return refusal;
  return andThen(checkPair(deps, pair, request, access), (outcome) => {
    if (outcome === "wrong") return refusal;
    deps.passwordsInTheClear.note(request);
    return outcome === "right" ? adminAdmission(pair.username) : outcome;
  });
}

function noteRefusedToken(
  { credentials, tokens }: GateDeps,
  request: ParsedRequest,
  access: AccessRequest,
  status: number,
): void | Promise<void> {
  return andThen(carriedToken(credentials, request), (carried) => {
    if (carried !== undefined) return tokens.note(carried, request, access, status);
  });
}

/** The token in a request that may be malformed in other ways. */
function carriedToken(credentials: GateDeps["credentials"], request: ParsedRequest) {
  return orElse(() => findCarriedToken(credentials, request), (error) => {
    if (error instanceof HttpError && error.code === "MALFORMED_REQUEST") return undefined;
    throw error;
  });
}

/** What is said without a key: where one goes, if no other credential came either. */
function withoutKey(request: ParsedRequest, access: AccessRequest): HttpError {
  const hasToken = readCredential(request, PRIORITY_TOKEN) !== undefined;
  return hasToken ? noCredential(access) : missingCredential(access);
}
