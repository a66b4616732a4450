import { tryAgain } from "../http/http_error.ts";
import type { Clock } from "../platform/clock.ts";
import { deadline } from "../platform/deadline.ts";
import type { Kv } from "../platform/kv.ts";
import { createOutageLog, type Log } from "../platform/log.ts";
import type { Random } from "../platform/random.ts";
import { ANNOUNCED_HEAD } from "../platform/store_keys.ts";
import { type BackOff, halfJitterMs } from "../toolbox/back_off.ts";
import { createReconciler, type Reconciler } from "../toolbox/reconciler.ts";
import { announceServed, isAnnounced, type ServedBuild } from "./announce_served.ts";
import { type AnnouncedHead, type AnnounceStore, createAnnounceStore } from "./announce_store.ts";
import { type Announced, type AnnouncedMemory, createAnnouncedMemory } from "./announced.ts";

export interface AnnouncerDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  /** How often to look for announcements that the watch may not have seen, in ms. */
  readonly pollMs: number;
  /** What is served at the moment. */
  served(): ServedBuild;
  /** Called when another announcement was taken into memory. */
  readonly loaded?: () => void;
}

/** Announces the builds that this process serves, and follows what others announce. */
export interface Announcer extends Announced {
  /** Looks whether what is served has to be announced, and goes on to follow the store. Never rejects. */
  sync(): Promise<void>;
  close(): void;
}

const RETRY: BackOff = { firstMs: 500, maxMs: 30_000 };
/** How long a caller waits for the store. */
const WAIT_MS = 2000;
const OUTAGE = {
  away: "Cannot read or write what was announced; trying again",
  back: "Read what was announced",
};

/** Creates an announcer, which asks the store nothing before its first `sync()` or `ready()`. */
export function createAnnouncer(deps: AnnouncerDeps): Announcer {
  const memory = createAnnouncedMemory();
  const follower = new AnnouncementFollower(deps, memory);
  return {
    ready: () => memory.isLoaded ? undefined : follower.untilLoaded(),
    modifiedAt: memory.modifiedAt,
    removed: memory.removed,
    version: memory.version,
    sync: () => follower.sync(),
    close: () => follower.close(),
  };
}

/** Keeps the memory in step with the store, and the store with what is served. */
class AnnouncementFollower {
  readonly #deps: AnnouncerDeps;
  readonly #memory: AnnouncedMemory;
  readonly #store: AnnounceStore;
  readonly #reconciler: Reconciler;
  #unwatch: (() => void) | undefined;

  constructor(deps: AnnouncerDeps, memory: AnnouncedMemory) {
    this.#deps = deps;
    this.#memory = memory;
    this.#store = createAnnounceStore(deps.kv);
    this.#reconciler = createReconciler({
      clock: deps.clock,
      outage: createOutageLog(deps.log, OUTAGE),
      look: () => this.#look(),
      waitMs: () => deps.pollMs,
      retryMs: (failures) => halfJitterMs(RETRY, failures, deps.random.fraction()),
    });
  }

  sync(): Promise<void> {
    this.#unwatch ??= this.#deps.kv.watch(
      [ANNOUNCED_HEAD],
      () => void this.#reconciler.look(),
    );
    return this.#reconciler.look();
  }

  async untilLoaded(): Promise<void> {
    await deadline(this.#deps.clock, WAIT_MS, this.sync()).catch(() => {});
    if (!this.#memory.isLoaded) throw tryAgain();
  }

  close(): void {
    this.#reconciler.close();
    this.#unwatch?.();
  }

  async #look(): Promise<void> {
    const head = await this.#store.head();
    const served = this.#deps.served();
    if (isAnnounced(head.value, served)) return await this.#load(head.value);
    await announceServed({ ...this.#deps, store: this.#store }, head, served);
    // Won or not, there is another head.
    void this.#reconciler.look();
  }

  async #load(head: AnnouncedHead): Promise<void> {
    if (this.#memory.version() === head.set) return;
    const state = await this.#store.state(head);
    if (state === undefined) throw new Error("another announcement has taken its place");
    this.#memory.load(state);
    this.#deps.loaded?.();
  }
}
