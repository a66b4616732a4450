import type { RecentItem } from "../../model/item/live.ts";
import type { Env } from "../../platform/env.ts";
import { follow } from "../../shared_state/follow.ts";
import type { LiveEvent } from "../records/live_event.ts";
import type { LiveState } from "./live_state.ts";
import type { LiveStore } from "./live_store.ts";
import type { RecentBroadcasts } from "./recent_broadcasts.ts";

/** Keeps the ended broadcasts in memory in step with the store. */
export interface RecentSync {
  /** Whether the stored records have been read. */
  isLoaded(): boolean;
  /** Reads them, once for all who wait, and again when that fails. Never rejects. */
  load(): Promise<void>;
  /** Reads nothing by itself any more; resolves when what is being read is read. */
  stop(): Promise<void>;
}

/** What {@linkcode createRecentSync} needs. */
export interface RecentSyncDeps extends Pick<Env, "clock" | "log"> {
  readonly state: LiveState;
  readonly store: LiveStore;
  readonly recents: RecentBroadcasts;
}

export function createRecentSync({ state, store, recents, ...env }: RecentSyncDeps): RecentSync {
  /** Counts the times that events were missed: records that were read before are too old. */
  let gaps = 0;
  let isRequested = false;
  let isReading = false;
  /** Events that come while records are being read; they are newer, and applied again at the end. */
  let newerEvents: LiveEvent[] = [];
  const followed = follow<number>(env, {
    pollMs: () => Infinity,
    // Each request tries again; one line in the log is enough.
    outage: { away: "Live: the records of ended broadcasts could not be read" },
    load,
  });
  const isLoaded = () => followed.value === gaps;
  state.onEvents((events) => {
    if (events === null) gaps++;
    else {
      if (isReading) newerEvents.push(...events);
      events.forEach(apply);
    }
  });
  state.subscribe(() => {
    if (isRequested && !isReading && !isLoaded()) void followed.sync();
  });

  function apply(event: LiveEvent): void {
    if (event.kind === "ended") recents.add(event.records);
    else if (event.kind === "started" && event.isResumed) recents.remove(event.broadcast.id);
  }

  async function load(): Promise<number> {
    isReading = true;
    try {
      // Events are followed before records are read, so that none falls between the two.
      if (state.syncedAt() === 0) await state.sync();
      let known: number;
      do {
        known = gaps;
        await read();
      } while (known !== gaps);
      if (state.syncedAt() === 0) throw new Error("the events after them are not known");
      return known;
    } finally {
      isReading = false;
    }
  }

  async function read(): Promise<void> {
    newerEvents = [];
    const found: RecentItem[] = [];
    for await (const record of store.recents()) found.push(record);
    recents.clear();
    recents.add(found);
    newerEvents.forEach(apply);
  }

  return {
    isLoaded,
    load() {
      isRequested = true;
      return isReading ? followed.idle() : followed.sync();
    },
    async stop() {
      followed.close();
      await followed.idle();
    },
  };
}
