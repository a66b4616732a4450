/**
 * This room stores what the processes share, and keeps a copy of it in memory.
 *
 * @module
 */

import type { Clock } from "../../platform/clock.ts";
import { createOutageLog, type Log } from "../../platform/log.ts";
import type { Random } from "../../platform/random.ts";
import { LIVE_TYPES, type LiveType } from "../../model/enums.ts";
import type { Claim } from "../records/claim.ts";
import type { LiveEvent } from "../records/live_event.ts";
import {
  EMPTY_MEMORY,
  isNewer,
  MAX_EVENTS,
  type PlatformState,
  withChange,
  withClaim,
  withPlatform,
  withSnapshot,
} from "./live_memory.ts";
import type { LiveChange, LivePeek, LiveSnapshot } from "./live_commit.ts";
import type { LiveStore } from "./live_store.ts";
import { createStateListeners, type StateListener } from "./state_listeners.ts";

/** The memory of one process, kept in step with the store. */
export interface LiveState {
  platform(type: LiveType): PlatformState;
  /** The number of the last event that the memory holds. */
  seq(): number;
  /** The last events, oldest first, without gaps. */
  events(): readonly LiveEvent[];
  /** Epoch ms of the last successful look at the store; 0 before the first. */
  syncedAt(): number;
  /** Whether the last look at the store failed. */
  storeFailed(): boolean;
  /** Looks at the store, once for all who call meanwhile. Never rejects. */
  sync(): Promise<void>;
  /** Resolves when no look at the store is under way. Never rejects. */
  whenIdle(): Promise<void>;
  /** Claims the next poll; false where another process was first. */
  writeClaim(type: LiveType, claim: Claim): Promise<boolean>;
  /** Commits a change; false where the store has changed since: sync, and decide again. */
  publish(change: LiveChange): Promise<boolean>;
  /** Changes a claim in memory alone; the next claim tells the other processes. */
  updateClaim(type: LiveType, claim: Claim): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: StateListener): () => void;
}

/** What {@linkcode createLiveState} needs. */
export interface LiveStateDeps {
  readonly store: LiveStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

export function createLiveState({ store, clock, random, log }: LiveStateDeps): LiveState {
  const { subscribe, notify } = createStateListeners();
  let memory = EMPTY_MEMORY;
  let syncedAt = 0;
  const outage = createOutageLog(log, {
    away: "Live: the store is out of reach",
    back: "Live: the store is back",
  });
  let syncing: Promise<void> | undefined;

  return {
    platform,
    seq: () => memory.head.value.seq,
    events: () => memory.events,
    syncedAt: () => syncedAt,
    storeFailed: () => outage.isAway,
    sync: () => syncing ??= refresh().finally(() => syncing = undefined),
    whenIdle: () => syncing ?? Promise.resolve(),
    writeClaim: claim,
    publish,
    updateClaim,
    subscribe,
  };

  function platform(type: LiveType): PlatformState {
    return memory.platforms[type];
  }

  async function refresh(): Promise<void> {
    try {
      const peek = await store.peek();
      if (needs(peek)) await catchUp();
      else adoptClaims(peek);
      syncedAt = clock.now();
      reportStore(false);
    } catch (error) {
      reportStore(true, error);
    }
  }

  function needs({ head }: LivePeek): boolean {
    return !memory.isLoaded || isNewer(head.version, memory.head.version);
  }

  /** Reads everything, then the events on the way there, and adopts both at once. */
  async function catchUp(): Promise<void> {
    const snapshot = await store.read();
    const events = memory.isLoaded
      ? await store.eventsAfter(memory.head.value.seq, MAX_EVENTS)
      : await store.lastEvents(MAX_EVENTS);
    // This process may have published meanwhile: then the snapshot is no newer than the memory.
    if (needs(snapshot)) adoptSnapshot(snapshot, events);
    else adoptClaims(snapshot);
  }

  function adoptSnapshot(snapshot: LiveSnapshot, events: readonly LiveEvent[]): void {
    const next = withSnapshot(memory, snapshot, events);
    memory = next.memory;
    adoptClaims(snapshot);
    notify((listener) => listener.onChange?.());
    notify((listener) => listener.onEvents?.(next.news));
  }

  function adoptClaims({ claims }: LivePeek): void {
    for (const type of LIVE_TYPES) {
      const { value, version } = claims[type];
      if (isNewer(version, platform(type).version)) adoptClaim(type, value, version);
    }
  }

  function adoptClaim(type: LiveType, claim: Claim, version: string | null): void {
    const sight = { version, seenAt: clock.now(), fraction: random.fraction() };
    memory = withClaim(memory, type, claim, sight);
    notify((listener) => listener.onChange?.());
    notify((listener) => listener.onClaim?.(type));
  }

  async function claim(type: LiveType, claim: Claim): Promise<boolean> {
    const version = await store.writeClaim(type, claim, platform(type).version);
    if (version !== null) adoptClaim(type, claim, version);
    return version !== null;
  }

  async function publish(change: LiveChange): Promise<boolean> {
    const { type, claim, events } = change;
    const claimVersion = platform(type).version;
    const head = await store.publish({ ...change, head: memory.head, claimVersion });
    if (head === null) return false;
    memory = withChange(memory, change, head);
    adoptClaim(type, claim, head.version);
    if (events.length > 0) notify((listener) => listener.onEvents?.(events));
    return true;
  }

  function updateClaim(type: LiveType, claim: Claim): void {
    memory = withPlatform(memory, type, { claim });
    notify((listener) => listener.onChange?.());
  }

  function reportStore(failed: boolean, error?: unknown): void {
    if (failed) outage.failed(error);
    else outage.succeeded();
  }
}
