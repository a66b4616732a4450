import type { Log } from "../../platform/log.ts";
import type { LiveEvent } from "../records/live_event.ts";
import type { LiveState } from "./live_state.ts";
import type { LiveStore } from "./live_store.ts";
import type { RecentBroadcasts } from "./recent_broadcasts.ts";
import type { RecentBroadcast } from "../records/recent_broadcast.ts";

/** Keeps the book of ended broadcasts level with the store. */
export interface RecentSync {
  /** Whether the stored records have been read. */
  isLoaded(): boolean;
  /** Reads them, once for all who wait, and again when that fails. Never rejects. */
  load(): Promise<void>;
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
  let wanted = false;
  let isTold = false;
  /** Events that came while records were being read: the newer truth, applied again at the end. */
  let meanwhile: LiveEvent[] = [];
  /** Events were missed while records were being read: what was read may be too old. */
  let missed = false;
  state.subscribe({ onEvents: happened, onClaim: () => void (wanted && !isLoaded && load()) });

  return { isLoaded: () => isLoaded, load };

  function happened(events: readonly LiveEvent[] | null): void {
    if (events === null) {
      isLoaded = false;
      missed = true;
      if (wanted) void load();
      return;
    }
    if (loading !== undefined) meanwhile.push(...events);
    events.forEach(apply);
  }

  function apply(event: LiveEvent): void {
    if (event.kind === "ended") recents.add(event.records);
    else if (event.isResumed) recents.remove(event.broadcast.id);
  }

  function load(): Promise<void> {
    wanted = true;
    return loading ??= readAll().finally(() => loading = undefined);
  }

  async function readAll(): Promise<void> {
    try {
      // First the events: from then on each is heard, and none falls between them and the records.
      if (state.syncedAt() === 0) await state.sync();
      do await readOnce(); while (missed);
      isLoaded = state.syncedAt() !== 0;
      isTold = false;
    } catch (error) {
      // Whoever asks for records tries again; the operator need not hear of each attempt.
      if (isTold) return;
      isTold = true;
      log.warn("Live: the records of ended broadcasts could not be read", { error: `${error}` });
    }
  }

  async function readOnce(): Promise<void> {
    missed = false;
    meanwhile = [];
    const found: RecentBroadcast[] = [];
    for await (const record of store.recents()) found.push(record);
    recents.clear();
    recents.add(found);
    meanwhile.forEach(apply);
  }
}
