import type { RecentItem } from "../../model/item/live.ts";
import type { PollResult, UpstreamError } from "../platforms/upstream.ts";
import type {
  Broadcast,
  EndedBroadcast,
  LiveRoster,
  PolledBroadcast,
} from "../records/broadcast.ts";
import {
  type BackOffOptions,
  backOffUntil,
  isExpired,
  type PollRecord,
  type ViewerCount,
} from "../store/poll_record.ts";
import {
  type BroadcastEvent,
  toLogEntry,
  toRecentBroadcast,
  type UnnumberedLiveEvent,
} from "../records/live_event.ts";
import type { LiveChange } from "../store/live_store.ts";
import { type BroadcastDiff, diffBroadcasts, endAllBroadcasts } from "./diff_broadcasts.ts";

/** A change of a platform's state that follows from one poll; it may take several commits. */
export interface PollTransition {
  /** The record as the poll was claimed: once another process has claimed, the change is void. */
  readonly claimed: PollRecord;
  /** The fields of the poll record that change. */
  readonly update: Partial<PollRecord>;
  /** Compares the outcome of the poll with what is stored. */
  readonly diff: (list: readonly Broadcast[], poll: PollRecord) => BroadcastDiff;
}

/** Ends all broadcasts of a platform that has not answered for too long to show them. */
export function expiry(claimed: PollRecord, now: number): PollTransition {
  return {
    claimed,
    update: {},
    diff: (list, { viewerCounts, lastSeen, succeededAt }) =>
      endAllBroadcasts({ list, viewerCounts, lastSeen, succeededAt }, now),
  };
}

/** Adopts what the platform answered; `list` is what was on air before. */
export function success(
  claimed: PollRecord,
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

/** The fields of the poll record that a failed poll changes. */
export function failureUpdate(
  claimed: PollRecord,
  { fault, retryAt }: UpstreamError,
  options: Pick<BackOffOptions, "now" | "intervalMs" | "fraction">,
): Partial<PollRecord> {
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
    const more = new TextEncoder().encode(JSON.stringify(part)).length;
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

/** A diff in which broadcasts that had counted as ended go on. */
interface ResumedDiff extends BroadcastDiff {
  /** The records that are void, because their broadcasts go on. */
  readonly resumed: readonly RecentItem[];
}

/** After a longer break, in ms, a broadcast keeps its record until its next end. */
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

function withPeak([viewers, peak]: ViewerCount, record: RecentItem | undefined): ViewerCount {
  return [viewers, Math.max(peak, record?.peak_viewers ?? 0)];
}

/** A success without news is published after so many ms, even if no process claims again. */
const REPUBLISH_MS = 180_000;

/** URLs that differ only in their query are renewed this often, in ms. */
const RENEW_URLS_MS = 600_000;

/**
 * Decides how a diff reaches the other processes: `keep` it in memory until the next claim carries it,
 * or `publish` it; `isLast` says whether the transition is complete then. `seq`: the number of the last
 * event of all platforms.
 */
export function decideLiveCommit(
  { claimed, update }: PollTransition,
  diff: ResumedDiff,
  known: Pick<LiveChange, "type" | "list" | "poll"> & { readonly seq: number },
  roster: LiveRoster,
  now: number,
):
  | { readonly kind: "keep"; readonly poll: PollRecord }
  | { readonly kind: "publish"; readonly change: LiveChange; readonly isLast: boolean } {
  const { viewerCounts, lastSeen, list, resumed } = diff;
  const poll: PollRecord = { ...known.poll, ...update, viewerCounts, lastSeen };
  if (canWait(known.list, diff, claimed, now)) return { kind: "keep", poll };
  const events = eventsOf(diff, known.seq, roster, now);
  return {
    kind: "publish",
    change: { type: known.type, poll: { ...poll, listedAt: now }, list, events, resumed },
    isLast: !diff.hasMore,
  };
}

/** Whether the other processes can do without the diff until the next claim. */
function canWait(
  list: readonly Broadcast[],
  diff: ResumedDiff,
  { succeededAt, failures, listedAt }: PollRecord,
  now: number,
): boolean {
  if (failures > 0 || succeededAt === null || now - succeededAt > REPUBLISH_MS) return false;
  if (diff.started.length + diff.ended.length > 0 || diff.hasMore) return false;
  if (!isSameForClients(list, diff.list)) return false;
  return now - listedAt < RENEW_URLS_MS || JSON.stringify(list) === JSON.stringify(diff.list);
}

/** The events of a diff, numbered on from `seq`: first what ended, then what started. */
function eventsOf(
  diff: ResumedDiff,
  seq: number,
  roster: LiveRoster,
  now: number,
): BroadcastEvent[] {
  const { ended, started, viewerCounts, resumed } = diff;
  const events = [
    ...ended.map((one) => endedEvent(one, roster)),
    ...started.map((broadcast): UnnumberedLiveEvent => ({
      kind: "started",
      broadcast: withoutVideo(broadcast),
      viewers: viewerCounts[broadcast.id]?.[0] ?? 0,
      isResumed: resumed.some(({ id }) => id === broadcast.id),
    })),
  ];
  return events.flatMap((event) => eachGroups(event, roster, now))
    .map((event, n) => ({ ...event, seq: seq + 1 + n }));
}

function endedEvent(ended: EndedBroadcast, roster: LiveRoster): UnnumberedLiveEvent {
  const { broadcast, endedAt } = ended;
  return {
    kind: "ended",
    broadcast: { ...withoutVideo(broadcast), streams: [] },
    endedAt,
    records: roster.ownersOf(broadcast).map((owner) => toRecentBroadcast(ended, owner)),
  };
}

/** No event has the texts of a video, which may be long. */
function withoutVideo({ video: _, ...broadcast }: Broadcast): Broadcast {
  return broadcast;
}

/** An event for each group that has the account; one without an entry if none has it any more. */
function eachGroups(event: UnnumberedLiveEvent, roster: LiveRoster, now: number) {
  const owners = roster.ownersOf(event.broadcast);
  if (owners.length === 0) return [event];
  return owners.map((owner) => {
    const entry = toLogEntry(event, owner, now);
    if (event.kind === "started") return { ...event, entry };
    return { ...event, entry, records: event.records.filter(({ group }) => group === owner.group) };
  });
}

/** Whether two lists are the same but for the queries of URLs, whose tokens change by themselves. */
export function isSameForClients(a: readonly Broadcast[], b: readonly Broadcast[]): boolean {
  return withoutQueries(a) === withoutQueries(b);
}

function withoutQueries(list: readonly Broadcast[]): string {
  return JSON.stringify(
    list,
    (_, value) =>
      typeof value === "string" && value.startsWith("https:") ? value.split("?", 1)[0] : value,
  );
}
