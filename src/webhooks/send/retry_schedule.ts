const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The waits between attempts of one event; after the last it is given up. */
const WAITS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
];

/** Up to so much of a wait is added by chance, so that what failed together comes back apart. */
const JITTER = 0.2;

/** The longest wait that a cursor can hold; longer ones that an address asks for are cut. */
export const MAX_RETRY_WAIT_MS = 24 * HOUR_MS * (1 + JITTER);

/** The wait after an attempt that failed, with `attempts` before it; null: give up. */
export function retryWaitMs(attempts: number, chance: number): number | null {
  const waitMs = WAITS_MS[attempts];
  return waitMs === undefined ? null : waitMs * (1 + JITTER * chance);
}
