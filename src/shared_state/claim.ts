/**
 * A process's claim to do what other processes of the store could do too. It is part of a value in the
 * store, is taken by compare-and-set, and ends by itself if the process dies.
 */
export interface Claim {
  /** The process that has the claim; "" is none. */
  readonly holder: string;
  /** Until when, in epoch milliseconds; afterwards another process may go on. */
  readonly heldUntil: number;
}

/** No process's claim. */
export const UNCLAIMED: Claim = { holder: "", heldUntil: 0 };

/** Whether another process than `holder` has the claim at `now`. */
export function isHeldByAnother(claim: Claim, holder: string, now: number): boolean {
  return claim.holder !== "" && claim.holder !== holder && claim.heldUntil > now;
}

/** An instant of the store, or 0 if it is after `latest`: the clock was set back since. */
export function clampFuture(at: number, latest: number): number {
  return at <= latest ? at : 0;
}
