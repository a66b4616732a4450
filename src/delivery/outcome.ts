import type { Clock } from "../platform/clock.ts";
import { retryAfterMs } from "../platform/outbound_fetch.ts";

/** What came of posting a message. */
export type PostOutcome =
  /** It arrived; `pauseMs`: nothing more will be taken for so long. */
  | { readonly kind: "sent"; readonly pauseMs: number }
  /** Too fast: again after so long. */
  | { readonly kind: "wait"; readonly pauseMs: number }
  /** It failed, or nobody knows: again after a back-off. */
  | { readonly kind: "failed"; readonly reason: string }
  /** The message itself is not acceptable. */
  | { readonly kind: "refused"; readonly reason: string }
  /** The address is gone or shut: no more posts. */
  | { readonly kind: "stop"; readonly reason: string };

/** A pause that a server asked for in seconds, in milliseconds: between 1 s and 1 h. */
export function askedPauseMs(seconds: unknown): number | null {
  const asked = Number(seconds);
  if (seconds === null || seconds === "" || !Number.isFinite(asked)) return null;
  return Math.min(3_600_000, Math.max(1_000, Math.ceil(asked * 1_000)));
}

/** The pause that `Retry-After` asks for, in milliseconds; null where it asks for none. */
export function retryAfterPauseMs(headers: Headers, clock: Clock): number | null {
  const waitMs = retryAfterMs(headers, clock.now());
  return waitMs === undefined ? null : askedPauseMs(waitMs / 1_000);
}
