import { parseAddress } from "../../address/ip_address.ts";
import { type HttpError, tooMany } from "../../http/http_error.ts";
import { andThen } from "../../http/maybe_async.ts";
import type { ParsedRequest } from "../../http/parsed_request.ts";
import type { CredentialTable } from "../records/credential_table.ts";
import { type AccessRequest, noCredential } from "./access_request.ts";
import { type AdminPair, readAdminPair } from "./admin_pair.ts";
import type { Admins } from "../admins/admins.ts";
import { findCarriedToken } from "./carried_token.ts";
import { PRIORITY_TOKEN, readCredential, readKey } from "./credential_sources.ts";
import type { KeyGate } from "./key_gate.ts";

/** What the credentials of a request come to before its body is read: one opens, none is there, or the refusal. */
export type Screening = "open" | "none" | HttpError;

/** What screening works with. */
export interface ScreenDeps {
  readonly credentials: Pick<CredentialTable, "findKey" | "findToken">;
  readonly admins: Admins;
  readonly keys: KeyGate;
}

type Outcome = Screening | Promise<Screening>;

/** Looks at the credentials of a request in the order in which the gate admits, and charges nothing. */
export function screen(deps: ScreenDeps, request: ParsedRequest, access: AccessRequest): Outcome {
  const hasToken = readCredential(request, PRIORITY_TOKEN) !== undefined;
  return andThen(findCarriedToken(deps.credentials, request), (carried) => {
    if (carried !== undefined) return "open";
    return screenKey(deps, request, access, hasToken ? noCredential(access) : undefined);
  });
}

/** `refusal` is what came of a token before it. */
function screenKey(
  deps: ScreenDeps,
  request: ParsedRequest,
  access: AccessRequest,
  refusal: HttpError | undefined,
): Outcome {
  const { credentials, keys } = deps;
  const pair = access.family === "bare" ? undefined : readAdminPair(request);
  const secret = readKey(request);
  if (secret === undefined) return screenPair(deps, pair, request, access, refusal);
  return andThen(credentials.findKey(secret), (key) => {
    const refusal = key === undefined ? noCredential(access) : keys.refusal(key, request, access);
    return refusal === undefined ? "open" : screenPair(deps, pair, request, access, refusal);
  });
}

function screenPair(
  { admins }: ScreenDeps,
  pair: AdminPair | undefined,
  request: ParsedRequest,
  access: AccessRequest,
  refusal: HttpError | undefined,
): Outcome {
  if (pair === undefined) return refusal ?? "none";
  const verdict = admins.verify(pair.username, pair.password, parseAddress(request.address));
  return andThen(verdict, (verdict) => {
    if (verdict === true) return "open";
    return verdict === false ? refusal ?? noCredential(access) : tooMany(verdict.retryAfterMs);
  });
}
