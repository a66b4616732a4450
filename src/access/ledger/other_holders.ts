import type { HolderState, Tally } from "./fold.ts";

/** Who leased within this time counts as active. */
const ACTIVE_MS = 60_000;
/** An idle holder looks at its sheet every 10 minutes; one silent for longer has died. */
const ALIVE_MS = 1_200_000;

/** How many holders lease from the sheet now, `self` included. */
export function activeHolders(tally: Tally, self: string, now: number): number {
  return 1 + others(tally, self).filter(({ done, at }) => !done && now - at < ACTIVE_MS).length;
}

/** Whether another holder may have units that it could still give back. */
export function othersMayGiveBack(tally: Tally, self: string, now: number): boolean {
  return others(tally, self).some(({ done, at }) => !done && now - at < ALIVE_MS);
}

/** Whether anybody else has ever leased from the sheet. */
export function hasOthers(tally: Tally, self: string): boolean {
  return others(tally, self).length > 0;
}

function others({ holders }: Tally, self: string): HolderState[] {
  return Object.keys(holders).filter((name) => name !== self).map((name) => holders[name]!);
}
