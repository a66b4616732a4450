import { parseAddress } from "../../address/ip_address.ts";
import type { Call } from "../../http/call.ts";
import { Refusal, tooMany } from "../../http/refusal.ts";
import { type AdminPair, readAdminPair } from "./admin_pair.ts";
import type { Admins } from "./admins.ts";
import type { ClearTextCount } from "./clear_text.ts";
import type { Gate } from "./gate.ts";

/** What the gate of administrators works with. */
export interface AdminGateDeps {
  readonly admins: Admins;
  readonly passwordsInTheClear: ClearTextCount;
}

/** Lets administrators in, and nobody else: a priority token opens nothing here. */
export function createAdminGate({ admins, passwordsInTheClear }: AdminGateDeps): Gate {
  return {
    async admit(call) {
      const pair = readAdminPair(call);
      if (pair === undefined) throw new Refusal("INVALID_CREDENTIALS");
      const refusal = await refusalOf(admins, pair, call);
      if (refusal !== undefined) throw refusal;
      passwordsInTheClear.note(call);
      const { username } = pair;
      return { caller: { kind: "admin", username }, mayRead: () => true, headers: [], settle() {} };
    },
    async screen(call) {
      const pair = readAdminPair(call);
      return pair === undefined ? "none" : await refusalOf(admins, pair, call) ?? "open";
    },
    refused() {},
  };
}

async function refusalOf(
  admins: Admins,
  { username, password }: AdminPair,
  { address }: Call,
): Promise<Refusal | undefined> {
  const verdict = await admins.verify(username, password, parseAddress(address));
  if (typeof verdict === "object") return tooMany(verdict.retryAfterMs);
  return verdict ? undefined : new Refusal("INVALID_CREDENTIALS");
}
