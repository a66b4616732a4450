import assert from "node:assert/strict";
import { dateOfDay, dayOfYear, readDays, writeDays } from "../../src/live/records/day_sums.ts";
import { createSums, type Sums } from "../../src/live/store/sums.ts";
import type { RecentItem } from "../../src/model/item/live.ts";
import { type Kv, listAll } from "../../src/platform/kv.ts";
import { RECENT_BROADCASTS, recentBroadcastKey } from "../../src/platform/live_keys.ts";
import { periodOf } from "../../src/routes/resources/around_live.ts";
import { localDay } from "../../src/time/local_day.ts";
import { createManualClock, type ManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createPrng, type Prng } from "../support/prng.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { broadcastOf, owner, quietLog } from "./live_harness.ts";
import { toRecentBroadcast } from "../../src/live/records/live_event.ts";

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

Deno.test("writeDays() and readDays() keep every number, in few bytes", () => {
  const random = createPrng(1);
  const days = Array.from({ length: 366 }, (_, day) => ({
    day,
    count: random.between(1, 3),
    durationMs: random.between(0, 8 * HOUR),
    peak: random.between(0, 60_000),
    longestMs: random.between(0, 4 * HOUR),
  }));
  const bytes = writeDays(days.toReversed());
  assert.deepEqual(readDays(bytes), days);
  assert.ok(bytes.length < 366 * 14, `${bytes.length} bytes for a year`);
  const most = Number.MAX_SAFE_INTEGER;
  const huge = days.map(({ day }) => ({
    day,
    count: most,
    durationMs: most,
    peak: most,
    longestMs: most,
  }));
  assert.deepEqual(readDays(writeDays(huge)), huge);
  assert.ok(3 * writeDays(huge).length < 60_000, "three platforms fit into a value of the store");
});

Deno.test("dayOfYear() and dateOfDay() are each other's reverse on every day", () => {
  for (let at = Date.parse("2023-01-01"); at < Date.parse("2029-01-01"); at += DAY) {
    const date = new Date(at).toISOString().slice(0, 10);
    const { year, day } = dayOfYear(date);
    assert.equal(dateOfDay(year, day), date);
  }
});

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
  return toRecentBroadcast({ broadcast, endedAt, peak }, owner({ group, slug: member }));
}

/** A process: its sums, and the records as it has seen them last. */
interface Process {
  readonly sums: Sums;
  seen: RecentItem[];
}

function startProcess(kv: Kv, clock: ManualClock): Process {
  const dayOf = (group: string, at: number) => localDay(at, ZONES[group]!);
  const sums = createSums({ kv, clock, log: quietLog, pollMs: Infinity, dayOf });
  return { sums, seen: [] };
}

async function seeRecords(kv: Kv): Promise<RecentItem[]> {
  const seen: RecentItem[] = [];
  for await (const { value } of listAll<RecentItem>(kv, RECENT_BROADCASTS)) {
    if (value !== null) seen.push(value);
  }
  return seen;
}

/** Adds what is due, as far as a process knows; false if it was not the first. */
async function addDue({ sums, seen }: Process, now: number): Promise<boolean> {
  await sums.load();
  const isPending = await sums.pending();
  const due = seen.filter(isPending)
    .filter(({ ended_at: end }) => Date.parse(end) + 10 * MINUTE < now);
  for (let at = 0; at < due.length; at += 20) {
    if (!await sums.add(due.slice(at, at + 20))) return false;
  }
  await sums.setWhole();
  return true;
}

/** Lets a history pass over some processes, which are killed and started now and then. */
async function play(acts: readonly Act[], random: Prng): Promise<Process> {
  const clock = createManualClock(FROM);
  const kv = createMemoryKv(clock);
  const processes = [1, 2, 3].map(() => startProcess(kv, clock));
  let addedAt = FROM;
  for (const { at, key, record } of acts) {
    clock.set(at);
    // A record goes after 90 days: one process at least has seen it by then.
    if (at - addedAt > 60 * DAY) {
      processes[1]!.seen = await seeRecords(kv);
      while (!await addDue(processes[1]!, at));
      addedAt = at;
    }
    const set = recentBroadcastKey(key);
    await kv.commit([], [
      record === undefined ? { delete: set } : { set, value: record, expireInMs: 90 * DAY },
    ]);
    if (!random.happens(0.15)) continue;
    // The sums come late, and more than one process is there at once.
    clock.set(at + random.between(0, 12) * MINUTE);
    for (const process of processes) {
      // Each has read another part of the store's events.
      if (random.happens(0.6)) {
        process.seen = (await seeRecords(kv)).filter(() => random.happens(0.6));
      }
    }
    await Promise.all(
      processes.filter(() => random.happens(0.7)).map((one) => addDue(one, clock.now())),
    );
    if (random.happens(0.1)) {
      await processes[0]!.sums.stop();
      processes[0] = startProcess(kv, clock);
    }
  }
  clock.set(acts.at(-1)!.at + HOUR);
  const last = startProcess(kv, clock);
  last.seen = await seeRecords(kv);
  while (!await addDue(last, clock.now()));
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
  const dates = sizeOf({ default: 12, full: 350 });
  const { acts, truth } = createHistory(random, sizeOf({ default: 500, full: 6_000 }));
  const { sums } = await play(acts, random);
  let facts = 0;
  const differ: string[] = [];
  for (const [group, zone] of Object.entries(ZONES)) {
    const theirs = truth.filter((one) => one.group === group)
      .map((one) => ({ ...one, date: dayBy(one.startedAt, zone) }));
    for (let n = 0; n < dates; n++) {
      const today = random.happens(0.5)
        ? random.pick(theirs).date
        : dayBy(FROM + random.between(0, DAYS) * DAY, zone);
      for (const period of ["week", "month", "year", "all"] as const) {
        const { from, to } = period === "all"
          ? { from: sums.firstDay(group), to: "2100-01-01" }
          : periodOf(period, today);
        const isIn = period === "all"
          ? () => true
          : (date: string) => SAME[period](date) === SAME[period](today);
        compare(
          `${group} ${period} ${today}`,
          sums.between(group, from, to),
          (member) => theirs.filter((one) => one.member === member && isIn(one.date)),
        );
      }
    }
    assert.equal(sums.firstDay(group), theirs.map(({ date }) => date).sort()[0]);
    for (const member of MEMBERS) {
      const totals = sums.totals(group, [member]);
      for (const type of TYPES) {
        const hers = theirs.filter((one) => one.member === member && one.type === type);
        if (totals[type] !== hers.length) differ.push(`${group} ${member} ${type}`);
        facts++;
      }
    }
  }
  console.log(`${facts} facts of ${truth.length} broadcasts, ${differ.length} differ`);
  assert.deepEqual(differ.slice(0, 5), []);
  await sums.stop();

  function compare(
    what: string,
    found: ReturnType<Sums["between"]>,
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
