import type { ParsedRequest } from "../../http/parsed_request.ts";
import { isLoopback } from "../../http/host.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";

/** Counts credentials of one kind that came in the clear. */
export interface ClearTextCount {
  note(request: ParsedRequest): void;
  readonly total: number;
}

/** The counts of what has no warning for each single credential, as tokens have. */
export interface ClearTextCounts {
  readonly keys: ClearTextCount;
  readonly passwords: ClearTextCount;
}

/** Busy keys must not fill the log. */
const WARN_EVERY_MS = 3_600_000;

/** Whether everybody between the client and this machine could read what it sent. */
export function isInTheClear({ isSecure, address }: ParsedRequest): boolean {
  return !isSecure && !isLoopback(address);
}

/** Makes the counts. Each warns at its first, and then once an hour at most. */
export function createClearTextCounts(deps: { clock: Clock; log: Log }): ClearTextCounts {
  return {
    keys: createCount("API keys came over plain http", deps),
    passwords: createCount("Passwords of administrators came over plain http", deps),
  };
}

function createCount(warning: string, { clock, log }: { clock: Clock; log: Log }): ClearTextCount {
  let total = 0;
  let warnedAt: number | undefined;
  return {
    note(request) {
      if (!isInTheClear(request)) return;
      total++;
      const now = clock.now();
      // A clock that was set back must not silence it for longer.
      if (warnedAt !== undefined && now >= warnedAt && now - warnedAt < WARN_EVERY_MS) return;
      warnedAt = now;
      log.warn(warning, { times: total, request_id: request.requestId });
    },
    get total() {
      return total;
    },
  };
}
