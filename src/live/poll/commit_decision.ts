import type { LiveType } from "../../model/enums.ts";
import type { Broadcast, EndedBroadcast } from "../records/broadcast.ts";
import type { Claim } from "../records/claim.ts";
import { toRecentBroadcast } from "../records/live_entry.ts";
import { type LiveEvent, toLogEntry, type UnnumberedLiveEvent } from "../records/live_event.ts";
import type { LiveRoster } from "../records/roster.ts";
import type { LiveChange } from "../store/live_memory.ts";
import type { PollTransition, ResumedDiff } from "./poll_transition.ts";

/** A success without news is published after so many ms, even where no process claims again. */
const REPUBLISH_MS = 180_000;

/** URLs that differ only in their query are renewed this often, in ms. */
const RENEW_URLS_MS = 600_000;

/** What this process knows of a platform. */
export interface KnownPlatform {
  readonly type: LiveType;
  readonly list: readonly Broadcast[];
  readonly claim: Claim;
  /** The number of the last event of all platforms. */
  readonly seq: number;
}

/**
 * What to do with a diff: `keep` it in memory until the next claim tells the other processes, or
 * `publish` it, after which `isLast` tells whether the transition is complete.
 */
export type CommitDecision =
  | { readonly kind: "keep"; readonly claim: Claim }
  | { readonly kind: "publish"; readonly change: LiveChange; readonly isLast: boolean };

/** Decides how a diff reaches the other processes. */
export function decideLiveCommit(
  { claimed, update }: PollTransition,
  diff: ResumedDiff,
  known: KnownPlatform,
  roster: LiveRoster,
  now: number,
): CommitDecision {
  const { viewerCounts, lastSeen, list, resumed } = diff;
  const claim: Claim = { ...known.claim, ...update, viewerCounts, lastSeen };
  if (canWait(known.list, diff, claimed, now)) return { kind: "keep", claim };
  const events = eventsOf(diff, known.seq, roster, now);
  return {
    kind: "publish",
    change: { type: known.type, claim: { ...claim, listedAt: now }, list, events, resumed },
    isLast: !diff.hasMore,
  };
}

/** Whether the other processes can do without the diff until the next claim. */
function canWait(
  list: readonly Broadcast[],
  diff: ResumedDiff,
  { succeededAt, failures, listedAt }: Claim,
  now: number,
): boolean {
  if (failures > 0 || succeededAt === null || now - succeededAt > REPUBLISH_MS) return false;
  if (diff.started.length + diff.ended.length > 0 || diff.hasMore) return false;
  if (!isSameForClients(list, diff.list)) return false;
  return now - listedAt < RENEW_URLS_MS || JSON.stringify(list) === JSON.stringify(diff.list);
}

/** The events of a diff, numbered on from `seq`: first what ended, then what started. */
function eventsOf(diff: ResumedDiff, seq: number, roster: LiveRoster, now: number): LiveEvent[] {
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

/** No event tells the texts of a video, which may be long. */
function withoutVideo({ video: _, ...broadcast }: Broadcast): Broadcast {
  return broadcast;
}

/** An event for each group that has the account; one that tells nothing where none has it any more. */
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
