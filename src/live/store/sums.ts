import type { RecentItem } from "../../model/item/live.ts";
import { eachPlatform, type LiveType } from "../../model/platforms.ts";
import type { Env } from "../../platform/env.ts";
import { getAll, type KvEntry, type KvWrite, listAll } from "../../platform/kv.ts";
import {
  memberSumsKey,
  recentBroadcastKey,
  SUMMED_BROADCASTS,
  summedBroadcastKey,
  SUMS_HEAD,
  yearSumsPrefix,
} from "../../platform/live_keys.ts";
import { follow } from "../../shared_state/follow.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import {
  addedBy,
  addSums,
  addToYear,
  dateOfDay,
  dayOfYear,
  NO_SUM,
  readDays,
  type Sum,
  type SummedBroadcast,
  type YearSums,
} from "../records/day_sums.ts";

/** The head of all sums, as it is stored. */
export interface StoredSumsHead {
  /** A number for each year, which grows with every change of its sums. */
  readonly years: Readonly<Record<string, number>>;
  /** Whether the records that were there before the first sum have been added. */
  readonly isWhole: boolean;
}

interface MemberYear {
  readonly group: string;
  readonly member: string;
  readonly sums: YearSums;
  readonly totals: Readonly<Record<string, Sum>>;
}

interface Memory {
  /** Of the stored head. */
  readonly version: string | null;
  readonly head: StoredSumsHead;
  readonly years: ReadonlyMap<number, readonly MemberYear[]>;
}

const NO_HEAD: StoredSumsHead = { years: {}, isWhole: false };

/**
 * So long the store notes what a broadcast has added. A record that is a day younger and has no note was
 * not added; an older one was, unless no sums were made before.
 */
const NOTED_MS = 100 * DAY_MS;

/** What broadcasts come to by member, day and platform, in the store and in the memory of this process. */
export type Sums = ReturnType<typeof createSums>;

/** `pollMs`: how often the store is read; `dayOf`: an instant's day in a group's zone, `YYYY-MM-DD`. */
export function createSums(
  deps: Pick<Env, "kv" | "clock" | "log"> & {
    readonly pollMs: number;
    dayOf(group: string, epochMs: number): string;
  },
) {
  const { kv, clock, dayOf } = deps;
  /** When the broadcasts that are known to be in the sums had ended, epoch ms, by group and id. */
  let added: Map<string, number> | undefined;
  const followed = follow<Memory>(deps, {
    watch: (changed) => kv.watch([SUMS_HEAD], changed),
    pollMs: () => deps.pollMs,
    outage: { away: "Live: the sums of broadcasts cannot be read" },
    load,
  });

  async function load(before: Memory | undefined): Promise<Memory | undefined> {
    if (before === undefined) added = undefined;
    const { value, version } = await kv.get<StoredSumsHead>(SUMS_HEAD);
    if (before !== undefined && version === before.version) return before;
    const head = value ?? NO_HEAD;
    const years = new Map<number, readonly MemberYear[]>();
    for (const [year, number] of Object.entries(head.years)) {
      const known = before?.years.get(Number(year));
      const isSame = known !== undefined && before?.head.years[year] === number;
      years.set(Number(year), isSame ? known : await readYear(Number(year)));
    }
    return { version, head, years };
  }

  async function readYear(year: number): Promise<readonly MemberYear[]> {
    const rows: MemberYear[] = [];
    for await (const { key, value } of listAll<YearSums>(kv, yearSumsPrefix(year))) {
      if (value === null) continue;
      const [group, member] = key.slice(-2).map(String);
      rows.push({ group: group!, member: member!, sums: value, totals: totalsOf(value) });
    }
    return rows;
  }

  async function loadAdded(): Promise<Map<string, number>> {
    if (added !== undefined) return added;
    const found = new Map<string, number>();
    for await (const { key, value } of listAll<SummedBroadcast>(kv, SUMMED_BROADCASTS)) {
      if (value !== null) found.set(key.slice(-2).join("/"), value.endedAt);
    }
    return added = found;
  }

  /**
   * Adds broadcasts that are over, at most 20, as their records are in the store: each once, whichever
   * process is first. False if another process has changed sums meanwhile.
   */
  async function add(records: readonly RecentItem[]): Promise<boolean> {
    const known = await loadAdded();
    const head = await kv.get<StoredSumsHead>(SUMS_HEAD);
    const stored = await getAll<RecentItem>(kv, records.map(recentBroadcastKey));
    const notes = await getAll<SummedBroadcast>(kv, records.map(summedBroadcastKey));
    for (const [n, note] of notes.entries()) {
      if (note.value !== null) known.set(nameOf(records[n]!), note.value.endedAt);
    }
    const fresh = stored.flatMap((entry, n) => {
      const before = notes[n]!.value ?? undefined;
      const now = entry.value === null ? undefined : contributionOf(entry.value);
      // It goes on, it is in the sums, or it has ended again since.
      if (now === undefined || now.endedAt === before?.endedAt) return [];
      if (entry.value!.ended_at !== records[n]!.ended_at) return [];
      const isSame = before?.startedAt === now.startedAt;
      const kept = isSame ? { ...now, member: before!.member, date: before!.date } : now;
      return [{ record: entry.value!, entry, note: notes[n]!, kept, sum: addedBy(now, before) }];
    });
    if (fresh.length === 0) return true;
    const years = new Set(fresh.map(({ kept }) => dayOfYear(kept.date).year));
    const checks = [head, ...fresh.flatMap(({ entry, note }) => [entry, note])]
      .map(({ key, version }) => ({ key, version }));
    const writes: KvWrite[] = [
      { set: SUMS_HEAD, value: withChanged(head.value ?? NO_HEAD, years) },
      ...fresh.map(({ note: { key }, kept }) => ({ set: key, value: kept, expireInMs: NOTED_MS })),
      ...await sumWrites(fresh),
    ];
    if (await kv.commit(checks, writes) === null) return false;
    for (const { record, kept } of fresh) known.set(nameOf(record), kept.endedAt);
    await followed.sync();
    return true;
  }

  function contributionOf(record: RecentItem): SummedBroadcast {
    const startedAt = Date.parse(record.started_at);
    return {
      member: record.member.url,
      date: dayOf(record.group, startedAt),
      startedAt,
      endedAt: Date.parse(record.ended_at),
      durationMs: record.duration_ms,
      peak: record.peak_viewers,
    };
  }

  /** The rows of the store in which these sums are added; the head's check guards them. */
  async function sumWrites(
    fresh: readonly { record: RecentItem; kept: SummedBroadcast; sum: Sum }[],
  ): Promise<KvWrite[]> {
    const placed = fresh.map(({ record, kept: { member, date }, sum }) => {
      const { year, day } = dayOfYear(date);
      const key = memberSumsKey({ year, group: record.group, member });
      return { key, platform: record.type, day, sum };
    });
    const keys = [...new Map(placed.map(({ key }) => [key.join("/"), key])).values()];
    const rows: KvEntry<YearSums>[] = await getAll(kv, keys);
    return rows.map(({ key, value }) => ({
      set: key,
      value: placed.filter((one) => one.key.join("/") === key.join("/")).reduce(
        (sums: YearSums, { platform, day, sum }) => addToYear(sums, platform, day, sum),
        value ?? {},
      ),
    }));
  }

  function* rowsOf(group: string): Iterable<MemberYear & { readonly year: number }> {
    for (const [year, rows] of followed.value?.years ?? []) {
      for (const row of rows) if (row.group === group) yield { ...row, year };
    }
  }

  return {
    add,
    /** Changes whenever a sum may have changed. */
    revision: followed.revision,
    isLoaded: (): boolean => followed.value !== undefined,
    /** Reads the store, once for all who call meanwhile. Never rejects. */
    load: followed.sync,
    /** Whether a record may have to be added, as far as this process knows. Rejects if the store does. */
    async pending(): Promise<(record: RecentItem) => boolean> {
      const known = await loadAdded();
      const isWhole = followed.value?.head.isWhole ?? true;
      const since = clock.now() - NOTED_MS + DAY_MS;
      return (record) => {
        const endedAt = Date.parse(record.ended_at);
        return known.get(nameOf(record)) !== endedAt && (!isWhole || endedAt > since);
      };
    },
    /** Notes that all records that were there before the first sum have been added. */
    async setWhole(): Promise<void> {
      const { value, version } = await kv.get<StoredSumsHead>(SUMS_HEAD);
      if (value?.isWhole) return;
      const head: StoredSumsHead = { ...value ?? NO_HEAD, isWhole: true };
      await kv.commit([{ key: SUMS_HEAD, version }], [{ set: SUMS_HEAD, value: head }]);
      await followed.sync();
    },
    /** How many broadcasts of a member began ever, by platform; `slugs` are all that she has had. */
    totals(group: string, slugs: readonly string[]): Readonly<Record<LiveType, number>> {
      const rows = [...rowsOf(group)].filter(({ member }) => slugs.includes(member));
      return eachPlatform((type) =>
        rows.reduce((count, { totals }) => count + (totals[type]?.count ?? 0), 0)
      );
    },
    /** The sums of members by slug, of broadcasts that began from one day to another, `YYYY-MM-DD`. */
    between(group: string, from: string, to: string): ReadonlyMap<string, Sum> {
      const sums = new Map<string, Sum>();
      for (const { year, member, sums: platforms, totals } of rowsOf(group)) {
        const [first, last] = [dateOfDay(year, 0), `${String(year).padStart(4, "0")}-12-31`];
        if (first > to || last < from) continue;
        const parts = from <= first && last <= to
          ? Object.values(totals)
          : Object.values(platforms).flatMap((bytes) =>
            readDays(bytes).filter(({ day }) => {
              const date = dateOfDay(year, day);
              return from <= date && date <= to;
            })
          );
        const sum = parts.reduce(addSums, sums.get(member) ?? NO_SUM);
        if (sum.count > 0) sums.set(member, sum);
      }
      return sums;
    },
    /** The first day of which there is a sum of the group; "" if there is none. */
    firstDay(group: string): string {
      const days = [...rowsOf(group)].flatMap(({ year, sums }) =>
        Object.values(sums).flatMap((bytes) =>
          readDays(bytes).slice(0, 1).map(({ day }) => dateOfDay(year, day))
        )
      );
      return days.reduce((least, day) => least === "" || day < least ? day : least, "");
    },
    /** Ends what follows the store; resolves when no read is under way. */
    stop: followed.stop,
  };
}

function nameOf({ group, id }: RecentItem): string {
  return `${group}/${id}`;
}

function totalsOf(sums: YearSums): Readonly<Record<string, Sum>> {
  return Object.fromEntries(
    Object.entries(sums).map(([type, bytes]) => [type, readDays(bytes).reduce(addSums, NO_SUM)]),
  );
}

function withChanged(head: StoredSumsHead, years: Iterable<number>): StoredSumsHead {
  const numbers = { ...head.years };
  for (const year of years) numbers[year] = (numbers[year] ?? 0) + 1;
  return { ...head, years: numbers };
}
