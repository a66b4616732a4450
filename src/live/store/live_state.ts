/**
 * This room stores what the processes share, and keeps a copy of it in memory.
 *
 * @module
 */

import type { LiveType } from "../../model/enums.ts";
import type { Env } from "../../platform/env.ts";
import { follow, type FollowListener } from "../../shared_state/follow.ts";
import type { Claim } from "../records/claim.ts";
import type { LiveEvent } from "../records/live_event.ts";
import {
  EMPTY_MEMORY,
  eventsSince,
  isBehind,
  type LiveChange,
  type LiveMemory,
  MAX_EVENTS,
  type PlatformState,
  withChange,
  withClaim,
  withClaims,
  withPlatform,
  withSnapshot,
} from "./live_memory.ts";
import type { LiveStore } from "./live_store.ts";

/** The memory of one process, kept in step with the store. */
export interface LiveState {
  platform(type: LiveType): PlatformState;
  /** The number of the last event that the memory holds. */
  seq(): number;
  /** The events after `seq`, oldest first; null if some of them are no longer known. */
  eventsSince(seq: number): readonly LiveEvent[] | null;
  /** Epoch ms of the last successful look at the store; 0 before the first. */
  syncedAt(): number;
  /** Whether the last look at the store failed. */
  storeFailed(): boolean;
  /** Looks at the store, once for all who call meanwhile. Never rejects. */
  sync(): Promise<void>;
  /** Claims the next poll; false where another process was first. */
  writeClaim(type: LiveType, claim: Claim): Promise<boolean>;
  /** Commits a change; false where the store has changed since: sync, and decide again. */
  publish(change: LiveChange): Promise<boolean>;
  /** Changes a claim in memory alone; the next claim tells the other processes. */
  updateClaim(type: LiveType, claim: Claim): void;
  /** Calls `listener` after each change of the memory; the returned function ends it. */
  subscribe(listener: FollowListener<LiveMemory>): () => void;
  /** Calls `onEvents` with each batch of new events; null if some are not known. */
  onEvents(onEvents: (events: readonly LiveEvent[] | null) => void): () => void;
  /** Looks at the store from now on whenever it may have changed, and every `followMs`. */
  start(): void;
  /** Ends that; resolves when no look is under way. */
  stop(): Promise<void>;
}

/** What {@linkcode createLiveState} needs. */
export interface LiveStateDeps extends Omit<Env, "kv"> {
  readonly store: LiveStore;
  readonly followMs: number;
}

export function createLiveState(deps: LiveStateDeps): LiveState {
  const { store, clock, random } = deps;
  let unwatch: (() => void) | undefined;
  const see = () => ({ seenAt: clock.now(), fraction: random.fraction() });
  const followed = follow<LiveMemory>(deps, {
    // A process that never starts, as for one command, looks when it is asked to.
    pollMs: () => unwatch === undefined ? Infinity : deps.followMs,
    outage: { away: "Live: the store is out of reach", back: "Live: the store is back" },
    load,
  });
  const current = () => followed.value ?? EMPTY_MEMORY;

  async function load(before: LiveMemory | undefined): Promise<undefined> {
    const peek = await store.peek();
    if (before !== undefined && !isBehind(current(), peek)) {
      return void followed.update(withClaims(current(), peek, see));
    }
    const snapshot = await store.read();
    const events = followed.value === undefined
      ? await store.lastEvents(MAX_EVENTS)
      : await store.eventsAfter(current().head.value.seq, MAX_EVENTS);
    // This process may have published meanwhile: then the snapshot is no newer than the memory.
    const isNews = followed.value === undefined || isBehind(followed.value, snapshot);
    const next = isNews ? withSnapshot(followed.value, snapshot, events) : current();
    followed.update(withClaims(next, snapshot, see));
  }

  return {
    platform: (type) => current().platforms[type],
    seq: () => current().head.value.seq,
    eventsSince: (seq) => eventsSince(current(), seq),
    syncedAt: () => followed.syncedAt,
    storeFailed: () => followed.isAway,
    sync: () => followed.sync(),
    async writeClaim(type, claim) {
      const version = await store.writeClaim(type, claim, current().platforms[type].version);
      if (version === null) return false;
      followed.update(withClaim(current(), type, { value: claim, version }, see));
      return true;
    },
    async publish(change) {
      const { head, platforms } = current();
      const claimVersion = platforms[change.type].version;
      const next = await store.publish({ ...change, head, claimVersion });
      if (next === null) return false;
      followed.update(withChange(current(), change, next, see));
      return true;
    },
    updateClaim: (type, claim) => followed.update(withPlatform(current(), type, { claim })),
    subscribe: (listener) => followed.subscribe(listener),
    onEvents: (onEvents) =>
      followed.subscribe((now, before) => {
        const events = before === undefined ? null : eventsSince(now, before.head.value.seq);
        if (events === null || events.length > 0) onEvents(events);
      }),
    start() {
      unwatch ??= store.watch(() => void followed.sync());
      void followed.sync();
    },
    async stop() {
      followed.close();
      unwatch?.();
      await followed.idle();
    },
  };
}
