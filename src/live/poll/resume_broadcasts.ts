import type { Broadcast } from "../records/broadcast.ts";
import type { ViewerCount } from "../records/claim.ts";
import type { RecentBroadcast } from "../records/recent_broadcast.ts";
import type { BroadcastDiff } from "./diff_broadcasts.ts";

/** A diff in which broadcasts that had been taken for ended go on. */
export interface ResumedDiff extends BroadcastDiff {
  /** The records that are void, because their broadcasts go on. */
  readonly resumed: readonly RecentBroadcast[];
}

/** Lets broadcasts that come back go on where they were: same start, highest peak. */
export function resumeBroadcasts(
  diff: BroadcastDiff,
  resumed: readonly RecentBroadcast[],
): ResumedDiff {
  const records = new Map(resumed.map((record) => [record.id, record]));
  const resume = (broadcast: Broadcast) => withStart(broadcast, records.get(broadcast.id));
  const counts = Object.entries(diff.viewerCounts).map(([id, count]) =>
    [id, withPeak(count, records.get(id))] as const
  );
  return {
    ...diff,
    list: diff.list.map(resume),
    started: diff.started.map(resume),
    viewerCounts: Object.fromEntries(counts),
    resumed,
  };
}

function withStart(broadcast: Broadcast, record: RecentBroadcast | undefined): Broadcast {
  if (record === undefined) return broadcast;
  return { ...broadcast, startedAt: Date.parse(record.started_at) };
}

function withPeak(
  [viewers, peak]: ViewerCount,
  record: RecentBroadcast | undefined,
): ViewerCount {
  return [viewers, Math.max(peak, record?.peak_viewers ?? 0)];
}
