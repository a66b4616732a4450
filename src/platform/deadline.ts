import type { Clock } from "./clock.ts";

/**
 * Rejects with `late` when `work` has not settled after `limitMs`; else settles as it does. The work
 * itself goes on: what it does to the store may still happen.
 */
export function deadline<T>(
  clock: Clock,
  limitMs: number,
  work: Promise<T>,
  late = () => new Error(`Cannot reach the store: no answer within ${limitMs} ms`),
): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(late());
    const cancel = clock.after(limitMs, giveUp);
    work.then(resolve, reject).finally(cancel);
  });
}
