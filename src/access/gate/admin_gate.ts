import { parseAddress } from "../../address/ip_address.ts";
import { HttpError, tooMany } from "../../http/http_error.ts";
import { andThen, type MaybeAsync } from "../../http/maybe_async.ts";
import type { ParsedRequest } from "../../http/request.ts";
import type { FamilyName } from "../../model/enums.ts";
import type { Gate } from "./gate.ts";
import type { Admins } from "./admins.ts";
import { ANYONE, type Caller } from "./caller.ts";
import { type AdminPair, type ClearTextCount, readAdminPair } from "./credentials.ts";
import { missingCredential, noCredential } from "./refusals.ts";

/** What checking admin credentials works with. */
export interface PairDeps {
  readonly admins: Admins;
  readonly passwordsInTheClear: ClearTextCount;
}

/**
 * The administrator of a pair. `refusal` is the answer if it is wrong; it is another error if the pair is
 * not checked, because too many were wrong or https is required.
 */
export function identifyPair(
  { admins, passwordsInTheClear }: PairDeps,
  { username, password }: AdminPair,
  request: ParsedRequest,
  family: FamilyName,
  refusal: HttpError,
  isEarly = false,
): MaybeAsync<Caller | HttpError> {
  const verdict = passwordsInTheClear.refusal(request, family) ??
    admins.verify(username, password, parseAddress(request.address));
  return andThen(verdict, (verdict): Caller | HttpError => {
    if (verdict === false) return refusal;
    if (!isEarly) passwordsInTheClear.note(request);
    if (verdict === true) return { kind: "admin", username };
    return verdict instanceof HttpError ? verdict : tooMany(verdict.retryAfterMs);
  });
}

/** Lets in administrators alone: a priority token opens nothing here. */
export function createAdminGate(deps: PairDeps): Gate {
  return {
    identify(request, _access, isEarly) {
      const pair = readAdminPair(request);
      if (pair === undefined) return ANYONE;
      return identifyPair(deps, pair, request, "admin", noCredential("admin"), isEarly);
    },
    charge: (caller) => caller.kind === "admin" ? caller : missingCredential("admin"),
    settle() {},
    noteRefused() {},
  };
}
