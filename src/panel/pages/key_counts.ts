import type { KeyRecord } from "../../access/records/key_store.ts";
import type { KeyDayUsage } from "../../admin/commands/key_list.ts";
import type { PlotLine } from "../../page/plot.ts";
import { DAY_MS } from "../../toolbox/durations.ts";

/** Counts keys that open something at an instant (epoch ms), those of the plan with most first. */
export function countPlans(
  keys: Iterable<KeyRecord>,
  now: number,
): [plan: string, count: number][] {
  const counts = new Map<string, number>();
  for (const key of keys) {
    if (key.createdAt > now || endOf(key) <= now) continue;
    counts.set(key.plan, (counts.get(key.plan) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** How many keys opened something at each of `days` instants a day apart, the last one `now`. */
export function countHistory(keys: Iterable<KeyRecord>, now: number, days: number): number[] {
  // The first instant at or after another one; `days` if there is none.
  const at = (epochMs: number) =>
    Math.min(days, Math.max(0, days - 1 - Math.floor((now - epochMs) / DAY_MS)));
  const steps = new Array<number>(days + 1).fill(0);
  for (const key of keys) {
    const end = endOf(key);
    const [from, to] = [at(key.createdAt), end === Infinity ? days : at(end)];
    if (to <= from) continue;
    steps[from]!++;
    steps[to]!--;
  }
  let count = 0;
  return steps.slice(0, days).map((step) => count += step);
}

/** When a key opens nothing any more; one that was revoked later opened something before. */
function endOf({ revokedAt = Infinity, expiresAt = Infinity }: KeyRecord): number {
  return Math.min(revokedAt, expiresAt);
}

/** A plot has no more lines; what is beyond goes into the last one. */
const MAX_LINES = 4;

/** The use of keys as one line for each plan, the busiest first, over all days between the first and the last. */
export function planUse(usage: readonly KeyDayUsage[]): { days: string[]; lines: PlotLine[] } {
  const days = daysBetween(usage.map(({ day }) => day).sort());
  const sums = [...Map.groupBy(usage, ({ plan }) => plan)].map(([name, rows]) => {
    const values = days.map((day) =>
      sum(rows.filter((row) => row.day === day).map(({ used }) => used))
    );
    return { name, values };
  }).sort((one, other) => sum(other.values) - sum(one.values));
  if (sums.length <= MAX_LINES) return { days, lines: sums };
  const rest = sums.slice(MAX_LINES - 1);
  const values = days.map((_, at) => sum(rest.map((line) => line.values[at]!)));
  return { days, lines: [...sums.slice(0, MAX_LINES - 1), { name: "other plans", values }] };
}

function daysBetween(sorted: readonly string[]): string[] {
  const [first, last] = [sorted[0]!, sorted.at(-1)!];
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY_MS) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

/** The sum of numbers; 0 of none. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
