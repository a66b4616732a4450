import type { RecentItem } from "../../model/item/live.ts";
import type { PollResult } from "../platforms/live_source.ts";
import type { Broadcast, PolledBroadcast } from "../records/broadcast.ts";
import { type Claim, isExpired, type ViewerCount } from "../records/claim.ts";
import type { UpstreamError } from "../records/upstream_error.ts";
import { type BroadcastDiff, diffBroadcasts, endAllBroadcasts } from "./diff_broadcasts.ts";
import { backOffUntil } from "./schedule.ts";

/** A change of a platform's state that follows from one poll; it may take several commits. */
export interface PollTransition {
  /** The claim of the poll: once another process has claimed, the change is void. */
  readonly claimed: Claim;
  /** The fields of the claim that change. */
  readonly update: Partial<Claim>;
  /** Compares the outcome of the poll with what is stored. */
  readonly diff: (list: readonly Broadcast[], claim: Claim) => BroadcastDiff;
}

/** Ends all broadcasts of a platform that has not answered for too long to show them. */
export function expiry(claimed: Claim, now: number): PollTransition {
  return {
    claimed,
    update: {},
    diff: (list, { viewerCounts, lastSeen, succeededAt }) =>
      endAllBroadcasts({ list, viewerCounts, lastSeen, succeededAt }, now),
  };
}

/** Adopts what the platform answered; `list` is what was on air before. */
export function success(
  claimed: Claim,
  { broadcasts, dropped, bytes, unfinished, sourceState }: PollResult,
  list: readonly Broadcast[],
  now: number,
): PollTransition {
  const fitting = fitIntoCommit(list, broadcasts);
  const left = broadcasts.length - fitting.length;
  const isWhole = unfinished === undefined;
  const { lastSeen, succeededAt } = isExpired(claimed.succeededAt, now)
    ? { lastSeen: {}, succeededAt: now }
    : claimed;
  return {
    claimed,
    update: {
      until: claimed.claimedAt,
      succeededAt: now,
      failures: 0,
      fault: unfinished ?? null,
      notBefore: 0,
      bytes: bytes ?? claimed.bytes,
      dropped: left > 0 ? { ...dropped, too_many: left } : dropped,
      sourceState: sourceState ?? null,
    },
    diff: (stored, { viewerCounts }) =>
      diffBroadcasts({ list: stored, viewerCounts, lastSeen, succeededAt }, fitting, now, isWhole),
  };
}

/** What goes into the next wait after a failed poll. */
export interface FailureOptions {
  readonly now: number;
  readonly intervalMs: number;
  /** 0 to 1, for jitter. */
  readonly fraction: number;
}

/** The fields of the claim that a failed poll changes. */
export function failureUpdate(
  claimed: Claim,
  { fault, retryAt }: UpstreamError,
  options: FailureOptions,
): Partial<Claim> {
  const failures = claimed.failures + 1;
  const notBefore = backOffUntil({ ...options, failures, retryAt });
  return { until: claimed.claimedAt, failures, fault, notBefore };
}

/** Of one platform's list, which is stored in one commit: a commit takes 800 KiB. */
const MAX_ON_AIR = 150;
const MAX_BYTES = 280_000;

/**
 * The broadcasts that fit into one commit of the store, known ones first. Descriptions of videos have
 * the room that is left: they never cost a broadcast its place.
 */
function fitIntoCommit(
  known: readonly Broadcast[],
  broadcasts: readonly PolledBroadcast[],
): readonly PolledBroadcast[] {
  const ids = new Set(known.map(({ id }) => id));
  const rank = ({ broadcast: { id } }: PolledBroadcast) => ids.has(id) ? 0 : 1;
  let bytes = 0;
  const fits = (part: unknown) => {
    const more = byteLength(part);
    if (bytes + more > MAX_BYTES) return false;
    bytes += more;
    return true;
  };
  return broadcasts.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_ON_AIR)
    .filter((polled) => fits(withoutDescription(polled).broadcast))
    .map((polled) =>
      fits(polled.broadcast.video?.description ?? "") ? polled : withoutDescription(polled)
    );
}

function withoutDescription(polled: PolledBroadcast): PolledBroadcast {
  const { broadcast, viewers } = polled;
  if (broadcast.video === undefined) return polled;
  return { broadcast: { ...broadcast, video: { ...broadcast.video, description: "" } }, viewers };
}

function byteLength(part: unknown): number {
  return new TextEncoder().encode(JSON.stringify(part)).length;
}

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
