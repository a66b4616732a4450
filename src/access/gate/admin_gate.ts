import { parseAddress } from "../../address/ip_address.ts";
import type { ParsedRequest } from "../../http/parsed_request.ts";
import { HttpError, tooMany } from "../../http/http_error.ts";
import { type AdminPair, readAdminPair } from "./admin_pair.ts";
import type { Admins } from "../admins/admins.ts";
import type { ClearTextCount } from "./clear_text.ts";
import { adminAdmission, missingCredential } from "./access_request.ts";
import type { Gate } from "./gate.ts";

/** What the gate of administrators works with. */
export interface AdminGateDeps {
  readonly admins: Admins;
  readonly passwordsInTheClear: ClearTextCount;
}

/** Lets administrators in, and nobody else: a priority token opens nothing here. */
export function createAdminGate({ admins, passwordsInTheClear }: AdminGateDeps): Gate {
  return {
    async admit(request) {
      const pair = readAdminPair(request);
      if (pair === undefined) return missingCredential({ family: "admin" });
      const refusal = await findRefusal(admins, pair, request);
      if (refusal !== undefined) return refusal;
      passwordsInTheClear.note(request);
      return adminAdmission(pair.username);
    },
    async screen(request) {
      const pair = readAdminPair(request);
      return pair === undefined ? "none" : await findRefusal(admins, pair, request) ?? "open";
    },
    noteRefused() {},
  };
}

async function findRefusal(
  admins: Admins,
  { username, password }: AdminPair,
  { address }: ParsedRequest,
): Promise<HttpError | undefined> {
  const verdict = await admins.verify(username, password, parseAddress(address));
  if (typeof verdict === "object") return tooMany(verdict.retryAfterMs);
  return verdict ? undefined : new HttpError("INVALID_CREDENTIALS");
}
