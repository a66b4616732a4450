import type { Clock } from "./clock.ts";

/**
 * Rejects when `work` has not settled after `limitMs`; else settles as it does. The work itself goes
 * on: what it does to the store may still happen.
 */
export function deadline<T>(clock: Clock, limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () =>
      reject(new Error(`Cannot reach the store: no answer within ${limitMs} ms`));
    const cancel = clock.after(limitMs, giveUp);
    work.then(resolve, reject).finally(cancel);
  });
}
