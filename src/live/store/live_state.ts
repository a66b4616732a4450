/**
 * This room stores what the processes share, and keeps a copy of it in memory.
 *
 * @module
 */

import type { Clock } from "../../platform/clock.ts";
import { createOutageLog, type Log, type OutageLog } from "../../platform/log.ts";
import type { Random } from "../../platform/random.ts";
import type { LiveType } from "../../model/enums.ts";
import type { Claim } from "../records/claim.ts";
import type { LiveEvent } from "../records/live_event.ts";
import { MAX_EVENTS, type PlatformState } from "./live_memory.ts";
import type { LiveChange } from "./live_commit.ts";
import type { LiveStore } from "./live_store.ts";
import { ObservedMemory } from "./observed_memory.ts";
import type { StateListener } from "./state_listeners.ts";

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
  const memory = new ObservedMemory({ clock, random });
  const shared = new SharedState(store, clock, log, memory);
  return {
    platform: (type) => memory.current.platforms[type],
    seq: () => memory.current.head.value.seq,
    events: () => memory.current.events,
    syncedAt: () => shared.syncedAt,
    storeFailed: () => shared.storeFailed,
    sync: () => shared.sync(),
    whenIdle: () => shared.whenIdle(),
    writeClaim: (type, claim) => shared.writeClaim(type, claim),
    publish: (change) => shared.publish(change),
    updateClaim: (type, claim) => memory.updateClaim(type, claim),
    subscribe: (listener) => memory.subscribe(listener),
  };
}

/** Keeps the memory and the store in step. */
class SharedState {
  readonly #store: LiveStore;
  readonly #clock: Clock;
  readonly #memory: ObservedMemory;
  readonly #outage: OutageLog;
  #syncedAt = 0;
  #syncing: Promise<void> | undefined;

  constructor(store: LiveStore, clock: Clock, log: Log, memory: ObservedMemory) {
    this.#store = store;
    this.#clock = clock;
    this.#memory = memory;
    this.#outage = createOutageLog(log, {
      away: "Live: the store is out of reach",
      back: "Live: the store is back",
    });
  }

  get syncedAt(): number {
    return this.#syncedAt;
  }

  get storeFailed(): boolean {
    return this.#outage.isAway;
  }

  sync(): Promise<void> {
    return this.#syncing ??= this.#refresh().finally(() => this.#syncing = undefined);
  }

  whenIdle(): Promise<void> {
    return this.#syncing ?? Promise.resolve();
  }

  async writeClaim(type: LiveType, claim: Claim): Promise<boolean> {
    const { version: known } = this.#memory.current.platforms[type];
    const version = await this.#store.writeClaim(type, claim, known);
    if (version !== null) this.#memory.adoptClaim(type, claim, version);
    return version !== null;
  }

  async publish(change: LiveChange): Promise<boolean> {
    const { head, platforms } = this.#memory.current;
    const claimVersion = platforms[change.type].version;
    const next = await this.#store.publish({ ...change, head, claimVersion });
    if (next !== null) this.#memory.adoptChange(change, next);
    return next !== null;
  }

  async #refresh(): Promise<void> {
    try {
      const peek = await this.#store.peek();
      if (this.#memory.isBehind(peek)) await this.#catchUp();
      else this.#memory.adoptClaims(peek);
      this.#syncedAt = this.#clock.now();
      this.#outage.succeeded();
    } catch (error) {
      this.#outage.failed(error);
    }
  }

  /** Reads everything, then the events on the way there, and adopts both at once. */
  async #catchUp(): Promise<void> {
    const snapshot = await this.#store.read();
    const events = await this.#readEvents();
    // This process may have published meanwhile: then the snapshot is no newer than the memory.
    if (this.#memory.isBehind(snapshot)) this.#memory.adoptSnapshot(snapshot, events);
    else this.#memory.adoptClaims(snapshot);
  }

  #readEvents(): Promise<readonly LiveEvent[]> {
    const { isLoaded, head } = this.#memory.current;
    return isLoaded
      ? this.#store.eventsAfter(head.value.seq, MAX_EVENTS)
      : this.#store.lastEvents(MAX_EVENTS);
  }
}
