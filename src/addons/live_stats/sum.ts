import type { RecentItem } from "../../model/item/live.ts";
import type { LiveType } from "../../model/platforms.ts";
import { compareTexts } from "../../toolbox/compare_texts.ts";

/** What some broadcasts come to. */
export interface Sum {
  readonly count: number;
  readonly durationMs: number;
  /** The most viewers of one of them. */
  readonly peak: number;
  readonly longestMs: number;
}

export const NO_SUM: Sum = { count: 0, durationMs: 0, peak: 0, longestMs: 0 };

/** What a member's broadcasts on a platform come to. */
export interface MemberSum extends Sum {
  /** Her slug; "" for the group itself. */
  readonly member: string;
  readonly type: LiveType;
}

/** The sum of two sums of different broadcasts. */
export function addSums(a: Sum, b: Sum): Sum {
  return {
    count: a.count + b.count,
    durationMs: a.durationMs + b.durationMs,
    peak: Math.max(a.peak, b.peak),
    longestMs: Math.max(a.longestMs, b.longestMs),
  };
}

/** The sums of records of one group, in an order of their own. */
export function sumUp(records: Iterable<RecentItem>): readonly MemberSum[] {
  const sums = new Map<string, MemberSum>();
  for (const { member: { url: member }, type, duration_ms, peak_viewers: peak } of records) {
    const one = { count: 1, durationMs: duration_ms, peak, longestMs: duration_ms };
    const name = `${member} ${type}`;
    sums.set(name, { member, type, ...addSums(sums.get(name) ?? NO_SUM, one) });
  }
  return [...sums].sort(([a], [b]) => compareTexts(a, b)).map(([, sum]) => sum);
}
