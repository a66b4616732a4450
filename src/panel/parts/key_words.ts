import type { Html } from "../../page/html.ts";
import { badge } from "../../page/parts.ts";
import { numberWords, type PlotLine } from "../../page/plot.ts";
import type { KeyDayView, KeyView } from "./views.ts";

/** A plot has no more lines; what is beyond goes into the last one. */
const MAX_LINES = 4;
/** From this part of its limit on a key is near it. */
const NEAR = 0.8;

/** Whether a key opens anything, and whether it is near its limit. */
export function keyState(key: KeyView, now: number): Html {
  if (key.revoked_at !== null) return badge("plain", "revoked");
  if (key.expires_at !== null && Date.parse(key.expires_at) <= now) {
    return badge("plain", "expired");
  }
  const { used, limit } = key;
  if (used === null || limit === null || used < limit * NEAR) return badge("good", "opens");
  return used >= limit ? badge("bad", "used up") : badge("warn", "near its limit");
}

/** What a key has used of its limit. */
export function usedWords({ used, limit }: Pick<KeyView, "used" | "limit">): string {
  if (used === null || limit === null) return "not counted";
  return `${numberWords(used)} of ${numberWords(limit)}`;
}

/** The use of keys as one line for each plan, the busiest first, over all days between the first and the last. */
export function planUse(usage: readonly KeyDayView[]): { days: string[]; lines: PlotLine[] } {
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
  for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
