import { createOutageLog, type Log } from "../../platform/log.ts";
import type { LiveEvent } from "../records/live_event.ts";
import type { LiveState } from "./live_state.ts";
import type { LiveStore } from "./live_store.ts";
import type { RecentBroadcasts } from "./recent_broadcasts.ts";
import type { RecentItem } from "../../model/item/recent.ts";

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
export interface RecentSyncDeps {
  readonly state: LiveState;
  readonly store: LiveStore;
  readonly recents: RecentBroadcasts;
  readonly log: Log;
}

export function createRecentSync({ state, store, recents, log }: RecentSyncDeps): RecentSync {
  let loading: Promise<void> | undefined;
  let isLoaded = false;
  let isRequested = false;
  const away = "Live: the records of ended broadcasts could not be read";
  const outage = createOutageLog(log, { away });
  /** Events that came while records were being read; they are newer, and applied again at the end. */
  let newerEvents: LiveEvent[] = [];
  /** Whether events were missed while records were being read, which may be too old then. */
  let hasMissed = false;
  state.subscribe({ onEvents, onClaim: () => void (isRequested && !isLoaded && load()) });

  return { isLoaded: () => isLoaded, load, stop };

  async function stop(): Promise<void> {
    isRequested = false;
    await loading;
  }

  function onEvents(events: readonly LiveEvent[] | null): void {
    if (events === null) {
      isLoaded = false;
      hasMissed = true;
      if (isRequested) void load();
      return;
    }
    if (loading !== undefined) newerEvents.push(...events);
    events.forEach(apply);
  }

  function apply(event: LiveEvent): void {
    if (event.kind === "ended") recents.add(event.records);
    else if (event.kind === "started" && event.isResumed) recents.remove(event.broadcast.id);
  }

  function load(): Promise<void> {
    isRequested = true;
    return loading ??= readAll().finally(() => loading = undefined);
  }

  async function readAll(): Promise<void> {
    try {
      // Events are followed before records are read, so that none falls between the two.
      if (state.syncedAt() === 0) await state.sync();
      do await readOnce(); while (hasMissed);
      isLoaded = state.syncedAt() !== 0;
      outage.succeeded();
    } catch (error) {
      // Each request tries again; one line in the log is enough.
      outage.failed(error);
    }
  }

  async function readOnce(): Promise<void> {
    hasMissed = false;
    newerEvents = [];
    const found: RecentItem[] = [];
    for await (const record of store.recents()) found.push(record);
    recents.clear();
    recents.add(found);
    newerEvents.forEach(apply);
  }
}
