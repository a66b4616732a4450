import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";

/** What was answered without waiting for a timer, a file or a socket; fails otherwise. */
export async function atOnce<T>(work: T | Promise<T>): Promise<T> {
  const late = Symbol("late");
  const first = await Promise.race([work, setImmediate(late)]);
  assert.notEqual(first, late, "nothing has to be waited for");
  return first as T;
}
