import { foldText } from "../../model/fold_text.ts";
import type { LiveType, RecentSort } from "../../model/enums.ts";
import type { RecentItem } from "../../model/item/recent.ts";

/** Which ended broadcasts, in which order. */
export interface RecentQuery {
  readonly type?: LiveType;
  /** Part of a member's name or nickname, in any case, with or without accents. */
  readonly name?: string;
  /** Slugs of members who are meant besides. */
  readonly slugs?: ReadonlySet<string>;
  /** Default "date". */
  readonly sort?: RecentSort;
}

/** The records that a query asks for, in the order that they have. */
export function filterRecents(
  records: readonly RecentItem[],
  { type, name, slugs }: RecentQuery,
): readonly RecentItem[] {
  if (type === undefined && name === undefined) return records;
  const part = foldText(name ?? "");
  return records.filter((record) =>
    (type === undefined || record.type === type) &&
    (isNamed(record, part) || slugs?.has(record.member.url) === true)
  );
}

/** Sorts records; where two are equal, the newer one comes first. */
export function sortRecents(
  records: Iterable<RecentItem>,
  sort: RecentSort,
): RecentItem[] {
  return [...records].sort((a, b) =>
    weightOf(b, sort) - weightOf(a, sort) || compare(b.ended_at, a.ended_at) ||
    compare(a.id, b.id)
  );
}

function weightOf(record: RecentItem, sort: RecentSort): number {
  if (sort === "duration") return record.duration_ms;
  return sort === "viewers" ? record.peak_viewers : 0;
}

function isNamed({ member }: RecentItem, part: string): boolean {
  return part === "" || foldText(member.name).includes(part) ||
    foldText(member.nickname).includes(part);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
