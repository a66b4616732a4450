import type { Clock } from "../../platform/clock.ts";
import { type BackOff, backOffMs } from "../../toolbox/back_off.ts";
import { createMemo } from "../../toolbox/memo.ts";
import type { Broadcast } from "../broadcast.ts";

/** Broadcasts whose details are remembered, among them those that are off the air and may come back. */
const MAX_REMEMBERED = 1_000;
/** Broadcasts that are asked for in one poll; the others wait for the next. */
const MAX_PER_POLL = 10;
/** The waits after failures to learn one of them. */
const RETRY: BackOff = { firstMs: 30_000, maxMs: 10 * 60_000 };

/**
 * Creates the memory of a detail that lists leave out of broadcasts; one without it is still worth showing.
 * `ask` resolves with undefined if the platform does not say.
 */
export function createDetails<T>(
  clock: Clock,
  ask: (broadcast: Broadcast, signal: AbortSignal) => Promise<T | undefined>,
) {
  const details = createMemo<string, { value?: T | undefined; failures: number; askedAt: number }>({
    maxEntries: MAX_REMEMBERED,
  });

  function isDue({ id }: Broadcast): boolean {
    const known = details.get(id);
    if (known === undefined) return true;
    const waitMs = backOffMs(RETRY, known.failures - 1);
    return known.value === undefined && Math.abs(clock.now() - known.askedAt) >= waitMs;
  }

  return {
    get: (id: string): T | undefined => details.get(id)?.value,
    /** Notes what is known already. */
    note(id: string, value: T): void {
      details.set(id, { value, failures: 0, askedAt: clock.now() });
    },
    /** Asks for what is not known, of some in a poll, after failures ever more seldom. Never rejects. */
    async learn(broadcasts: readonly Broadcast[], signal: AbortSignal): Promise<void> {
      const due = broadcasts.filter(isDue).slice(0, MAX_PER_POLL);
      await Promise.all(due.map(async (broadcast) => {
        const value = await ask(broadcast, signal).catch(() => undefined);
        const failures = (details.get(broadcast.id)?.failures ?? 0) + 1;
        details.set(broadcast.id, { value, failures, askedAt: clock.now() });
      }));
    },
  };
}
