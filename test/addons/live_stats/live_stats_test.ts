import assert from "node:assert/strict";
import { EVENT_LIFE_MS, type LogEntry } from "../../../src/events/event.ts";
import { createFeed, type Feed } from "../../../src/events/feed.ts";
import { openLog } from "../../../src/events/entry_log.ts";
import { toRecentBroadcast } from "../../../src/live/event.ts";
import { createRecentBroadcasts, type RecentBroadcasts } from "../../../src/live/recents.ts";
import { createLiveStats } from "../../../src/addons/live_stats/live_stats.ts";
import type { RecentItem } from "../../../src/model/item/live.ts";
import type { Kv } from "../../../src/platform/kv.ts";
import { recentBroadcastKey } from "../../../src/platform/live_keys.ts";
import { type LiveStats, periodOf } from "../../../src/addons/live_stats/route.ts";
import { localDay } from "../../../src/time/local_day.ts";
import { createManualClock, type ManualClock } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { createPrng, type Prng } from "../../support/prng.ts";
import { sizeOf, testSeed } from "../../support/size.ts";
import { broadcastOf, owner, quietLog } from "../../live/live_harness.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FROM = Date.parse("2024-12-20T00:00:00Z");
const DAYS = 800;

/** Clocks that never change, that change by an hour, and by half an hour. */
const ZONES: Readonly<Record<string, string>> = {
  jakarta: "Asia/Jakarta",
  york: "America/New_York",
  howe: "Australia/Lord_Howe",
};
const MEMBERS = ["ayu", "bela", "citra", "dewi", "eka", ""];
const TYPES = ["idn", "showroom", "youtube"] as const;

/** A broadcast as it was in the end. */
interface Truth {
  readonly group: string;
  readonly member: string;
  readonly type: typeof TYPES[number];
  readonly startedAt: number;
  endedAt: number;
  peak: number;
}

/** What happens to records, in the order in which it happens. */
interface Act {
  readonly at: number;
  readonly key: { readonly group: string; readonly id: string };
  /** The record that a broadcast has when it has ended; undefined: it goes on. */
  readonly record?: RecentItem;
}

/** Broadcasts near midnight, near changes of the clocks and at any time, some with breaks. */
function createHistory(random: Prng, count: number): { acts: Act[]; truth: Truth[] } {
  const acts: Act[] = [];
  const truth: Truth[] = [];
  const edges = ["2025-03-09T07:00Z", "2025-11-02T06:00Z", "2025-04-05T15:00Z", "2025-10-04T15:30Z"]
    .concat(["2026-03-08T07:00Z", "2024-12-31T17:00Z", "2025-12-31T17:00Z", "2026-01-01T05:00Z"])
    .map((text) => Date.parse(text));
  for (let n = 0; n < count; n++) {
    const group = random.pick(Object.keys(ZONES));
    const any = FROM + random.between(0, DAYS * DAY);
    const offset = random.between(-90, 90) * MINUTE;
    const midnight = Math.floor(any / DAY) * DAY + random.pick([17, 4, 5, 13, 13.5]) * HOUR;
    const startedAt = random.happens(0.3)
      ? any
      : (random.happens(0.4) ? random.pick(edges) : midnight) + offset;
    const one: Truth = {
      group,
      startedAt,
      type: random.pick(TYPES),
      member: random.pick(MEMBERS),
      endedAt: startedAt,
      peak: 0,
    };
    const id = `${one.type}-${n}`;
    for (let parts = 1;; parts++) {
      one.endedAt += random.between(1, 200 * 60) * 1_000;
      one.peak = Math.max(one.peak, random.between(0, 9_999));
      acts.push({ at: one.endedAt + 40_000, key: { group, id }, record: recordOf(one, id) });
      if (parts === 6 || random.happens(0.6)) break;
      const isShort = random.happens(0.7);
      const breakMs = isShort
        ? random.between(60, 600) * 1_000
        : random.between(11 * 60, 5 * 3_600) * 1_000;
      one.endedAt += breakMs;
      if (isShort) acts.push({ at: one.endedAt, key: { group, id } });
    }
    truth.push(one);
  }
  return { acts: acts.sort((a, b) => a.at - b.at), truth };
}

function recordOf(
  { group, member, type, startedAt, endedAt, peak }: Truth,
  id: string,
): RecentItem {
  const broadcast = broadcastOf({ id, type, startedAt });
  return toRecentBroadcast({ broadcast, seenAt: endedAt, peak }, owner({ group, slug: member }));
}

/** A process: the log, the records and the sums as it has them. */
interface Process {
  readonly feed: Feed;
  readonly recents: RecentBroadcasts;
  readonly stats: LiveStats;
}

const openEvents = (kv: Kv, clock: ManualClock, seed: number) =>
  openLog<LogEntry>({ kv, clock, random: createPrng(seed) }, {
    name: "event",
    lifeMs: EVENT_LIFE_MS,
  });

async function startProcess(kv: Kv, clock: ManualClock): Promise<Process> {
  const events = openEvents(kv, clock, 7);
  // A process hears of another's commit only when it looks.
  const base = {
    ...{ kv: { ...kv, watch: () => () => {} }, clock, log: quietLog },
    random: createPrng(7),
  };
  const feed = createFeed({ ...base, events, pollMs: Infinity });
  const recents = createRecentBroadcasts({ ...base, feed, retentionDays: 90, followMs: 2_000 });
  const dayOf = (group: string, at: number) => localDay(at, ZONES[group]!);
  const stats = createLiveStats({ ...base, recents, pollMs: Infinity, dayOf });
  await recents.load();
  return { feed, recents, stats };
}

async function stop({ feed, recents, stats }: Process): Promise<void> {
  await stats.stop();
  await recents.stop();
  await feed.stop();
}

/** Lets a history pass over some processes, which are killed and started now and then. */
async function play(acts: readonly Act[], random: Prng): Promise<Process> {
  const clock = createManualClock(FROM);
  const kv = createMemoryKv(clock);
  const log = openEvents(kv, clock, 1);
  const processes = [await startProcess(kv, clock), await startProcess(kv, clock)];
  for (const { at, key, record } of acts) {
    clock.set(at);
    const set = recentBroadcastKey(key);
    const entry: LogEntry = {
      type: record === undefined ? "live.resumed" : "live.ended",
      group: key.group,
      at: new Date(at).toISOString(),
      data: {},
      subject: key.id,
      members: [],
    };
    await log.append([entry], {
      writes: [
        record === undefined ? { delete: set } : { set, value: record, expireInMs: 90 * DAY },
      ],
    });
    // One hears of all, the others of some, later.
    await processes[0]!.feed.sync();
    if (random.happens(0.1)) await processes[1]!.feed.sync();
    await clock.advance(0);
    if (random.happens(0.02)) {
      const at = random.between(0, 1);
      await stop(processes[at]!);
      processes[at] = await startProcess(kv, clock);
    }
  }
  clock.set(acts.at(-1)!.at + HOUR);
  for (const process of processes) {
    await process.feed.sync();
    await clock.advance(0);
    await stop(process);
  }
  const last = await startProcess(kv, clock);
  await clock.advance(0);
  await last.stats.ready();
  return last;
}

/** The day by the runtime's own calendar. */
function dayBy(at: number, zone: string): string {
  return formats[zone]!.format(at);
}

const formats = Object.fromEntries(
  Object.values(ZONES).map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    }),
  ]),
);

/** The ISO 8601 week of a date, by its Thursday. */
function isoWeek(date: string): string {
  const day = new Date(`${date}T12:00:00Z`);
  const thursday = new Date(day);
  thursday.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7));
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = 1 + Math.floor((thursday.getTime() - first) / (7 * DAY));
  return `${thursday.getUTCFullYear()}-W${week}`;
}

const SAME: Readonly<Record<"week" | "month" | "year", (date: string) => string>> = {
  week: isoWeek,
  month: (date) => date.slice(0, 7),
  year: (date) => date.slice(0, 4),
};

Deno.test("sums are those of the records, by another way, over processes, breaks and three zones", async () => {
  const random = createPrng(testSeed());
  const { acts, truth } = createHistory(random, sizeOf({ default: 250, full: 3_000 }));
  const process = await play(acts, random);
  const { stats } = process;
  const end = acts.at(-1)!.at + HOUR;
  let facts = 0;
  const differ: string[] = [];
  for (const [group, zone] of Object.entries(ZONES)) {
    const theirs = truth.filter((one) => one.group === group)
      .map((one) => ({ ...one, date: dayBy(one.startedAt, zone) }));
    for (const period of ["week", "month", "year", "all"] as const) {
      const today = dayBy(end, zone);
      const { from, to } = period === "all"
        ? { from: stats.firstDay(group), to: "2100-01-01" }
        : periodOf(period, today);
      const isIn = period === "all"
        ? () => true
        : (date: string) => SAME[period](date) === SAME[period](today);
      compare(
        `${group} ${period} ${today}`,
        stats.between(group, from, to),
        (member) => theirs.filter((one) => one.member === member && isIn(one.date)),
      );
    }
    for (
      const month = new Date(FROM);
      month.getTime() < end;
      month.setUTCMonth(month.getUTCMonth() + 1)
    ) {
      const name = month.toISOString().slice(0, 7);
      compare(
        `${group} ${name}`,
        stats.between(group, `${name}-01`, `${name}-31`),
        (member) => theirs.filter((one) => one.member === member && one.date.startsWith(name)),
      );
    }
    const [first] = theirs.map(({ date }) => date).sort();
    assert.equal(stats.firstDay(group), `${first!.slice(0, 7)}-01`);
    for (const member of MEMBERS) {
      const totals = stats.totals(group, [member]);
      for (const type of TYPES) {
        const hers = theirs.filter((one) => one.member === member && one.type === type);
        if (totals[type] !== hers.length) differ.push(`${group} ${member} ${type}`);
        facts++;
      }
    }
  }
  console.log(`${facts} facts of ${truth.length} broadcasts, ${differ.length} differ`);
  assert.deepEqual(differ.slice(0, 5), []);
  await stop(process);

  function compare(
    what: string,
    found: ReturnType<LiveStats["between"]>,
    ofMember: (member: string) => readonly Truth[],
  ): void {
    for (const member of MEMBERS) {
      const hers = ofMember(member);
      const lengths = hers.map(({ startedAt, endedAt }) => endedAt - startedAt);
      const expected = {
        count: hers.length,
        durationMs: lengths.reduce((sum, length) => sum + length, 0),
        peak: Math.max(0, ...hers.map(({ peak }) => peak)),
        longestMs: Math.max(0, ...lengths),
      };
      const sum = found.get(member);
      for (const [name, value] of Object.entries(expected)) {
        const is = sum?.[name as keyof typeof expected] ?? 0;
        if (is !== value) differ.push(`${what} "${member}" ${name}: ${is}, not ${value}`);
        facts++;
      }
    }
  }
});
