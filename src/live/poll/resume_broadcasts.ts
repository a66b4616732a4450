import type { Broadcast } from "../records/broadcast.ts";
import type { ViewerCount } from "../records/claim.ts";
import type { BroadcastDiff } from "./diff_broadcasts.ts";
import type { RecentItem } from "../../model/item/recent.ts";

/** A diff in which broadcasts that had been taken for ended go on. */
export interface ResumedDiff extends BroadcastDiff {
  /** The records that are void, because their broadcasts go on. */
  readonly resumed: readonly RecentItem[];
}

/** A broadcast that was away for longer, in ms, keeps its record until its next end. */
const MAX_BREAK_MS = 10 * 60_000;

/**
 * Lets broadcasts that come back at `now` (epoch ms) go on where they were: same start, highest peak.
 * After a longer break the record stays, until that of the next end takes its place.
 */
export function resumeBroadcasts(
  diff: BroadcastDiff,
  found: readonly RecentItem[],
  now: number,
): ResumedDiff {
  const records = new Map(found.map((record) => [record.id, record]));
  const resume = (broadcast: Broadcast) => withStart(broadcast, records.get(broadcast.id));
  const counts = Object.entries(diff.viewerCounts).map(([id, count]) =>
    [id, withPeak(count, records.get(id))] as const
  );
  return {
    ...diff,
    list: diff.list.map(resume),
    started: diff.started.map(resume),
    viewerCounts: Object.fromEntries(counts),
    resumed: found.filter(({ ended_at: end }) => Math.abs(now - Date.parse(end)) <= MAX_BREAK_MS),
  };
}

function withStart(broadcast: Broadcast, record: RecentItem | undefined): Broadcast {
  if (record === undefined) return broadcast;
  return { ...broadcast, startedAt: Date.parse(record.started_at) };
}

function withPeak(
  [viewers, peak]: ViewerCount,
  record: RecentItem | undefined,
): ViewerCount {
  return [viewers, Math.max(peak, record?.peak_viewers ?? 0)];
}
