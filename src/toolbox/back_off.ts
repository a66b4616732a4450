/**
 * This room holds small tools that several rooms need and that know nothing of any.
 *
 * @module
 */

/** How the waits of one kind of work grow: they double from the first to the longest. */
export interface BackOff {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** The wait in ms after `failures` waits before it: `firstMs`, twice that, … `maxMs`. */
export function backOffMs({ firstMs, maxMs }: BackOff, failures: number): number {
  return Math.min(maxMs, firstMs * 2 ** failures);
}

/**
 * The same, less up to half by `fraction` (0 to 1): processes that failed together come back apart, and
 * none at once.
 */
export function halfJitterMs(backOff: BackOff, failures: number, fraction: number): number {
  return backOffMs(backOff, failures) * (0.5 + fraction / 2);
}

/**
 * Any part of it by `fraction` (0 to 1): most apart, for many who contend for one thing ("full jitter",
 * Exponential Backoff And Jitter, AWS Architecture Blog, 2015).
 */
export function fullJitterMs(backOff: BackOff, failures: number, fraction: number): number {
  return backOffMs(backOff, failures) * fraction;
}
