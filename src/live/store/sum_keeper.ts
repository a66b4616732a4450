import type { RecentItem } from "../../model/item/live.ts";
import type { Env } from "../../platform/env.ts";
import { createLoop } from "../../shared_state/loop.ts";
import { MINUTE_MS } from "../../toolbox/durations.ts";
import type { Sums } from "./sums.ts";

/** A broadcast that comes back so long after its end, or sooner, has not ended. */
const SETTLED_MS = 10 * MINUTE_MS;
/** Broadcasts that are added in one commit, which takes 100 checks and 800 KiB. */
const A_COMMIT = 20;
/** Processes that wait for the same end are apart by chance up to so long, and those that met. */
const APART_MS = 5_000;
const CONFLICT_MS = 500;
const GATHER_MS = 500;

/**
 * Adds each broadcast to the sums once 10 minutes have passed since its end. All processes do, and the first
 * one has done it. `isLoaded` and `load` are of the records.
 */
export function createSumKeeper(
  env: Omit<Env, "kv">,
  { sums, records, isLoaded, load }: {
    readonly sums: Sums;
    records(): Iterable<RecentItem>;
    isLoaded(): boolean;
    load(): Promise<void>;
  },
) {
  const { clock, random } = env;
  let isClosing = false;
  const loop = createLoop(env, {
    gatherMs: GATHER_MS,
    hastens: true,
    away: "Live: broadcasts cannot be added to the sums; trying again",
  }, tick);

  async function tick(): Promise<number | null> {
    if (!isLoaded()) await load();
    if (!sums.isLoaded()) await sums.load();
    if (!isLoaded() || !sums.isLoaded()) throw new Error("the store is unreachable");
    const isPending = await sums.pending();
    const now = clock.now();
    const pending = [...records()].filter(isPending)
      .map((record) => ({ record, dueAt: Date.parse(record.ended_at) + SETTLED_MS + 1 }));
    const due = pending.filter(({ dueAt }) => dueAt <= now).map(({ record }) => record);
    for (let at = 0; at < due.length; at += A_COMMIT) {
      if (isClosing) return null;
      if (!await sums.add(due.slice(at, at + A_COMMIT))) {
        return clock.now() + CONFLICT_MS * (0.5 + random.fraction() / 2);
      }
    }
    await sums.setWhole();
    const later = pending.filter(({ dueAt }) => dueAt > now);
    if (later.length === 0) return null;
    const nextAt = later.reduce((least, { dueAt }) => Math.min(least, dueAt), Infinity);
    // The clock may be set meanwhile.
    return Math.min(nextAt, now + MINUTE_MS) + APART_MS * random.fraction();
  }

  return {
    /** There may be a broadcast to add; cheap. */
    wake: loop.wake,
    close(): Promise<void> {
      isClosing = true;
      return loop.close();
    },
  };
}
