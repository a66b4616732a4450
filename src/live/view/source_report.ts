import type { LiveType, SourceState } from "../../model/enums.ts";
import { type Claim, type DropCounts, isExpired } from "../records/claim.ts";
import type { UpstreamFault } from "../records/upstream_error.ts";

/** One platform's state, for `X-Live-Sources` and `/status`. */
export interface SourceReport {
  readonly name: LiveType;
  readonly state: SourceState;
  /** The age of the last successful poll; absent where there is none. */
  readonly age_ms?: number;
  /** The bytes of the lists that were read last, decompressed; absent where none was. */
  readonly bytes?: number;
  /** Why the last poll failed or read only a part; absent where it read all. */
  readonly last_error?: UpstreamFault;
  /** Entries that were left out of the last successful poll, by reason. */
  readonly dropped: DropCounts;
  /** There where the platform's chats cannot be read: the reason that `chat-stream` gives. */
  readonly chat?: "unsupported";
}

/** Without demand a platform is polled every two minutes; an older success means trouble. */
const STALE_AFTER_MS = 5 * 60_000;

/** Where the interval is long, a success that is older than this many intervals does. */
const STALE_AFTER_INTERVALS = 2;

interface ReportOptions {
  /** Whether this process polls the platform. */
  readonly isPolled: boolean;
  readonly storeFailed: boolean;
  readonly now: number;
  readonly intervalMs: number;
}

/** Reports a platform. */
export function reportSource(name: LiveType, claim: Claim, options: ReportOptions): SourceReport {
  const { succeededAt, dropped, bytes } = claim;
  const fault = options.storeFailed ? "store" : claim.fault;
  const state = stateOf(claim, options);
  return {
    name,
    state,
    ...(succeededAt !== null && { age_ms: Math.max(0, options.now - succeededAt) }),
    ...(bytes !== null && { bytes }),
    ...(fault !== null && state !== "off" && { last_error: fault }),
    dropped,
    ...(name === "idn" && { chat: "unsupported" }),
  };
}

function stateOf(
  { succeededAt, fault }: Claim,
  options: ReportOptions,
): SourceState {
  const { isPolled, storeFailed, now, intervalMs } = options;
  if (isExpired(succeededAt, now)) return isPolled ? "down" : "off";
  const old = now - succeededAt! > Math.max(STALE_AFTER_MS, STALE_AFTER_INTERVALS * intervalMs);
  return fault !== null || storeFailed || old ? "stale" : "ok";
}

/** The value of `X-Live-Sources` (RFC 9651, a list): `idn;state=ok;age=12, showroom;state=down`. */
export function sourcesHeader(reports: readonly SourceReport[]): string {
  return reports.map(({ name, state, age_ms: age, last_error: error }) =>
    [
      `${name};state=${state}`,
      ...(age === undefined ? [] : [`age=${Math.floor(age / 1000)}`]),
      ...(error === undefined ? [] : [`error=${error}`]),
    ].join(";")
  ).join(", ");
}
