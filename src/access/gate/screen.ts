import type { HttpError } from "../../http/http_error.ts";
import { andThen } from "../../http/maybe_async.ts";
import type { ParsedRequest } from "../../http/parsed_request.ts";
import type { CredentialTable } from "../records/credential_table.ts";
import { type AccessRequest, noCredential } from "./access_request.ts";
import { type AdminPair, checkPair, type PairDeps, readAdminPair } from "./admin_pair.ts";
import { findCarriedToken } from "./carried_token.ts";
import { PRIORITY_TOKEN, readCredential, readKey } from "./credential_sources.ts";
import type { KeyGate } from "./key_gate.ts";

/** What the credentials of a request come to before its body is read: one opens, none is there, or the refusal. */
export type Screening = "open" | "none" | HttpError;

/** What screening works with. */
export interface ScreenDeps extends PairDeps {
  readonly credentials: Pick<CredentialTable, "findKey" | "findToken">;
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
  deps: ScreenDeps,
  pair: AdminPair | undefined,
  request: ParsedRequest,
  access: AccessRequest,
  refusal: HttpError | undefined,
): Outcome {
  if (pair === undefined) return refusal ?? "none";
  return andThen(checkPair(deps, pair, request, access), (outcome) => {
    if (outcome === "right") return "open";
    return outcome === "wrong" ? refusal ?? noCredential(access) : outcome;
  });
}
