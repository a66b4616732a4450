/**
 * This room shows clients the live lists, the state of the sources, event streams and chats.
 *
 * @module
 */

import type { SourceState } from "../../model/enums.ts";
import { LIVE_TYPES, type LiveType } from "../../model/platforms.ts";
import type { LiveItem } from "../../model/item/live.ts";
import type { Clock } from "../../platform/clock.ts";
import type { LiveRoster, VideoTexts } from "../records/broadcast.ts";
import {
  EXPIRES_AFTER_MS,
  isExpired,
  NEVER_POLLED,
  type PollRecord,
} from "../store/poll_record.ts";
import type { DropCounts, UpstreamFault } from "../platforms/upstream.ts";
import { toLiveEntry } from "../records/live_event.ts";
import type { LiveState } from "../store/live_state.ts";
import { compareTexts } from "../../toolbox/compare_texts.ts";

/** The lists of who is on air, from memory: every method answers at once. */
export type LiveView = ReturnType<typeof createLiveView>;

/** What the lists are made from. */
interface LiveViewDeps {
  readonly state: LiveState;
  readonly roster: () => LiveRoster;
  readonly clock: Clock;
  readonly polledTypes: ReadonlySet<LiveType>;
  /** Whether anything is shown at all. */
  readonly on: boolean;
  readonly intervalMs: number;
  /** Whether IDN names its chats. */
  readonly isChatKnown: boolean;
}

export function createLiveView(deps: LiveViewDeps) {
  const { state, roster, clock, on } = deps;
  const rendered = new Map<string, readonly LiveItem[]>();
  let revision = 1;
  let answersSeen = "";
  let rosterSeen: LiveRoster | undefined;
  state.subscribe(invalidate);

  return {
    list,
    /** Changes whenever a list may have changed, or how a platform answers, or the roster. */
    revision: currentRevision,
    /** The instant (epoch ms) at which the next list expires, empty or not; Infinity if none does. */
    validUntil(): number {
      const ends = LIVE_TYPES.filter(isShown)
        .map((type) => state.platform(type).poll.succeededAt! + EXPIRES_AFTER_MS + 1);
      return Math.min(Infinity, ...ends);
    },
    sources,
    /** The slug of the member who is on air with this account key (in any case). */
    memberOnAir(group: string, urlKey: string): string | undefined {
      const folded = urlKey.toLowerCase();
      return list(group).find((entry) => entry.url_key.toLowerCase() === folded)?.url || undefined;
    },
    /** What YouTube says of a video that is on air, by the id of its broadcast. */
    video: (id: string): VideoTexts | undefined =>
      state.platform("youtube").list.find((one) => one.id === id)?.video,
  };

  /** A group's entries, the latest start first; the same array until the revision changes. */
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
      .sort((a, b) => compareTexts(b.started_at, a.started_at) || compareTexts(a.id, b.id));
  }

  function entriesOf(group: string, type: LiveType): LiveItem[] {
    const { list, poll } = state.platform(type);
    return list.flatMap((broadcast) => {
      const owner = roster().ownersOf(broadcast).find((owner) => owner.group === group);
      const viewers = poll.viewerCounts[broadcast.id]?.[0] ?? 0;
      return owner === undefined ? [] : toLiveEntry(broadcast, owner, viewers);
    });
  }

  function sources(): readonly SourceReport[] {
    return LIVE_TYPES.map((type) => reportSource(type, deps));
  }

  /** Checks what changes without an event: how platforms answer, by the clock too, and the roster. */
  function currentRevision(): number {
    const answers = sources().map(({ state, last_error }) => `${state} ${last_error}`).join();
    if (answers !== answersSeen || roster() !== rosterSeen) invalidate();
    answersSeen = answers;
    rosterSeen = roster();
    return revision;
  }

  function invalidate(): void {
    revision++;
    rendered.clear();
  }

  function isShown(type: LiveType): boolean {
    return on && !isExpired(state.platform(type).poll.succeededAt, clock.now());
  }
}

/** One platform's state, for `X-Live-Sources` and `/status`. */
export interface SourceReport {
  readonly name: LiveType;
  readonly state: SourceState;
  /** The age of the last successful poll; absent if there is none. */
  readonly age_ms?: number;
  /** The bytes of the lists that were read last, decompressed; absent if none was. */
  readonly bytes?: number;
  /** Why the last poll failed or read only a part; absent if it read all. */
  readonly last_error?: UpstreamFault;
  /** Entries that were left out of the last successful poll, by reason. */
  readonly dropped: DropCounts;
  /** Present if the platform does not name its chats: the reason that `chat-stream` gives. */
  readonly chat?: "unsupported";
}

/** Without demand a platform is polled every two minutes; an older success means trouble. */
const STALE_AFTER_MS = 5 * 60_000;

/** If the interval is long, a success that is older than this many intervals does. */
const STALE_AFTER_INTERVALS = 2;

function reportSource(name: LiveType, deps: LiveViewDeps): SourceReport {
  const poll = deps.on ? deps.state.platform(name).poll : NEVER_POLLED;
  const { succeededAt, dropped, bytes } = poll;
  const fault = deps.state.storeFailed() ? "store" : poll.fault;
  const now = deps.clock.now();
  const state = sourceState(name, poll, now, deps);
  return {
    name,
    state,
    ...(succeededAt !== null && { age_ms: Math.max(0, now - succeededAt) }),
    ...(bytes !== null && { bytes }),
    ...(fault !== null && state !== "off" && { last_error: fault }),
    dropped,
    ...(name === "idn" && !deps.isChatKnown && { chat: "unsupported" }),
  };
}

function sourceState(
  name: LiveType,
  { succeededAt, fault }: PollRecord,
  now: number,
  { state, polledTypes, intervalMs }: LiveViewDeps,
): SourceState {
  if (isExpired(succeededAt, now)) return polledTypes.has(name) ? "down" : "off";
  const old = now - succeededAt! > Math.max(STALE_AFTER_MS, STALE_AFTER_INTERVALS * intervalMs);
  return fault !== null || state.storeFailed() || old ? "stale" : "ok";
}

/** The value of `X-Live-Sources` (RFC 9651, a list): `idn;state=ok;age=12, showroom;state=down`. */
export function sourcesHeader(reports: readonly SourceReport[]): string {
  return reports.map(({ name, state, age_ms: age, last_error: error }) =>
    [
      `${name};state=${state}`,
      ...(age === undefined ? [] : [`age=${Math.floor(age / 1000)}`]),
      ...(error === undefined ? [] : [`error=${error}`]),
    ].join(";")
  ).join(", ");
}
