import type { Call } from "../http/call.ts";
import { isLoopback } from "../http/loopback.ts";
import { Refusal } from "../http/refusal.ts";
import type { Log } from "../platform/log.ts";
import type { Admission, Door } from "./door.ts";
import type { TokenRecord } from "./token_record.ts";

/** Told each use of a priority token; the answer waits for the promise, where there is one. */
export type RecordUse = (use: TokenUse) => void | Promise<void>;

/** One use of a priority token, with the status it was answered with. */
export interface TokenUse {
  readonly token: TokenRecord;
  readonly call: Call;
  readonly route: string;
  readonly status: number;
}

/** Lets callers with a priority token in: no whitelist, no rate, no quota (SPEC 5.2). */
export interface TokenGate {
  admit(token: TokenRecord, call: Call, door: Door): Admission;
  /** How many tokens came in the clear from elsewhere than this machine. */
  readonly inTheClear: number;
}

export interface TokenGateParts {
  readonly requireHttps: boolean;
  readonly record: RecordUse;
  readonly log: Log;
}

export function createTokenGate({ requireHttps, record, log }: TokenGateParts): TokenGate {
  let inTheClear = 0;
  return {
    admit(token, call, door) {
      if (!call.isSecure && !isLoopback(call.address)) {
        inTheClear++;
        log.warn("A priority token came over plain http", {
          token: token.id,
          refused: requireHttps,
        });
        if (requireHttps) throw onlyOverHttps();
      }
      const settle = (status: number) => record({ token, call, route: door.route, status });
      return { caller: { kind: "token", token }, mayRead: () => true, headers: [], settle };
    },
    get inTheClear() {
      return inTheClear;
    },
  };
}

function onlyOverHttps(): Refusal {
  const message = "Priority tokens are taken over https only";
  return new Refusal("INVALID_CREDENTIALS", { message });
}
