import type { LiveType } from "../records/broadcast.ts";
import { type Claim, type DropCounts, isExpired } from "../records/claim.ts";
import type { UpstreamFault } from "../records/upstream_error.ts";

/**
 * - `ok`: the platform answered well when it was last asked.
 * - `stale`: it does not answer now; what it said within the last 10 minutes is still shown.
 * - `down`: it has not answered for 10 minutes; nothing of it is shown.
 * - `off`: it is not asked.
 */
export type SourceState = "ok" | "stale" | "down" | "off";

/** One platform's state, for `X-Live-Sources` and `/status`. */
export interface SourceReport {
  readonly name: LiveType;
  readonly state: SourceState;
  /** How long ago it last answered well; absent when it never did. */
  readonly age_ms?: number;
  /** Why it could not be asked last time; absent when it could. */
  readonly last_error?: UpstreamFault;
  /** Entries that were left out of the last good answer, by reason. */
  readonly dropped: DropCounts;
}

/** Even unasked, a platform is polled every two minutes; an answer older than this means trouble. */
const STALE_AFTER_MS = 5 * 60_000;

/** With long intervals, an answer that is older than so many of them does. */
const STALE_AFTER_INTERVALS = 2;

interface ReportOptions {
  /** Whether this process polls the platform. */
  readonly isPolled: boolean;
  readonly storeFailed: boolean;
  readonly now: number;
  readonly intervalMs: number;
}

/** Reports a platform. */
export function reportSource(name: LiveType, claim: Claim, facts: ReportOptions): SourceReport {
  const { succeededAt: succeededAt, dropped } = claim;
  const fault = facts.storeFailed ? "store" : claim.fault;
  const state = stateOf(claim, facts);
  return {
    name,
    state,
    ...(succeededAt !== null && { age_ms: Math.max(0, facts.now - succeededAt) }),
    ...(fault !== null && state !== "off" && { last_error: fault }),
    dropped,
  };
}

function stateOf({ succeededAt: succeededAt, failures }: Claim, facts: ReportOptions): SourceState {
  const { isPolled: asked, storeFailed, now, intervalMs } = facts;
  if (isExpired(succeededAt, now)) return asked ? "down" : "off";
  const old = now - succeededAt! > Math.max(STALE_AFTER_MS, STALE_AFTER_INTERVALS * intervalMs);
  return failures > 0 || storeFailed || old ? "stale" : "ok";
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
