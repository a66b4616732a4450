/** A value, or the promise of one: what is in memory costs no turn of the event loop. */
export type MaybeAsync<T> = T | Promise<T>;
