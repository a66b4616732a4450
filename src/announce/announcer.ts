import type { Env } from "../platform/env.ts";
import { ANNOUNCED_HEAD } from "../platform/store_keys.ts";
import { follow } from "../shared_state/follow.ts";
import { type BackOff, halfJitterMs } from "../toolbox/back_off.ts";
import { announceServed, isAnnounced, type ServedBuild } from "./announce_served.ts";
import { type AnnouncedHead, createAnnounceStore } from "./announce_store.ts";
import type { Announced } from "./announced.ts";
import type { AnnouncedState } from "./announcement.ts";

export interface AnnouncerDeps extends Env {
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
/** Each attempt to announce a build that fails means that another process was first. */
const MAX_ATTEMPTS = 10;

/** What was announced last; items that were never seen to change cost nothing. */
interface AnnouncedMemory extends Omit<AnnouncedState, "modified"> {
  readonly modified: ReadonlyMap<string, number>;
}

/** Creates an announcer, which asks the store nothing before its first `sync()` or `ready()`. */
export function createAnnouncer(deps: AnnouncerDeps): Announcer {
  const { kv, random, pollMs } = deps;
  const store = createAnnounceStore(kv);
  const followed = follow<AnnouncedMemory>(deps, {
    watch: (changed) => kv.watch([ANNOUNCED_HEAD], changed),
    pollMs: () => pollMs,
    retryMs: (failures) => halfJitterMs(RETRY, failures, random.fraction()),
    outage: {
      away: "Cannot read or write what was announced; trying again",
      back: "Read what was announced",
    },
    load,
  });
  followed.subscribe(() => deps.loaded?.());

  /** Announces what is served if it is news, and reads what was announced last. */
  async function load(before: AnnouncedMemory | undefined): Promise<AnnouncedMemory> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const head = await store.head();
      const served = deps.served();
      if (isAnnounced(head.value, served)) return await read(head.value, before);
      // Won or not, there is another head.
      await announceServed({ ...deps, store }, head, served);
    }
    throw new Error("other processes announce all the time");
  }

  async function read(
    head: AnnouncedHead,
    before: AnnouncedMemory | undefined,
  ): Promise<AnnouncedMemory> {
    if (before?.set === head.set) return before;
    const state = await store.state(head);
    if (state === undefined) throw new Error("another announcement has taken its place");
    return { ...state, modified: new Map(state.modified.map((row) => [nameOf(row), row.at])) };
  }

  return {
    ready: () => followed.ready(),
    modifiedAt(group, kind, id) {
      const { value } = followed;
      if (value === undefined) throw new Error("Cannot tell what was modified: wait for ready()");
      return value.modified.get(nameOf({ group, kind, id })) ?? value.since;
    },
    removed: (group, kind, now) =>
      (followed.value?.gone ?? []).filter((one) =>
        one.group === group && one.kind === kind && one.until > now
      ),
    version: () => followed.value?.set ?? "",
    sync: () => followed.sync(),
    close: () => followed.close(),
  };
}

function nameOf({ group, kind, id }: { group: string; kind: string; id: string }): string {
  return `${group}/${kind}/${id}`;
}
