/** A value, or the promise of one: what is in memory costs no turn of the event loop. */
export type MaybeAsync<T> = T | Promise<T>;

/** Goes on with a value at once, or when its promise has it. */
export function andThen<T, U>(
  value: MaybeAsync<T>,
  next: (value: T) => MaybeAsync<U>,
): MaybeAsync<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
