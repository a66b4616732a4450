import type { SourceState } from "../model/enums.ts";
import type { LiveItem } from "../model/item/live.ts";
import { LIVE_TYPES, type LiveType } from "../model/platforms.ts";
import type { Clock } from "../platform/clock.ts";
import { compareTexts } from "../toolbox/compare_texts.ts";
import type { VideoTexts } from "./broadcast.ts";
import { toLiveEntry } from "./event.ts";
import { EXPIRES_AFTER_MS, isExpired } from "./on_air.ts";
import type { DropCounts, UpstreamFault } from "./platforms/upstream.ts";
import type { LiveRoster } from "./roster.ts";
import { NEVER_POLLED, type PlatformStates } from "./state.ts";

/** The lists of who is on air, from memory: every method answers at once. */
export interface LiveView {
  /** A group's entries, the latest start first; the same array until the revision changes. */
  list(group: string, type?: LiveType): readonly LiveItem[];
  /** Changes whenever a list may have changed, or how a platform answers, or the roster. */
  revision(): number;
  /** The instant (epoch ms) at which the next list expires, empty or not; Infinity if none does. */
  validUntil(): number;
  sources(): readonly SourceReport[];
  /** The slug of the member who is on air with this account key (in any case). */
  memberOnAir(group: string, urlKey: string): string | undefined;
  /** What YouTube says of a video that is on air, by the id of its broadcast. */
  video(id: string): VideoTexts | undefined;
}

/** What the lists are made from. */
interface LiveViewDeps {
  readonly states: PlatformStates;
  readonly roster: () => LiveRoster;
  readonly clock: Clock;
  readonly polledTypes: readonly LiveType[];
  /** Whether anything is shown at all. */
  readonly on: boolean;
  readonly intervalMs: number;
  /** Whether IDN names its chats. */
  readonly isChatKnown: boolean;
}

export function createLiveView(deps: LiveViewDeps): LiveView {
  const { states, roster, clock, on } = deps;
  const rendered = new Map<string, readonly LiveItem[]>();
  let revision = 1;
  let seen = "";
  let rosterSeen: LiveRoster | undefined;

  function list(group: string, type?: LiveType): readonly LiveItem[] {
    currentRevision();
    const key = `${type ?? ""} ${group}`;
    let items = rendered.get(key);
    if (items === undefined) {
      items = render(group, type === undefined ? LIVE_TYPES : [type]);
      // Groups come from the content, so that the cache holds a handful of lists.
      rendered.set(key, items);
    }
    return items;
  }

  function render(group: string, types: readonly LiveType[]): readonly LiveItem[] {
    return types.filter(isShown).flatMap((type) => states.state(type).onAir)
      .flatMap(({ broadcast, viewers }) => {
        const owner = roster().ownersOf(broadcast).find((owner) => owner.group === group);
        return owner === undefined ? [] : toLiveEntry(broadcast, owner, viewers);
      })
      .sort((a, b) => compareTexts(b.started_at, a.started_at) || compareTexts(a.id, b.id));
  }

  const sources = () => LIVE_TYPES.map((type) => reportSource(type, deps));

  /** Checks what changes without an event: how platforms answer, by the clock too, and the roster. */
  function currentRevision(): number {
    const answers = sources().map(({ state, last_error }) => `${state} ${last_error}`);
    const now = [states.revision(), ...answers].join();
    if (now !== seen || roster() !== rosterSeen) {
      revision++;
      rendered.clear();
    }
    [seen, rosterSeen] = [now, roster()];
    return revision;
  }

  function isShown(type: LiveType): boolean {
    return on && !isExpired(states.state(type).succeededAt, clock.now());
  }

  return {
    list,
    revision: currentRevision,
    validUntil: () =>
      Math.min(
        Infinity,
        ...LIVE_TYPES.filter(isShown)
          .map((type) => states.state(type).succeededAt! + EXPIRES_AFTER_MS + 1),
      ),
    sources,
    memberOnAir(group, urlKey) {
      const folded = urlKey.toLowerCase();
      return list(group).find((entry) => entry.url_key.toLowerCase() === folded)?.url || undefined;
    },
    video: (id) =>
      states.state("youtube").onAir.find(({ broadcast }) => broadcast.id === id)?.broadcast.video,
  };
}

/** One platform's state, for `X-Live-Sources` and `/status`. */
interface SourceReport {
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
  const { states, clock, on, polledTypes, intervalMs, isChatKnown } = deps;
  const { succeededAt, dropped, bytes, fault } = on ? states.state(name) : NEVER_POLLED;
  const last_error = states.isAway() ? "store" : fault;
  const age = clock.now() - (succeededAt ?? 0);
  const isOld = age > Math.max(STALE_AFTER_MS, STALE_AFTER_INTERVALS * intervalMs);
  const state = isExpired(succeededAt, clock.now())
    ? polledTypes.includes(name) ? "down" : "off"
    : last_error !== null || isOld
    ? "stale"
    : "ok";
  return {
    name,
    state,
    ...(succeededAt !== null && { age_ms: Math.max(0, age) }),
    ...(bytes !== null && { bytes }),
    ...(last_error !== null && state !== "off" && { last_error }),
    dropped,
    ...(name === "idn" && !isChatKnown && { chat: "unsupported" }),
  };
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
