import { type Clock, sleep } from "../../platform/clock.ts";

/** Waits for work, `maxMs` at most. Never rejects. */
export async function waitBriefly(
  clock: Clock,
  work: Promise<void>,
  maxMs: number,
): Promise<void> {
  const finished = new AbortController();
  void work.catch(() => {}).finally(() => finished.abort());
  await sleep(clock, maxMs, finished.signal);
}
