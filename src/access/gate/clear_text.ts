import type { HttpError } from "../../http/http_error.ts";
import type { ParsedRequest } from "../../http/parsed_request.ts";
import { isLoopback } from "../../http/host.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { type AccessRequest, onlyOverHttps } from "./access_request.ts";

/** Counts credentials of one kind that came in the clear, and refuses them if https is required. */
export interface ClearTextCount {
  note(request: ParsedRequest): void;
  /** Why no credential of the kind opens anything on this request; undefined: it may. */
  refusal(request: ParsedRequest, access: Pick<AccessRequest, "family">): HttpError | undefined;
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

interface ClearTextDeps {
  /** REQUIRE_HTTPS */
  readonly requireHttps: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** Makes the counts. Each warns at its first, and then once an hour at most. */
export function createClearTextCounts(deps: ClearTextDeps): ClearTextCounts {
  return {
    keys: createCount("API keys", deps),
    passwords: createCount("Passwords of administrators", deps),
  };
}

function createCount(kind: string, { requireHttps, clock, log }: ClearTextDeps): ClearTextCount {
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
      const fields = { times: total, refused: requireHttps, request_id: request.requestId };
      log.warn(`${kind} came over plain http`, fields);
    },
    refusal(request, access) {
      return requireHttps && isInTheClear(request) ? onlyOverHttps(kind, access) : undefined;
    },
    get total() {
      return total;
    },
  };
}
