import type { HttpError } from "../../http/http_error.ts";
import { andThen, type MaybeAsync } from "../../http/maybe_async.ts";
import type { ParsedRequest } from "../../http/request.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { TokenRecord } from "../records/token_store.ts";
import {
  type AccessRequest,
  type Caller,
  type CarriedToken,
  type ChargedRequest,
  onlyOverHttps,
} from "./access_request.ts";
import { isInTheClear } from "./credentials.ts";

/** Called with each use of a priority token; the answer waits for the promise, where there is one. */
export type RecordUse = (use: TokenUse) => void | Promise<void>;

/** One use of a priority token, with the status it was answered with. */
export interface TokenUse {
  readonly token: TokenRecord;
  readonly secret: string;
  /** When the request came in, epoch ms. */
  readonly at: number;
  readonly request: ParsedRequest;
  /** The endpoint's template, as `/api/groupa/theater/{id}`; "" where there is none. */
  readonly route: string;
  readonly status: number;
}

/** Lets callers with a priority token in: no whitelist, no rate, no quota. */
export interface TokenGate {
  /** Refuses a token that may not come in the clear. */
  charge(
    caller: CarriedToken,
    request: ChargedRequest,
    access: AccessRequest,
  ): MaybeAsync<Caller | HttpError>;
  /** Records the use of a token that was let in. */
  settle(
    caller: CarriedToken,
    request: ChargedRequest,
    access: AccessRequest,
    status: number,
  ): void | Promise<void>;
  /** Records a use that came to this status without being let in. */
  noteRefused(
    caller: CarriedToken,
    request: ParsedRequest,
    access: AccessRequest,
    status: number,
  ): void | Promise<void>;
  /** How many tokens came in the clear from elsewhere than this machine. */
  readonly inTheClear: number;
}

export interface TokenGateDeps {
  readonly requireHttps: boolean;
  readonly record: RecordUse;
  readonly clock: Clock;
  readonly log: Log;
}

export function createTokenGate(deps: TokenGateDeps): TokenGate {
  const { requireHttps, record, clock } = deps;
  const clearText = createClearTextCount(deps);

  function note(
    { token, secret }: CarriedToken,
    request: ParsedRequest,
    { route }: AccessRequest,
    status: number,
    at = clock.now(),
  ) {
    return record({ token, secret, at, request, route, status });
  }

  return {
    charge(caller, request, access) {
      if (clearText.count(caller, request) && requireHttps) {
        const refusal = onlyOverHttps("Priority tokens");
        return andThen(note(caller, request, access, refusal.status), () => refusal);
      }
      request.admittedAt = clock.now();
      return caller;
    },
    settle: (caller, request, access, status) =>
      note(caller, request, access, status, request.admittedAt),
    noteRefused(caller, request, access, status) {
      clearText.count(caller, request);
      return note(caller, request, access, status);
    },
    get inTheClear() {
      return clearText.sum();
    },
  };
}

/** Counts the tokens that came in the clear, and warns of them. */
function createClearTextCount({ requireHttps, log }: Pick<TokenGateDeps, "requireHttps" | "log">) {
  const timesById = new Map<string, number>();
  return {
    /** Counts a token that everybody on its way could read; whether it is one. */
    count({ token: { id } }: CarriedToken, request: ParsedRequest): boolean {
      if (!isInTheClear(request)) return false;
      const times = (timesById.get(id) ?? 0) + 1;
      timesById.set(id, times);
      // At 1, 2, 4, 8 …: a busy token must not fill the log.
      if ((times & (times - 1)) === 0) {
        const { requestId: request_id } = request;
        const fields = { token: id, times, refused: requireHttps, request_id };
        log.warn("A priority token came over plain http", fields);
      }
      return true;
    },
    sum: () => timesById.values().reduce((sum, times) => sum + times, 0),
  };
}
