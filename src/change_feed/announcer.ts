/**
 * This room is the change feed of the content: which items changed from build to build, announced once
 * for all processes of a store.
 *
 * @module
 */

import { setImmediate } from "node:timers/promises";
import { countChanges, indexLists } from "../changes/compare_items.ts";
import { type HashedList, type ItemKind, itemName } from "../changes/hashed_items.ts";
import type { Env } from "../platform/env.ts";
import type { KvEntry } from "../platform/kv.ts";
import { processName, type Random } from "../platform/random.ts";
import { ANNOUNCED_HEAD } from "../platform/store_keys.ts";
import { follow } from "../shared_state/follow.ts";
import { type BackOff, halfJitterMs } from "../toolbox/back_off.ts";
import { type AnnouncedHead, type AnnounceStore, createAnnounceStore } from "./announce_store.ts";
import {
  announceBuild,
  type AnnouncedState,
  type AnnouncementTimes,
  isTombstone,
  type Tombstone,
} from "./announcement.ts";

/** A build that a process serves. */
export interface ServedBuild {
  readonly build: string;
  /** When it was built, in epoch ms; 0 if that is unknown: it is announced to an empty store alone. */
  readonly builtAt: number;
  readonly pieces: readonly (() => HashedList)[];
}

/** Announces the builds that this process serves, and follows what others announce. */
export type Announcer = ReturnType<typeof createAnnouncer>;

/** When items were modified, as the store has it: the same in every process. */
export type Announced = Pick<
  Announcer,
  "ready" | "modifiedAt" | "removed" | "wasRemoved" | "version"
>;

const RETRY: BackOff = { firstMs: 500, maxMs: 30_000 };
/** Each attempt to announce a build that fails means that another process was first. */
const MAX_ATTEMPTS = 10;

/** What was announced last; items that were never seen to change cost nothing. */
interface AnnouncedMemory extends Omit<AnnouncedState, "modified"> {
  readonly modified: ReadonlyMap<string, number>;
}

/** Creates an announcer, which asks the store nothing before its first `sync()` or `ready()`. */
export function createAnnouncer(
  deps: Env & {
    /** How often to read announcements that the watch may not have seen, in ms. */
    readonly pollMs: number;
    served(): ServedBuild;
    readonly loaded?: () => void;
  },
) {
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
      await announceServed(deps, store, head, served);
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
    return { ...state, modified: new Map(state.modified.map((row) => [itemName(row), row.at])) };
  }

  return {
    /**
     * Undefined if it is in memory, as it nearly always is; else resolves when it is. Rejects with
     * `TRY_AGAIN` if the store is unreachable.
     */
    ready: (): Promise<void> | undefined => followed.ready(),
    /**
     * When an item was modified, in epoch ms: when a change of it was first announced; else when this
     * store first saw content, or when the item was published, if that was later. It only grows, by a
     * second at least.
     *
     * @throws {Error} before it is ready
     */
    modifiedAt(group: string, kind: ItemKind, id: string): number {
      const { value } = followed;
      if (value === undefined) {
        throw new Error("Cannot say when an item was modified: wait for ready()");
      }
      return value.modified.get(itemName({ group, kind, id })) ?? value.since;
    },
    /**
     * The shows or events that were announced as removed, up to 30 days before `now` (epoch ms), and when
     * the last of them go. While a process serves an older build it may still have an item of that id:
     * then the item is what holds.
     */
    removed: (group: string, kind: ItemKind, now: number): readonly Tombstone[] =>
      (followed.value?.gone ?? []).filter(isTombstone).filter((one) =>
        one.group === group && one.kind === kind && one.until > now
      ),
    /**
     * Whether an item was announced as removed, up to 30 days before `now` (epoch ms); `name` is its id,
     * an id that it had, or what its page was called. No if nothing was read of the store so far.
     */
    wasRemoved: (group: string, kind: ItemKind, name: string, now: number): boolean =>
      (followed.value?.gone ?? []).some((one) =>
        one.kind === kind && one.group === group && one.until > now &&
        (one.id === name || one.slug === name || one.former?.includes(name) === true)
      ),
    /** Another text whenever any of this may be another. */
    version: (): string => followed.value?.set ?? "",
    /** Announces what is served if it is news, and goes on to follow the store. Never rejects. */
    sync: (): Promise<void> => followed.sync(),
    close: (): void => followed.close(),
  };
}

/** Announces a served build after the head; another process may do so first. */
async function announceServed(
  { clock, random, log }: Omit<Env, "kv">,
  store: AnnounceStore,
  { value: last, version }: KvEntry<AnnouncedHead>,
  served: ServedBuild,
): Promise<void> {
  const before = last === null ? undefined : await store.items(last);
  if (last !== null && before === undefined) return;
  const after = indexLists(await readPieces(served));
  const times = announcementTimes(last, clock.now());
  const what = await announceBuild(before, after, times, () => setImmediate());
  if (!await store.write(version, nextHead(random, last, served, times), what)) return;
  const { build } = served;
  if (last !== null) log.info("Announced what changed", { build, ...countChanges(what.changes) });
  await store.sweep();
}

/** Reads each piece in a turn of its own. */
async function readPieces({ pieces }: ServedBuild): Promise<HashedList[]> {
  const lists: HashedList[] = [];
  for (const read of pieces) {
    lists.push(read());
    await setImmediate();
  }
  return lists;
}

function announcementTimes(last: AnnouncedHead | null, now: number): AnnouncementTimes {
  // Calendars count changes in whole seconds.
  const nextSecond = last === null ? 0 : (Math.floor(last.at / 1000) + 1) * 1000;
  const at = Math.max(now, nextSecond);
  return { now, at, since: last?.since ?? at };
}

function nextHead(
  random: Random,
  last: AnnouncedHead | null,
  { build, builtAt }: ServedBuild,
  { at, since }: AnnouncementTimes,
): AnnouncedHead {
  const seq = (last?.seq ?? 0) + 1;
  const set = `${build}.${processName(random)}`;
  return { build, built_at: builtAt, seq, at, since, set };
}

/** Whether a build says nothing new: it was announced, or it is older than what was. */
function isAnnounced(
  head: AnnouncedHead | null,
  { build, builtAt }: ServedBuild,
): head is AnnouncedHead {
  return head !== null && (head.build === build || builtAt <= head.built_at);
}
