import type { Log } from "../platform/log.ts";
import type { LiveEvent } from "./live_event.ts";
import type { LiveState } from "./live_state.ts";
import type { LiveStore } from "./live_store.ts";
import type { RecentBook } from "./recent.ts";
import type { Recent } from "./recent_record.ts";

/** Keeps the book of ended broadcasts level with the store. */
export interface RecentFollower {
  /** Whether the stored records have been read. */
  loaded(): boolean;
  /** Reads them, once for all who wait. Never rejects; where the store is away, try again. */
  load(): Promise<void>;
}

/** What {@linkcode followRecents} needs. */
export interface RecentFollowerDeps {
  readonly state: LiveState;
  readonly store: LiveStore;
  readonly recents: RecentBook;
  readonly log: Log;
}

export function followRecents({ state, store, recents, log }: RecentFollowerDeps): RecentFollower {
  let loading: Promise<void> | undefined;
  let isLoaded = false;
  /** Events that came while records were being read: the newer truth, applied again at the end. */
  let meanwhile: LiveEvent[] = [];
  state.listen({ happened });

  return { loaded: () => isLoaded, load };

  function happened(events: readonly LiveEvent[] | null): void {
    if (events === null) return reload();
    if (loading !== undefined) meanwhile.push(...events);
    events.forEach(apply);
  }

  function apply(event: LiveEvent): void {
    if (event.kind === "ended") recents.add(event.records);
    else if (event.again) recents.remove(event.broadcast.id);
  }

  function reload(): void {
    isLoaded = false;
    void load();
  }

  function load(): Promise<void> {
    return loading ??= readAll().finally(() => loading = undefined);
  }

  async function readAll(): Promise<void> {
    meanwhile = [];
    try {
      const found: Recent[] = [];
      for await (const record of store.recents()) found.push(record);
      recents.clear();
      recents.add(found);
      meanwhile.forEach(apply);
      isLoaded = true;
    } catch (error) {
      log.warn("Live: the records of ended broadcasts could not be read", { error: `${error}` });
    }
  }
}
