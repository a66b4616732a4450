/**
 * A process's claim to deliver what others could deliver too. It is part of a value in the store, is
 * taken by compare-and-set, and ends by itself where the process dies.
 */
export interface DeliveryClaim {
  /** The process that delivers right now; "" is none. */
  readonly holder: string;
  /** Until when, in epoch milliseconds; afterwards somebody else may go on. */
  readonly heldUntil: number;
}

/** How long a process may take before another may go on. */
export const CLAIM_MS = 15_000;
/** The same for a letter: a mail server has several steps, and each may be slow. */
export const MAIL_CLAIM_MS = 120_000;
/** How much the clocks of two machines may differ. */
export const MAX_SKEW_MS = 10_000;

/** Nobody's claim. */
export const UNCLAIMED: DeliveryClaim = { holder: "", heldUntil: 0 };

/** The claim of `holder` from `now` on. */
export function claimFor(holder: string, now: number): DeliveryClaim {
  return { holder, heldUntil: now + CLAIM_MS };
}

/** Whether another process than `holder` has the claim at `now`. */
export function isHeldByAnother(claim: DeliveryClaim, holder: string, now: number): boolean {
  return claim.holder !== "" && claim.holder !== holder && claim.heldUntil > now;
}

/** An instant of the store, or 0 where it lies after `latest`: a clock that was set back. */
export function unlessLater(at: number, latest: number): number {
  return at <= latest ? at : 0;
}

/** The end of a claim, or 0 where no claim for `claimMs` made at `now` or before can end so late. */
export function sensibleHeldUntil(
  { heldUntil }: DeliveryClaim,
  now: number,
  claimMs = CLAIM_MS,
): number {
  return unlessLater(heldUntil, now + MAX_SKEW_MS + claimMs);
}
