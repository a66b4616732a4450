/** What some broadcasts come to. */
export interface Sum {
  readonly count: number;
  readonly durationMs: number;
  /** The most viewers of one of them. */
  readonly peak: number;
  readonly longestMs: number;
}

/** The sum of the broadcasts that began on one day. */
export interface DaySum extends Sum {
  /** Counted from 1 January, which is 0. */
  readonly day: number;
}

/**
 * A member's sums of a year by platform, as the store keeps them: for each day, first to last, five numbers
 * of a variable length (seven bits a byte, the last byte below 128): the days since the one before, then the
 * fields of the sum. A year of one broadcast a day takes about 4 KB, and a day takes 40 bytes at most.
 */
export type YearSums = Readonly<Record<string, Uint8Array>>;

export const NO_SUM: Sum = { count: 0, durationMs: 0, peak: 0, longestMs: 0 };

/** The sum of two sums of different broadcasts. */
export function addSums(a: Sum, b: Sum): Sum {
  return {
    count: a.count + b.count,
    durationMs: a.durationMs + b.durationMs,
    peak: Math.max(a.peak, b.peak),
    longestMs: Math.max(a.longestMs, b.longestMs),
  };
}

/** Adds to the sum of one day and platform. */
export function addToYear(sums: YearSums, platform: string, day: number, added: Sum): YearSums {
  const days = readDays(sums[platform]);
  const before = days.find((one) => one.day === day);
  const others = days.filter((one) => one !== before);
  const all = [...others, { day, ...addSums(before ?? NO_SUM, added) }];
  return { ...sums, [platform]: writeDays(all) };
}

/** The sums of the days that have any, first to last. */
export function readDays(bytes: Uint8Array | undefined): DaySum[] {
  if (bytes === undefined) return [];
  const days: DaySum[] = [];
  let at = 0;
  let day = 0;
  while (at < bytes.length) {
    day += next();
    days.push({ day, count: next(), durationMs: next(), peak: next(), longestMs: next() });
  }
  return days;

  function next(): number {
    let number = 0;
    for (let scale = 1;; scale *= 128) {
      const byte = bytes![at++] ?? 0;
      number += (byte & 127) * scale;
      if (byte < 128) return number;
    }
  }
}

/** The bytes of some days' sums, in any order. */
export function writeDays(days: readonly DaySum[]): Uint8Array {
  const bytes: number[] = [];
  let before = 0;
  for (const { day, count, durationMs, peak, longestMs } of days.toSorted(byDay)) {
    for (const number of [day - before, count, durationMs, peak, longestMs]) write(number);
    before = day;
  }
  return new Uint8Array(bytes);

  function write(number: number): void {
    let rest = Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.trunc(number)));
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(128 + rest % 128);
    bytes.push(rest);
  }
}

function byDay(a: DaySum, b: DaySum): number {
  return a.day - b.day;
}

const DAY_MS = 24 * 3_600_000;

/** Year and day of a date, `YYYY-MM-DD`. */
export function dayOfYear(date: string): { readonly year: number; readonly day: number } {
  const year = Number(date.slice(0, 4));
  return { year, day: (Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-01`)) / DAY_MS };
}

/** The date, `YYYY-MM-DD`, of a day of a year. */
export function dateOfDay(year: number, day: number): string {
  const first = Date.parse(`${String(year).padStart(4, "0")}-01-01`);
  return new Date(first + day * DAY_MS).toISOString().slice(0, 10);
}

/** What a broadcast has added to a sum, as the store keeps it for as long as it may come back. */
export interface SummedBroadcast {
  /** The slug of the member; "" is the group itself. */
  readonly member: string;
  /** The day, `YYYY-MM-DD`. */
  readonly date: string;
  /** Epoch ms. */
  readonly startedAt: number;
  /** Epoch ms. */
  readonly endedAt: number;
  readonly durationMs: number;
  readonly peak: number;
}

/**
 * What a broadcast adds to the sum of its day. One that came back after its sum was written has the same
 * start and is the same broadcast: it adds what it has lasted longer.
 */
export function addedBy(now: SummedBroadcast, before: SummedBroadcast | undefined): Sum {
  const { durationMs, peak } = now;
  const sum = { count: 1, durationMs, peak, longestMs: durationMs };
  if (before === undefined || before.startedAt !== now.startedAt) return sum;
  return { ...sum, count: 0, durationMs: durationMs - before.durationMs };
}
