import type { HolderState, Totals } from "./fold.ts";

/** A holder that wrote a ticket within this time is active. */
const ACTIVE_MS = 60_000;
/** An idle holder reads its log every 10 minutes; one that is silent for twice as long has died. */
const ALIVE_MS = 1_200_000;

/** Counts the holders that lease from the log now, `self` included. */
export function activeHolders(totals: Totals, self: string, now: number): number {
  return 1 + others(totals, self).filter(({ done, at }) => !done && now - at < ACTIVE_MS).length;
}

/** Whether another holder may have units that it could still give back. */
export function othersMayGiveBack(totals: Totals, self: string, now: number): boolean {
  return others(totals, self).some(({ done, at }) => !done && now - at < ALIVE_MS);
}

/** Whether another holder has ever leased from the log. */
export function hasOthers(totals: Totals, self: string): boolean {
  return others(totals, self).length > 0;
}

function others({ holders }: Totals, self: string): HolderState[] {
  return Object.keys(holders).filter((name) => name !== self).map((name) => holders[name]!);
}
