import { type LogHead, NO_HEAD } from "../../events/log_store.ts";
import { eachPlatform, LIVE_TYPES, type LiveType } from "../../model/platforms.ts";
import type { Env } from "../../platform/env.ts";
import { follow, type FollowListener } from "../../shared_state/follow.ts";
import type { Broadcast } from "../records/broadcast.ts";
import type { LiveEvent } from "../records/live_event.ts";
import {
  type LiveChange,
  type LivePeek,
  type LiveSnapshot,
  type LiveStore,
  type Versioned,
} from "./live_store.ts";
import { EXPIRES_AFTER_MS, NEVER_POLLED, type PollRecord } from "./poll_record.ts";

interface PlatformState {
  /** As stored, or as this process knows better from its own last poll. */
  readonly poll: PollRecord;
  /** Of the stored record. */
  readonly version: string | null;
  /** When this process first saw that version, epoch ms. */
  readonly seenAt: number;
  /** 0 to 1, drawn again for each version. */
  readonly fraction: number;
  readonly list: readonly Broadcast[];
}

interface LiveMemory {
  /** Another number once the store goes on in another database. */
  readonly database: number;
  readonly head: Versioned<LogHead>;
  /** The last events, oldest first, without gaps up to the head. */
  readonly events: readonly LiveEvent[];
  readonly platforms: Readonly<Record<LiveType, PlatformState>>;
}

/** The events kept for clients that come back; one that was away for longer gets a snapshot. */
const MAX_EVENTS = 512;

const UNKNOWN_PLATFORM: PlatformState = {
  poll: NEVER_POLLED,
  version: null,
  seenAt: 0,
  fraction: 0.5,
  list: [],
};

/** The memory of a process that has not read the store yet. */
const EMPTY_MEMORY: LiveMemory = {
  database: 0,
  head: { value: NO_HEAD, version: null },
  events: [],
  platforms: eachPlatform(() => UNKNOWN_PLATFORM),
};

/** The memory of one process, kept in step with the store. */
export type LiveState = ReturnType<typeof createLiveState>;

/** `followMs`: how often the store is read once the state is started. */
export function createLiveState(
  deps: Omit<Env, "kv"> & { readonly store: LiveStore; readonly followMs: number },
) {
  const { store, clock, random } = deps;
  let unwatch: (() => void) | undefined;
  /** The memory holds what the store may not have any more: then a lower version is the newer one. */
  let isLost = false;
  const see = () => ({ seenAt: clock.now(), fraction: random.fraction() });
  const followed = follow<LiveMemory>(deps, {
    // A process that never starts, as for one command, reads the store when it is asked to.
    pollMs: () => unwatch === undefined ? Infinity : deps.followMs,
    outage: { away: "Live: the store is unreachable", back: "Live: the store answers again" },
    load,
  });
  const current = () => followed.value ?? EMPTY_MEMORY;

  async function load(before: LiveMemory | undefined): Promise<undefined> {
    isLost ||= before === undefined && followed.value !== undefined;
    const peek = await store.peek();
    if (before !== undefined && !isLost && !isNewer(peek.head, current().head)) {
      return void followed.update(withPolls(current(), peek, see));
    }
    const snapshot = await store.read();
    const events = followed.value === undefined || isLost
      ? await store.lastEvents(MAX_EVENTS)
      : await store.eventsAfter(current().head.value.seq, MAX_EVENTS);
    if (isLost) {
      isLost = false;
      const fresh = withSnapshot(undefined, snapshot, events);
      const database = current().database + 1;
      return void followed.update(withPolls({ ...fresh, database }, snapshot, see));
    }
    // This process may have published meanwhile: then the snapshot is no newer than the memory.
    const isNews = followed.value === undefined || isNewer(snapshot.head, followed.value.head);
    const next = isNews ? withSnapshot(followed.value, snapshot, events) : current();
    followed.update(withPolls(next, snapshot, see));
  }

  return {
    platform: (type: LiveType): PlatformState => current().platforms[type],
    seq: (): number => current().head.value.seq,
    /** The events after `seq`, oldest first; null if some of them are no longer known. */
    eventsSince: (seq: number) => eventsSince(current(), seq),
    /** Epoch ms of the last successful read of the store; 0 before the first. */
    syncedAt: (): number => followed.syncedAt,
    storeFailed: (): boolean => followed.isAway,
    /** Reads the store, once for all who call meanwhile. Never rejects. */
    sync: (): Promise<void> => followed.sync(),
    /** Claims the next poll; false if another process was first. */
    async writePoll(type: LiveType, poll: PollRecord): Promise<boolean> {
      const version = await store.writePoll(type, poll, current().platforms[type].version);
      if (version === null) return false;
      followed.update(withPoll(current(), type, { value: poll, version }, see));
      return true;
    },
    /** Commits a change; false if the store has changed since: sync, and decide again. */
    async publish(change: LiveChange): Promise<boolean> {
      const { head, platforms } = current();
      const pollVersion = platforms[change.type].version;
      const next = await store.publish({ ...change, head, pollVersion });
      if (next === null) return false;
      followed.update(withChange(current(), change, next, see));
      return true;
    },
    /** Changes a record in memory alone; the other processes read it with the next claim. */
    updatePoll: (type: LiveType, poll: PollRecord) =>
      followed.update(withPlatform(current(), type, { poll })),
    /** Calls `listener` after each change of the memory; the returned function ends it. */
    subscribe: (listener: FollowListener<LiveMemory>) => followed.subscribe(listener),
    /** Calls `onEvents` with each batch of new events; null if some are not known. */
    onEvents: (onEvents: (events: readonly LiveEvent[] | null) => void) =>
      followed.subscribe((now, before) => {
        const isKnown = before?.database === now.database;
        const events = isKnown ? eventsSince(now, before!.head.value.seq) : null;
        if (events === null || events.length > 0) onEvents(events);
      }),
    /** Reads the store from now on whenever it may have changed, and every `followMs`. */
    start(): void {
      unwatch ??= store.watch(followed.changed);
      void followed.sync();
    },
    /** Ends that; resolves when no read is under way. */
    stop(): Promise<void> {
      unwatch?.();
      return followed.stop();
    },
  };
}

/** Notes that a record was seen: when, and its share of luck. */
type Sight = () => Pick<PlatformState, "seenAt" | "fraction">;

/** The events after `seq`, oldest first; null if some of them are not known. */
function eventsSince({ head, events }: LiveMemory, seq: number): readonly LiveEvent[] | null {
  const missing = head.value.seq - seq;
  if (missing < 0 || missing > events.length) return null;
  return events.slice(events.length - missing);
}

/** Adopts the head and the lists of a snapshot, and the events that were found on the way there. */
function withSnapshot(
  before: LiveMemory | undefined,
  { head, lists }: LiveSnapshot,
  found: readonly LiveEvent[],
): LiveMemory {
  const run = lastRun(found, head.value.seq);
  const missed = before === undefined ? Infinity : head.value.seq - before.head.value.seq;
  const isWhole = missed >= 0 && run.length >= missed;
  const events = isWhole ? [...before!.events, ...run.slice(run.length - missed)] : run;
  const known = before?.platforms ?? EMPTY_MEMORY.platforms;
  const platforms = { ...known };
  for (const type of LIVE_TYPES) platforms[type] = { ...known[type], list: lists[type] };
  return { database: before?.database ?? 0, head, events: keepLast(events), platforms };
}

/** Adopts the records that are newer. */
function withPolls(memory: LiveMemory, { polls }: LivePeek, see: Sight): LiveMemory {
  let next = memory;
  for (const type of LIVE_TYPES) {
    if (isNewer(polls[type], next.platforms[type])) {
      next = withPoll(next, type, polls[type], see);
    }
  }
  return next;
}

/** Adopts a record of a new version; another process may not know yet what this one found. */
function withPoll(
  memory: LiveMemory,
  type: LiveType,
  { value: poll, version }: Versioned<PollRecord>,
  see: Sight,
): LiveMemory {
  const sight = see();
  const known = believable(memory.platforms[type].poll.succeededAt, sight.seenAt);
  const succeededAt = Math.max(known, believable(poll.succeededAt, sight.seenAt)) || null;
  return withPlatform(memory, type, { ...sight, version, poll: { ...poll, succeededAt } });
}

/** Adopts what this process has committed under a new head. */
function withChange(
  memory: LiveMemory,
  { type, poll, list, events }: LiveChange,
  head: Versioned<LogHead>,
  see: Sight,
): LiveMemory {
  // The commit may have been read, with others after it, before its own reply came.
  if (!isNewer(head, memory.head)) return memory;
  const next = {
    ...withPlatform(memory, type, { list }),
    head,
    events: keepLast([...memory.events, ...events]),
  };
  return withPoll(next, type, { value: poll, version: head.version }, see);
}

/** Changes some of what is known of one platform. */
function withPlatform(
  memory: LiveMemory,
  type: LiveType,
  fields: Partial<PlatformState>,
): LiveMemory {
  const platform = { ...memory.platforms[type], ...fields };
  return { ...memory, platforms: { ...memory.platforms, [type]: platform } };
}

/** Whether a version is newer: versions sort as text in the order of commits. */
function isNewer(
  { version }: { readonly version: string | null },
  than: { readonly version: string | null },
): boolean {
  return version !== null && (than.version === null || version > than.version);
}

/** An instant of the future was written before a clock was set back; it would outlast all others. */
function believable(succeededAt: number | null, now: number): number {
  return succeededAt === null || succeededAt > now + EXPIRES_AFTER_MS ? 0 : succeededAt;
}

function keepLast(events: readonly LiveEvent[]): readonly LiveEvent[] {
  return events.slice(-MAX_EVENTS);
}

/** The events that lead to `seq` without a gap. */
function lastRun(events: readonly LiveEvent[], seq: number): readonly LiveEvent[] {
  const upTo = events.filter((event) => event.seq <= seq);
  const gap = upTo.findLastIndex((event, n) => event.seq !== seq - (upTo.length - 1 - n));
  return upTo.slice(gap + 1);
}
