/**
 * This add-on sums up broadcasts by member, month and platform, and keeps the sums for good.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import { LIVE_SUMS } from "../../core/services.ts";
import { waitForLoad } from "../../live/live.ts";
import type { RecentBroadcasts } from "../../live/recents.ts";
import { eachPlatform } from "../../model/platforms.ts";
import type { Env } from "../../platform/env.ts";
import { type KvKey, listAll } from "../../platform/kv.ts";
import { follow } from "../../store/follow.ts";
import { createLoop } from "../../store/loop.ts";
import { localDay } from "../../time/local_day.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import { LIVE_STATS, type LiveStats } from "./route.ts";
import { addSums, type MemberSum, NO_SUM, type Sum, sumUp } from "./sum.ts";

/** What the broadcasts of a group that began in a month come to, as the store keeps it. */
interface Month {
  /** The place in the log up to which the records were known of which the sums were made. */
  readonly seq: number;
  readonly sums: readonly MemberSum[];
}

interface Memory {
  /** Of the value that changes with every month's sums. */
  readonly version: string | null;
  /** By group and month: `groupa 2026-07`. */
  readonly months: ReadonlyMap<string, Month & { readonly version: string | null }>;
}

const HEAD: KvKey = ["live_stats", "revision"];
const MONTHS: KvKey = ["live_stats", "month"];

/** Records are kept for longer: all of a later month's are there. */
const RECORDS_REACH_MS = 61 * DAY_MS;
const MIN_POLL_MS = 10_000;

/** Sums up records from now on, whenever they change. */
export function openLiveStats(
  { platform, store: { kv }, pollMs, live: { recents }, catalog, services }: Core,
): Opened {
  const dayOf = (group: string, at: number) =>
    localDay(at, catalog().group(group)?.timezone ?? "UTC");
  const pollEveryMs = Math.max(MIN_POLL_MS, pollMs);
  const stats = createLiveStats({ ...platform, kv, recents, pollMs: pollEveryMs, dayOf });
  services.provide(LIVE_STATS, stats).provide(LIVE_SUMS, stats);
  return { quiet: stats.stop };
}

/**
 * Sums are made anew of the records of a month whenever one of them changes, and never added to, so that a
 * broadcast that goes on after all, and a write that is repeated, change nothing.
 */
export function createLiveStats(
  deps: Env & {
    readonly recents: RecentBroadcasts;
    /** How often the store is read, in ms. */
    readonly pollMs: number;
    /** An instant's day in a group's zone, `YYYY-MM-DD`. */
    dayOf(group: string, epochMs: number): string;
  },
): LiveStats {
  const { kv, clock, recents, dayOf } = deps;
  const followed = follow<Memory>(deps, {
    watch: (changed) => kv.watch([HEAD], changed),
    pollMs: () => deps.pollMs,
    outage: { away: "Live: the sums of broadcasts cannot be read" },
    async load(before) {
      const { version } = await kv.get(HEAD);
      if (before?.version === version) return before;
      const months = new Map();
      for await (const { key, value, version } of listAll<Uint8Array>(kv, MONTHS)) {
        if (value === null) continue;
        const month: Month = JSON.parse(Buffer.from(gunzipSync(value)).toString());
        months.set(key.slice(-2).join(" "), { ...month, version });
      }
      return { version, months };
    },
  });
  const away = "Live: sums of broadcasts cannot be stored";
  const loop = createLoop(deps, { gatherMs: 0, patrolMs: DAY_MS, away }, async () => {
    // Where another process was first, its sums are read.
    while (recents.isLoaded() && !loop.signal.aborted && !await storeMonths());
    return null;
  });
  const unsubscribe = recents.subscribe(loop.wake);
  loop.wake();

  /** Stores the months whose sums are others by the records; false if another process was first. */
  async function storeMonths(): Promise<boolean> {
    const seq = recents.seq();
    const made = Map.groupBy(
      recents.all(),
      ({ group, started_at }) => `${group} ${dayOf(group, Date.parse(started_at)).slice(0, 7)}`,
    );
    await followed.sync();
    const { value: known, isAway } = followed;
    if (known === undefined || isAway) throw new Error("the store is unreachable");
    // Of a month of which no record is left, the only broadcast goes on.
    for (const name of new Set([...known.months.keys(), ...made.keys()])) {
      const [group, month] = name.split(" ") as [string, string];
      const stored = known.months.get(name);
      const sums = sumUp(made.get(name) ?? []);
      if (stored !== undefined) {
        const isNewer = stored.seq > seq;
        const isWhole = reaches(group, `${month}-01`);
        if (isNewer || !isWhole || JSON.stringify(stored.sums) === JSON.stringify(sums)) continue;
      }
      const key = [...MONTHS, group, month];
      const version = await kv.commit([{ key, version: stored?.version ?? null }], [
        { set: key, value: gzipSync(JSON.stringify({ seq, sums } satisfies Month)) },
        { set: HEAD, value: `${name} ${seq}` },
      ]);
      if (version === null) return false;
    }
    await followed.sync();
    return true;
  }

  /** Whether all records of broadcasts since a day are there. */
  function reaches(group: string, day: string): boolean {
    return day > dayOf(group, clock.now() - RECORDS_REACH_MS);
  }

  /** The months of a group, each with its sums. */
  function monthsOf(group: string) {
    return [...followed.value?.months ?? []].filter(([name]) => name.startsWith(`${group} `))
      .map(([name, { sums }]) => ({ month: name.slice(-7), sums }));
  }

  /** The sums of days, by the records; else of months. */
  function sumsOf(group: string, from: string, to: string): readonly MemberSum[] {
    if (!reaches(group, from)) {
      return monthsOf(group)
        .filter(({ month }) => from.slice(0, 7) <= month && month <= to.slice(0, 7))
        .flatMap(({ sums }) => sums);
    }
    return sumUp(
      recents.all().filter((record) => {
        const day = dayOf(group, Date.parse(record.started_at));
        return record.group === group && from <= day && day <= to;
      }),
    );
  }

  return {
    ready: () => followed.value ? undefined : waitForLoad(clock, followed.sync()),
    revision: () => `${followed.revision()}.${recents.revision()}`,
    totals(group, slugs) {
      const hers = monthsOf(group).flatMap(({ sums }) => sums)
        .filter(({ member }) => slugs.includes(member));
      return eachPlatform((type) =>
        hers.reduce((count, sum) => count + (sum.type === type ? sum.count : 0), 0)
      );
    },
    between(group, from, to) {
      const byMember = Map.groupBy(sumsOf(group, from, to), ({ member }) => member);
      return new Map(
        [...byMember].map(([member, sums]) => [member, sums.reduce<Sum>(addSums, NO_SUM)]),
      );
    },
    firstDay(group) {
      const [first] = monthsOf(group).filter(({ sums }) => sums.length > 0)
        .map(({ month }) => month).sort();
      return first === undefined ? "" : `${first}-01`;
    },
    async stop() {
      unsubscribe();
      await Promise.all([loop.close(), followed.stop()]);
    },
  };
}
