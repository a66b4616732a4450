/** Goes on with a value at once, or when its promise has it: what is in memory costs no turn of the loop. */
export function whenReady<T, U>(
  value: T | Promise<T>,
  next: (value: T) => U | Promise<U>,
): U | Promise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
