import { countChanges, indexLists } from "../changes/compare_items.ts";
import type { HashedList } from "../changes/hashed_items.ts";
import { tryAgain } from "../http/http_error.ts";
import type { Clock } from "../platform/clock.ts";
import { deadline } from "../platform/deadline.ts";
import type { Kv, KvEntry } from "../platform/kv.ts";
import { createOutageLog, type Log } from "../platform/log.ts";
import { processName, type Random } from "../platform/random.ts";
import { ANNOUNCED_HEAD } from "../platform/store_keys.ts";
import { type BackOff, halfJitterMs } from "../toolbox/back_off.ts";
import { setImmediate } from "node:timers/promises";
import { type AnnouncedHead, createAnnounceStore } from "./announce_store.ts";
import { type Announced, createAnnouncedMemory } from "./announced.ts";
import { announceBuild } from "./announcement.ts";

/** A build that a process serves. */
export interface ServedBuild {
  readonly build: string;
  /** When it was built, in epoch ms; 0 where nobody knows: it is announced to an empty store alone. */
  readonly builtAt: number;
  /** Read one piece of its items each. */
  readonly pieces: readonly (() => HashedList)[];
}

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

/** Creates an announcer, which asks the store nothing before its first `sync()` or `ready()`. */
export function createAnnouncer(deps: AnnouncerDeps): Announcer {
  const { kv, clock, log, random, pollMs } = deps;
  const store = createAnnounceStore(kv);
  const memory = createAnnouncedMemory();
  const outage = createOutageLog(log, {
    away: "Cannot read or write what was announced; trying again",
    back: "Read what was announced",
  });
  let failures = 0;
  let isStale = false;
  let isClosed = false;
  let underWay: Promise<void> | undefined;
  let unwatch: (() => void) | undefined;
  let cancel = () => {};

  async function step(): Promise<void> {
    const head = await store.head();
    const served = deps.served();
    if (isAnnounced(head.value, served)) {
      if (memory.version() === head.value.set) return;
      const state = await store.state(head.value);
      if (state === undefined) throw new Error("another announcement has taken its place");
      memory.load(state);
      deps.loaded?.();
    } else {
      await announce(head, served);
      // Won or not, there is another head.
      isStale = true;
    }
  }

  async function announce(
    { value: last, version }: KvEntry<AnnouncedHead>,
    { build, builtAt, pieces }: ServedBuild,
  ): Promise<void> {
    const before = last === null ? undefined : await store.items(last);
    if (last !== null && before === undefined) return;
    const after: HashedList[] = [];
    for (const read of pieces) {
      after.push(read());
      await setImmediate();
    }
    const now = clock.now();
    const at = Math.max(now, last === null ? 0 : nextSecond(last.at));
    const since = last?.since ?? at;
    const what = await announceBuild(
      before,
      indexLists(after),
      { now, at, since },
      () => setImmediate(),
    );
    const seq = (last?.seq ?? 0) + 1;
    const set = `${build}.${processName(random)}`;
    const head = { build, built_at: builtAt, seq, at, since, set };
    if (!await store.write(version, head, what)) return;
    if (last !== null) log.info("Announced what changed", { build, ...countChanges(what.changes) });
    await store.sweep();
  }

  async function stepUntilFresh(): Promise<void> {
    try {
      do {
        isStale = false;
        await step();
      } while (isStale && !isClosed);
      failures = 0;
      outage.succeeded();
    } catch (error) {
      if (isClosed) return;
      failures++;
      outage.failed(error);
    }
  }

  function sync(): Promise<void> {
    unwatch ??= kv.watch([ANNOUNCED_HEAD], () => void (isClosed || sync()));
    isStale = true;
    underWay ??= stepUntilFresh().finally(() => {
      underWay = undefined;
      schedule();
    });
    return underWay;
  }

  function schedule(): void {
    cancel();
    if (isClosed) return;
    const retryMs = () => halfJitterMs(RETRY, failures - 1, random.fraction());
    cancel = clock.after(failures > 0 ? retryMs() : pollMs, () => void sync());
  }

  async function untilLoaded(): Promise<void> {
    await deadline(clock, WAIT_MS, sync()).catch(() => {});
    if (!memory.isLoaded) throw tryAgain();
  }

  return {
    ready: () => memory.isLoaded ? undefined : untilLoaded(),
    modifiedAt: memory.modifiedAt,
    removed: memory.removed,
    version: memory.version,
    sync,
    close() {
      isClosed = true;
      cancel();
      unwatch?.();
    },
  };
}

/** Whether a build says nothing new: it was announced, or it is older than what was. */
function isAnnounced(
  head: AnnouncedHead | null,
  { build, builtAt }: ServedBuild,
): head is AnnouncedHead {
  return head !== null && (head.build === build || builtAt <= head.built_at);
}

/** Calendars count changes in whole seconds. */
function nextSecond(at: number): number {
  return (Math.floor(at / 1000) + 1) * 1000;
}
