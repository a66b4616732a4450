import type { ParsedRequest } from "../../http/parsed_request.ts";
import { HttpError } from "../../http/http_error.ts";
import { type AdminPair, checkPair, type PairDeps, readAdminPair } from "./admin_pair.ts";
import { adminAdmission, missingCredential } from "./access_request.ts";
import type { Gate } from "./gate.ts";
import type { Screening } from "./screen.ts";

const ACCESS = { family: "admin" } as const;

/** Lets administrators in, and nobody else: a priority token opens nothing here. */
export function createAdminGate(deps: PairDeps): Gate {
  return {
    async admit(request) {
      const pair = readAdminPair(request);
      if (pair === undefined) return missingCredential(ACCESS);
      const outcome = await checkPair(deps, pair, request, ACCESS);
      if (outcome === "wrong") return new HttpError("INVALID_CREDENTIALS");
      deps.passwordsInTheClear.note(request);
      return outcome === "right" ? adminAdmission(pair.username) : outcome;
    },
    async screen(request) {
      const pair = readAdminPair(request);
      return pair === undefined ? "none" : await screenPair(deps, pair, request);
    },
    noteRefused() {},
  };
}

async function screenPair(
  deps: PairDeps,
  pair: AdminPair,
  request: ParsedRequest,
): Promise<Screening> {
  const outcome = await checkPair(deps, pair, request, ACCESS);
  if (outcome === "right") return "open";
  return outcome === "wrong" ? new HttpError("INVALID_CREDENTIALS") : outcome;
}
