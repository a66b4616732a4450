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
