import type { Clock } from "../../platform/clock.ts";
import { type Broadcast, LIVE_TYPES, type LiveType } from "../records/broadcast.ts";
import { EXPIRES_AFTER_MS, isExpired, NO_CLAIM } from "../records/claim.ts";
import { type LiveEntry, toLiveEntry } from "../records/live_entry.ts";
import type { LiveEvent } from "../records/live_event.ts";
import type { LiveState } from "../store/live_state.ts";
import type { LiveRoster } from "../records/roster.ts";
import { reportSource, type SourceReport } from "./source_report.ts";

/** What is on air now, from memory: every method answers at once. */
export interface LiveView {
  /** A group's entries, the latest start first; the same array until the revision changes. */
  list(group: string, type?: LiveType): readonly LiveEntry[];
  /** Changes whenever a list may have changed: by news, by silence, by a new roster. */
  revision(): number;
  /** The instant (epoch ms) from which silence would change a list; Infinity: never. */
  validUntil(): number;
  /** Each platform's state. */
  sources(): readonly SourceReport[];
  /** The slug of the member who is on air with this account key (any case). */
  memberOnAir(group: string, urlKey: string): string | undefined;
  /** The number of the last event that the lists hold. */
  seq(): number;
  /** The events above `seq` that are still known, oldest first; null where some are not. */
  eventsSince(seq: number): readonly LiveEvent[] | null;
  /** Calls with each batch of events; null: some were missed, only the lists tell. */
  subscribe(heard: (events: readonly LiveEvent[] | null) => void): () => void;
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
  { state, roster, clock, polledTypes: asked, on, intervalMs }: LiveViewDeps,
): LiveView {
  const rendered = new Map<string, readonly LiveEntry[]>();
  let revision = 1;
  let seen = "";
  let joined: LiveRoster | undefined;
  state.subscribe({ onChange: renew });

  return {
    list,
    revision: current,
    validUntil,
    sources,
    memberOnAir,
    seq: () => state.seq(),
    eventsSince,
    subscribe: (heard) => on ? state.subscribe({ onEvents: heard }) : () => {},
  };

  function list(group: string, type?: LiveType): readonly LiveEntry[] {
    current();
    const key = `${type ?? ""} ${group}`;
    const known = rendered.get(key);
    if (known !== undefined) return known;
    const made = render(group, type === undefined ? LIVE_TYPES : [type]);
    // Groups come from the content, so that the cache holds a handful of lists.
    rendered.set(key, made);
    return made;
  }

  function render(group: string, types: readonly LiveType[]): readonly LiveEntry[] {
    return types.filter(isShown).flatMap((type) => entriesOf(group, type))
      .sort((a, b) => compare(b.started_at, a.started_at) || compare(a.id, b.id));
  }

  function entriesOf(group: string, type: LiveType): LiveEntry[] {
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

  /** Notices what changes without news: the clock, and the roster. */
  function current(): number {
    const shown = LIVE_TYPES.filter(isShown).join();
    if (shown !== seen || roster() !== joined) renew();
    seen = shown;
    joined = roster();
    return revision;
  }

  function renew(): void {
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
    const facts = { storeFailed: state.storeFailed(), now: clock.now(), intervalMs };
    return LIVE_TYPES.map((type) => {
      const claim = on ? state.platform(type).claim : NO_CLAIM;
      return reportSource(type, claim, { ...facts, isPolled: asked.has(type) });
    });
  }

  function memberOnAir(group: string, urlKey: string): string | undefined {
    const folded = urlKey.toLowerCase();
    return list(group).find((entry) => entry.url_key.toLowerCase() === folded)?.url || undefined;
  }

  function eventsSince(seq: number): readonly LiveEvent[] | null {
    if (!on) return null;
    const events = state.events();
    const missing = state.seq() - seq;
    if (missing < 0 || missing > events.length) return null;
    return events.slice(events.length - missing);
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
