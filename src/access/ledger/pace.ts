/** How fast units are spent between two blocks. */
export interface Pace {
  spend(units: number): void;
  /** Units per second since the last call, which this one begins anew. */
  take(now: number): number;
}

/** A pace that starts at `start`, epoch ms. */
export function createPace(start: number): Pace {
  let since = start;
  let spent = 0;
  return {
    spend: (units) => void (spent += units),
    take(now) {
      const perSecond = spent * 1000 / Math.max(1, now - since);
      since = now;
      spent = 0;
      return perSecond;
    },
  };
}
