import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Random } from "../../platform/random.ts";
import { type Broadcast, LIVE_TYPES, type LiveType } from "../records/broadcast.ts";
import { type Claim, EXPIRES_AFTER_MS, NO_CLAIM } from "../records/claim.ts";
import type { LiveEvent } from "../records/live_event.ts";
import type {
  LiveCommit,
  LiveHead,
  LivePeek,
  LiveSnapshot,
  LiveStore,
  Versioned,
} from "./live_store.ts";

/** What this process knows of one platform. */
export interface PlatformState {
  /** As stored, or as this process knows better from its own last poll. */
  readonly claim: Claim;
  /** Of the stored claim. */
  readonly version: string | null;
  /** When this process first saw that version, epoch ms. */
  readonly seenAt: number;
  /** 0 to 1, drawn anew for each version. */
  readonly fraction: number;
  readonly list: readonly Broadcast[];
}

/** Hears what changes in the memory of this process. */
export interface StateListener {
  /** Something that a list, a viewer count or a source's state is made of is different now. */
  onChange?(): void;
  /** A claim with a new version was seen or made. */
  onClaim?(type: LiveType): void;
  /** The events that lead from the state before to the one now; null: only the lists tell. */
  onEvents?(events: readonly LiveEvent[] | null): void;
}

/** The memory of one process, kept level with the store. */
export interface LiveState {
  platform(type: LiveType): PlatformState;
  /** The number of the last event that the memory has taken in. */
  seq(): number;
  /** The last events, oldest first, without gaps. */
  events(): readonly LiveEvent[];
  /** Epoch ms of the last look at the store that succeeded; 0 before the first. */
  syncedAt(): number;
  /** Whether the last look at the store failed. */
  storeFailed(): boolean;
  /** Looks at the store once, whoever asks meanwhile. Never rejects. */
  sync(): Promise<void>;
  /** Resolves when no look at the store is under way. Never rejects. */
  whenIdle(): Promise<void>;
  /** Claims the next poll; false where another process was first. */
  claim(type: LiveType, claim: Claim): Promise<boolean>;
  /** Commits a change; false where the state is not what it was made from: sync, and think again. */
  publish(change: Omit<LiveCommit, "head" | "claimVersion">): Promise<boolean>;
  /** Keeps in memory what needs no write; it reaches the others with the next claim. */
  updateClaim(type: LiveType, claim: Claim): void;
  subscribe(listener: StateListener): () => void;
}

/** For those who come back after a break; a listener away for longer gets a snapshot. */
const MAX_EVENTS = 512;

/** What {@linkcode createLiveState} needs. */
export interface LiveStateDeps {
  readonly store: LiveStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

export function createLiveState({ store, clock, random, log }: LiveStateDeps): LiveState {
  const views = new Map<LiveType, PlatformState>(LIVE_TYPES.map((type) => [type, freshView()]));
  const listeners = new Set<StateListener>();
  let head: Versioned<LiveHead> = { value: { seq: 0, pieces: {} }, version: null };
  let events: LiveEvent[] = [];
  let loaded = false;
  let syncedAt = 0;
  let storeFailed = false;
  let syncing: Promise<void> | undefined;

  return {
    platform: view,
    seq: () => head.value.seq,
    events: () => events,
    syncedAt: () => syncedAt,
    storeFailed: () => storeFailed,
    sync: () => syncing ??= look().finally(() => syncing = undefined),
    whenIdle: () => syncing ?? Promise.resolve(),
    claim,
    publish,
    updateClaim: keep,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };

  function view(type: LiveType): PlatformState {
    return views.get(type)!;
  }

  async function look(): Promise<void> {
    try {
      const peeked = await store.peek();
      if (!loaded || isNewer(peeked.head.version, head.version)) await catchUp();
      else adoptClaims(peeked);
      syncedAt = clock.now();
      reportStore(false);
    } catch (error) {
      reportStore(true, error);
    }
  }

  /** Reads everything, then the events on the way there, and takes both in at once. */
  async function catchUp(): Promise<void> {
    const picture = await store.read();
    const events = loaded
      ? await store.eventsAfter(head.value.seq, MAX_EVENTS)
      : await store.lastEvents(MAX_EVENTS);
    // This process may have published meanwhile: then the picture is no newer than the memory.
    if (!loaded || isNewer(picture.head.version, head.version)) takeIn(picture, events);
    else adoptClaims(picture);
  }

  function takeIn(picture: LiveSnapshot, found: readonly LiveEvent[]): void {
    const from = head.value.seq;
    const { seq } = picture.head.value;
    const run = lastRun(found, seq);
    const whole = loaded && run.length >= seq - from;
    const fresh = whole ? run.slice(run.length - (seq - from)) : run;
    head = picture.head;
    for (const type of LIVE_TYPES) views.set(type, { ...view(type), list: picture.lists[type] });
    remember(fresh, whole ? events : []);
    adoptClaims(picture);
    tell((listener) => listener.onChange?.());
    tell((listener) => listener.onEvents?.(whole ? fresh : null));
    loaded = true;
  }

  function adoptClaims({ claims }: LivePeek): void {
    for (const type of LIVE_TYPES) {
      const { value, version } = claims[type];
      if (isNewer(version, view(type).version)) adoptVersion(type, value, version);
    }
  }

  async function claim(type: LiveType, claim: Claim): Promise<boolean> {
    const version = await store.writeClaim(type, claim, view(type).version);
    if (version === null) return false;
    adoptVersion(type, claim, version);
    return true;
  }

  async function publish(change: Omit<LiveCommit, "head" | "claimVersion">): Promise<boolean> {
    const { type, claim, list, events: fresh } = change;
    const next = await store.publish({ ...change, head, claimVersion: view(type).version });
    if (next === null) return false;
    head = next;
    views.set(type, { ...view(type), list });
    remember(fresh, events);
    adoptVersion(type, claim, next.version);
    if (fresh.length > 0) tell((listener) => listener.onEvents?.(fresh));
    return true;
  }

  /** What a clock that was set back since has written stands in the way of all that follows. */
  function believed(succeededAt: number | null): number {
    return succeededAt === null || succeededAt > clock.now() + EXPIRES_AFTER_MS ? 0 : succeededAt;
  }

  function adoptVersion(type: LiveType, claim: Claim, version: string | null): void {
    const before = view(type);
    // Another process may not yet know what this one found last.
    const succeededAt = Math.max(believed(before.claim.succeededAt), believed(claim.succeededAt)) ||
      null;
    views.set(type, {
      claim: { ...claim, succeededAt: succeededAt },
      version,
      seenAt: clock.now(),
      fraction: random.fraction(),
      list: before.list,
    });
    tell((listener) => listener.onChange?.());
    tell((listener) => listener.onClaim?.(type));
  }

  function keep(type: LiveType, claim: Claim): void {
    views.set(type, { ...view(type), claim });
    tell((listener) => listener.onChange?.());
  }

  function remember(fresh: readonly LiveEvent[], known: readonly LiveEvent[]): void {
    events = [...known, ...fresh].slice(-MAX_EVENTS);
  }

  function tell(what: (listener: StateListener) => void): void {
    for (const listener of listeners) what(listener);
  }

  function reportStore(failed: boolean, error?: unknown): void {
    if (failed && !storeFailed) log.warn("Live: the store is out of reach", { error: text(error) });
    if (!failed && storeFailed) log.info("Live: the store is back");
    storeFailed = failed;
  }
}

function freshView(): PlatformState {
  return { claim: NO_CLAIM, version: null, seenAt: 0, fraction: 0.5, list: [] };
}

/** Versions sort as text in the order of commits. */
function isNewer(version: string | null, than: string | null): boolean {
  return version !== null && (than === null || version > than);
}

/** The events that lead to `seq` without a gap. */
function lastRun(events: readonly LiveEvent[], seq: number): LiveEvent[] {
  const upTo = events.filter((event) => event.seq <= seq);
  const gap = upTo.findLastIndex((event, n) => event.seq !== seq - (upTo.length - 1 - n));
  return upTo.slice(gap + 1);
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
