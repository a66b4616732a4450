/**
 * This room shows clients the live lists, the state of the sources, event streams and chats.
 *
 * @module
 */

import type { Clock } from "../../platform/clock.ts";
import { LIVE_TYPES, type LiveType } from "../../model/enums.ts";
import type { Broadcast, VideoTexts } from "../records/broadcast.ts";
import { EXPIRES_AFTER_MS, isExpired, NO_CLAIM } from "../records/claim.ts";
import { toLiveEntry } from "../records/live_entry.ts";
import type { LiveEvent } from "../records/live_event.ts";
import type { LiveState } from "../store/live_state.ts";
import type { LiveRoster } from "../records/roster.ts";
import { reportSource, type SourceReport } from "./source_report.ts";
import type { LiveItem } from "../../model/item/live.ts";

/** The lists of who is on air, from memory: every method answers at once. */
export interface LiveView {
  /** A group's entries, the latest start first; the same array until the revision changes. */
  list(group: string, type?: LiveType): readonly LiveItem[];
  /** Changes whenever a list may have changed: by an event, by expiry, by a new roster. */
  revision(): number;
  /** The instant (epoch ms) at which the next list expires; Infinity where none does. */
  validUntil(): number;
  /** Each platform's state. */
  sources(): readonly SourceReport[];
  /** The slug of the member who is on air with this account key (in any case). */
  memberOnAir(group: string, urlKey: string): string | undefined;
  /** What YouTube says of a video that is on air, by the id of its broadcast. */
  video(id: string): VideoTexts | undefined;
  /** The number of the last event that the lists hold. */
  seq(): number;
  /** The events after `seq`, oldest first; null where some of them are no longer known. */
  eventsSince(seq: number): readonly LiveEvent[] | null;
  /** Calls `onEvents` with each batch of events; null where some are not known. */
  subscribe(onEvents: (events: readonly LiveEvent[] | null) => void): () => void;
}

/** What {@linkcode createLiveView} needs. */
export interface LiveViewDeps {
  readonly state: LiveState;
  readonly roster: () => LiveRoster;
  readonly clock: Clock;
  /** The platforms that this process polls. */
  readonly polledTypes: ReadonlySet<LiveType>;
  /** Whether anything is shown at all. */
  readonly on: boolean;
  readonly intervalMs: number;
}

export function createLiveView(
  { state, roster, clock, polledTypes, on, intervalMs }: LiveViewDeps,
): LiveView {
  const rendered = new Map<string, readonly LiveItem[]>();
  let revision = 1;
  let shownTypes = "";
  let rosterSeen: LiveRoster | undefined;
  state.subscribe(invalidate);

  return {
    list,
    revision: currentRevision,
    validUntil,
    sources,
    memberOnAir,
    video: (id) => state.platform("youtube").list.find((one) => one.id === id)?.video,
    seq: () => state.seq(),
    eventsSince: (seq) => on ? state.eventsSince(seq) : null,
    subscribe: (onEvents) => on ? state.onEvents(onEvents) : () => {},
  };

  function list(group: string, type?: LiveType): readonly LiveItem[] {
    currentRevision();
    const key = `${type ?? ""} ${group}`;
    const known = rendered.get(key);
    if (known !== undefined) return known;
    const made = render(group, type === undefined ? LIVE_TYPES : [type]);
    // Groups come from the content, so that the cache holds a handful of lists.
    rendered.set(key, made);
    return made;
  }

  function render(group: string, types: readonly LiveType[]): readonly LiveItem[] {
    return types.filter(isShown).flatMap((type) => entriesOf(group, type))
      .sort((a, b) => compare(b.started_at, a.started_at) || compare(a.id, b.id));
  }

  function entriesOf(group: string, type: LiveType): LiveItem[] {
    const { list, claim } = state.platform(type);
    return list.flatMap((broadcast) => {
      const owner = ownerOf(broadcast, group);
      const viewers = claim.viewerCounts[broadcast.id]?.[0] ?? 0;
      return owner === undefined ? [] : toLiveEntry(broadcast, owner, viewers);
    });
  }

  function ownerOf(broadcast: Broadcast, group: string) {
    return roster().ownersOf(broadcast).find((owner) => owner.group === group);
  }

  /** Checks what changes without an event: the clock and the roster. */
  function currentRevision(): number {
    const shown = LIVE_TYPES.filter(isShown).join();
    if (shown !== shownTypes || roster() !== rosterSeen) invalidate();
    shownTypes = shown;
    rosterSeen = roster();
    return revision;
  }

  function invalidate(): void {
    revision++;
    rendered.clear();
  }

  function isShown(type: LiveType): boolean {
    return on && !isExpired(state.platform(type).claim.succeededAt, clock.now());
  }

  function validUntil(): number {
    const ends = LIVE_TYPES.filter((type) => isShown(type) && state.platform(type).list.length > 0)
      .map((type) => state.platform(type).claim.succeededAt! + EXPIRES_AFTER_MS + 1);
    return Math.min(Infinity, ...ends);
  }

  function sources(): readonly SourceReport[] {
    const options = { storeFailed: state.storeFailed(), now: clock.now(), intervalMs };
    return LIVE_TYPES.map((type) => {
      const claim = on ? state.platform(type).claim : NO_CLAIM;
      return reportSource(type, claim, { ...options, isPolled: polledTypes.has(type) });
    });
  }

  function memberOnAir(group: string, urlKey: string): string | undefined {
    const folded = urlKey.toLowerCase();
    return list(group).find((entry) => entry.url_key.toLowerCase() === folded)?.url || undefined;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
