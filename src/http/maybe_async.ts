import { setImmediate } from "node:timers/promises";

/** A value, or the promise of one: what is in memory costs no turn of the event loop. */
export type MaybeAsync<T> = T | Promise<T>;

/** Goes on with a value at once, or when its promise has it. */
export function andThen<T, U>(
  value: MaybeAsync<T>,
  next: (value: T) => MaybeAsync<U>,
): MaybeAsync<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Runs `work`; `recover` makes a value of whatever it throws or rejects with. */
export function orElse<T>(
  work: () => MaybeAsync<T>,
  recover: (error: unknown) => MaybeAsync<T>,
): MaybeAsync<T> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(recover) : value;
  } catch (error) {
    return recover(error);
  }
}

/** Long work in turns of a few milliseconds, and what it makes. */
export type Turns<T> = Generator<undefined, T>;

/** Does all of the work at once. */
export function takeTurns<T>(turns: Turns<T>): T {
  for (;;) {
    const { done, value } = turns.next();
    if (done) return value;
  }
}

/** Does the work a turn at a time: requests are answered in between. */
export async function takeTurnsApart<T>(turns: Turns<T>): Promise<T> {
  for (;;) {
    const { done, value } = turns.next();
    if (done) return value;
    await setImmediate();
  }
}
