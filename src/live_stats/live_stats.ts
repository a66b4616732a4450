/**
 * This room sums up broadcasts by member, month and platform, and keeps the sums for good.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { gunzipSync, gzipSync } from "node:zlib";
import type { RecentBroadcasts } from "../live/recents.ts";
import type { RecentItem } from "../model/item/live.ts";
import { eachPlatform, type LiveType } from "../model/platforms.ts";
import type { Clock } from "../platform/clock.ts";
import { type Kv, type KvKey, listAll } from "../platform/kv.ts";
import { createOutageLog, type Log } from "../platform/log.ts";
import { follow } from "../shared_state/follow.ts";
import { DAY_MS } from "../toolbox/durations.ts";
import { addSums, NO_SUM, type Sum } from "./sum.ts";

/** What members' broadcasts of a month come to, by slug ("" is the group itself) and platform. */
type MonthSums = Readonly<Record<string, Readonly<Record<string, Sum>>>>;

type MutableSums = Record<string, Record<string, Sum>>;

interface Month {
  /** The place in the log up to which the records were known of which the sums were made. */
  readonly seq: number;
  readonly sums: MonthSums;
}

interface KnownMonth extends Month {
  readonly group: string;
  /** `YYYY-MM` */
  readonly month: string;
  readonly version: string | null;
}

interface Memory {
  /** Of the value that changes with every month's sums. */
  readonly version: string | null;
  /** By group and month. */
  readonly months: ReadonlyMap<string, KnownMonth>;
}

const HEAD: KvKey = ["live", "sums"];
const MONTHS: KvKey = ["live", "sum"];

/** Records are kept for longer: all of a later month's are there. */
const RECORDS_REACH_MS = 61 * DAY_MS;
const MAX_ATTEMPTS = 10;

/** What broadcasts come to, from memory: every method but `load` answers at once. */
export interface LiveStats {
  /** Changes whenever a sum may have changed. */
  revision(): string;
  /** How many broadcasts of a member began ever, by platform; `slugs` are all that she has had. */
  totals(group: string, slugs: readonly string[]): Readonly<Record<LiveType, number>>;
  /**
   * The sums of members by slug, of broadcasts that began from one day to another, `YYYY-MM-DD`: by the
   * records as far as they reach, else by whole months.
   */
  between(group: string, from: string, to: string): ReadonlyMap<string, Sum>;
  /** The first day of the first month of which there is a sum of the group; "" if there is none. */
  firstDay(group: string): string;
  start(): void;
  isLoaded(): boolean;
  /** Reads the store, once for all who call meanwhile. Never rejects. */
  load(): Promise<void>;
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
}

/**
 * Sums are made anew of the records of a month whenever one of them changes, and never added to, so that a
 * broadcast that goes on after all, and a write that is repeated, change nothing.
 */
export function createLiveStats(deps: {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly log: Log;
  readonly recents: RecentBroadcasts;
  /** How often the store is read, in ms. */
  readonly pollMs: number;
  /** An instant's day in a group's zone, `YYYY-MM-DD`. */
  dayOf(group: string, epochMs: number): string;
}): LiveStats {
  const { kv, clock, recents, dayOf } = deps;
  const outage = createOutageLog(deps.log, { away: "Live: sums of broadcasts cannot be stored" });
  let summing: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  let cancel = () => {};
  let unsubscribe = () => {};
  const followed = follow<Memory>(deps, {
    watch: (changed) => kv.watch([HEAD], changed),
    pollMs: () => deps.pollMs,
    outage: { away: "Live: the sums of broadcasts cannot be read" },
    load,
  });

  async function load(before: Memory | undefined): Promise<Memory> {
    const { version } = await kv.get(HEAD);
    if (before?.version === version) return before;
    const months = new Map<string, KnownMonth>();
    for await (const { key, value, version } of listAll<Uint8Array>(kv, MONTHS)) {
      if (value === null) continue;
      const [group, month] = key.slice(-2).map(String) as [string, string];
      const known: Month = JSON.parse(Buffer.from(gunzipSync(value)).toString());
      months.set(`${group} ${month}`, { ...known, group, month, version });
    }
    return { version, months };
  }

  /** Sums up once more, after what is under way: records have changed. */
  function wake(): void {
    isWanted = true;
    if (!isStopped) {
      summing ??= sumUp().finally(() => {
        summing = undefined;
        if (isWanted) wake();
      });
    }
  }

  async function sumUp(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false;
      try {
        if (!recents.isLoaded()) return;
        for (let attempt = 0; !await storeMonths(); attempt++) {
          // Another process was first.
          if (attempt === MAX_ATTEMPTS) throw new Error("others were first all the time");
        }
        outage.succeeded();
      } catch (error) {
        outage.failed(error);
        cancel();
        cancel = clock.after(deps.pollMs, wake);
      }
    }
  }

  /** Stores the months whose sums are others by the records; false if another process was first. */
  async function storeMonths(): Promise<boolean> {
    const seq = recents.seq();
    const made = monthsOf(recents.all());
    await followed.sync();
    if (followed.value === undefined || followed.isAway) {
      throw new Error("the store is unreachable");
    }
    const { months } = followed.value;
    // Of a month of which no record is left, the only broadcast goes on.
    for (const [name, { group, month }] of new Map([...months, ...made])) {
      const stored = months.get(name);
      const sums = made.get(name)?.sums ?? {};
      if (stored !== undefined) {
        const isNewer = stored.seq > seq;
        if (isNewer || !isWhole(group, month) || isSame(stored.sums, sums)) continue;
      }
      const key = [...MONTHS, group, month];
      const value = gzipSync(JSON.stringify({ seq, sums } satisfies Month));
      const version = await kv.commit(
        [{ key, version: stored?.version ?? null }],
        [{ set: key, value }, { set: HEAD, value: `${name} ${seq}` }],
      );
      if (version === null) return false;
    }
    await followed.sync();
    return true;
  }

  /** Whether the records of a month are all there. */
  function isWhole(group: string, month: string): boolean {
    return `${month}-01` > dayOf(group, clock.now() - RECORDS_REACH_MS);
  }

  function monthsOf(records: Iterable<RecentItem>) {
    const months = new Map<string, { group: string; month: string; sums: MutableSums }>();
    for (const record of records) {
      const { group, type, member: { url: member } } = record;
      const month = dayOf(group, Date.parse(record.started_at)).slice(0, 7);
      const name = `${group} ${month}`;
      const sums: MutableSums = months.get(name)?.sums ?? {};
      const hers = sums[member] ??= {};
      hers[type] = addSums(hers[type] ?? NO_SUM, sumOf(record));
      months.set(name, { group, month, sums });
    }
    return months;
  }

  function knownMonths(group: string): readonly KnownMonth[] {
    return [...followed.value?.months.values() ?? []].filter((one) => one.group === group);
  }

  return {
    revision: () => `${followed.revision()}.${recents.revision()}`,
    totals(group, slugs) {
      const hers = knownMonths(group).flatMap(({ sums }) => slugs.map((slug) => sums[slug] ?? {}));
      return eachPlatform((type) =>
        hers.reduce((count, sums) => count + (sums[type]?.count ?? 0), 0)
      );
    },
    between(group, from, to) {
      const sums = new Map<string, Sum>();
      const add = (member: string, sum: Sum) =>
        sums.set(member, addSums(sums.get(member) ?? NO_SUM, sum));
      if (from > dayOf(group, clock.now() - RECORDS_REACH_MS)) {
        for (const record of recents.all()) {
          if (record.group !== group) continue;
          const day = dayOf(group, Date.parse(record.started_at));
          if (from <= day && day <= to) add(record.member.url, sumOf(record));
        }
        return sums;
      }
      for (const { month, sums: ofMonth } of knownMonths(group)) {
        if (month < from.slice(0, 7) || month > to.slice(0, 7)) continue;
        for (const [member, platforms] of Object.entries(ofMonth)) {
          Object.values(platforms).forEach((sum) => add(member, sum));
        }
      }
      return sums;
    },
    firstDay(group) {
      const [first] = knownMonths(group).filter(({ sums }) => Object.keys(sums).length > 0)
        .map(({ month }) => month).sort();
      return first === undefined ? "" : `${first}-01`;
    },
    start() {
      unsubscribe = recents.subscribe(wake);
      void followed.sync();
      wake();
    },
    isLoaded: () => followed.value !== undefined,
    load: followed.sync,
    async stop() {
      isStopped = true;
      cancel();
      unsubscribe();
      await summing;
      await followed.stop();
    },
  };
}

function sumOf({ duration_ms: durationMs, peak_viewers: peak }: RecentItem): Sum {
  return { count: 1, durationMs, peak, longestMs: durationMs };
}

/** Whether sums are the same, in whichever order they were made. */
function isSame(a: MonthSums, b: MonthSums): boolean {
  const sorted = (sums: MonthSums) =>
    Object.entries(sums).sort().map(([member, hers]) => [member, Object.entries(hers).sort()]);
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}
