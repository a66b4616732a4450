import { isLoopback, type ParsedRequest } from "../../http/request.ts";
import type { HttpError } from "../../http/http_error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { type AccessRequest, onlyOverHttps } from "./access_request.ts";

/** Whether everybody between the client and this machine could read what it sent. */
export function isInTheClear({ isSecure, address }: ParsedRequest): boolean {
  return !isSecure && !isLoopback(address);
}

/** Counts credentials of one kind that came in the clear, and refuses them if https is required. */
export interface ClearTextCount {
  /** Counts the credential of a request, if it came in the clear; `id` names its record. */
  note(request: ParsedRequest, id?: string): void;
  /** Why no credential of the kind opens anything on this request; undefined: it may. */
  refusal(request: ParsedRequest, access?: Pick<AccessRequest, "family">): HttpError | undefined;
  readonly total: number;
}

/** The counts of each kind of credential. */
export type ClearTextCounts = ReturnType<typeof createClearTextCounts>;

/** Busy keys must not fill the log. */
const WARN_EVERY_MS = 3_600_000;

/**
 * Creates the counts. Those of keys and passwords warn at their first, and then once an hour at most; that
 * of priority tokens warns of each token's 1st, 2nd, 4th, 8th …
 */
export function createClearTextCounts({ requireHttps, clock, log }: {
  /** REQUIRE_HTTPS */
  readonly requireHttps: boolean;
  readonly clock: Clock;
  readonly log: Log;
}) {
  /** `warn` is called with each credential, and how many came before it. */
  function createCount(
    kind: string,
    warn: (times: number, request: ParsedRequest, id: string) => void,
  ): ClearTextCount {
    let total = 0;
    return {
      note(request, id = "") {
        if (isInTheClear(request)) warn(++total, request, id);
      },
      refusal: (request, access) =>
        requireHttps && isInTheClear(request) ? onlyOverHttps(kind, access) : undefined,
      get total() {
        return total;
      },
    };
  }

  function createHourlyCount(kind: string): ClearTextCount {
    let warnedAt: number | undefined;
    return createCount(kind, (times, { requestId }) => {
      const now = clock.now();
      // A clock that was set back must not silence it for longer.
      if (warnedAt !== undefined && now >= warnedAt && now - warnedAt < WARN_EVERY_MS) return;
      warnedAt = now;
      const fields = { times, refused: requireHttps, request_id: requestId };
      log.warn(`${kind} came over plain http`, fields);
    });
  }

  const timesById = new Map<string, number>();
  return {
    keys: createHourlyCount("API keys"),
    passwords: createHourlyCount("Passwords of administrators"),
    tokens: createCount("Priority tokens", (_total, { requestId }, id) => {
      const times = (timesById.get(id) ?? 0) + 1;
      timesById.set(id, times);
      // A busy token must not fill the log.
      if ((times & (times - 1)) !== 0) return;
      const fields = { token: id, times, refused: requireHttps, request_id: requestId };
      log.warn("A priority token came over plain http", fields);
    }),
  };
}
