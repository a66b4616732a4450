import { HttpError } from "../../http/http_error.ts";
import { andThen } from "../../http/maybe_async.ts";
import { ANYONE, type Gate, missingCredential } from "./access_request.ts";
import { checkPair, type PairDeps, readAdminPair } from "./credentials.ts";

const ACCESS = { family: "admin" } as const;

/** Lets administrators in, and nobody else: a priority token opens nothing here. */
export function createAdminGate(deps: PairDeps): Gate {
  return {
    identify(request, _access, isEarly) {
      const pair = readAdminPair(request);
      if (pair === undefined) return ANYONE;
      return andThen(checkPair(deps, pair, request, ACCESS), (outcome) => {
        if (outcome === "wrong") return new HttpError("INVALID_CREDENTIALS");
        if (!isEarly) deps.passwordsInTheClear.note(request);
        return outcome === "right" ? { kind: "admin", username: pair.username } : outcome;
      });
    },
    charge: (caller) => caller.kind === "admin" ? caller : missingCredential(ACCESS),
    settle() {},
    noteRefused() {},
  };
}
