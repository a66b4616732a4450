import { setImmediate } from "node:timers/promises";
import { countChanges, indexLists } from "../changes/compare_items.ts";
import type { HashedList } from "../changes/hashed_items.ts";
import type { Clock } from "../platform/clock.ts";
import type { KvEntry } from "../platform/kv.ts";
import type { Log } from "../platform/log.ts";
import { processName, type Random } from "../platform/random.ts";
import { announceBuild, type AnnouncementTimes } from "./announcement.ts";
import type { AnnouncedHead, AnnounceStore } from "./announce_store.ts";

/** A build that a process serves. */
export interface ServedBuild {
  readonly build: string;
  /** When it was built, in epoch ms; 0 where nobody knows: it is announced to an empty store alone. */
  readonly builtAt: number;
  /** Read one piece of its items each. */
  readonly pieces: readonly (() => HashedList)[];
}

/** What {@linkcode announceServed} needs. */
export interface AnnounceServedDeps {
  readonly store: AnnounceStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** Announces a served build after the head; another process may do so first. */
export async function announceServed(
  deps: AnnounceServedDeps,
  { value: last, version }: KvEntry<AnnouncedHead>,
  served: ServedBuild,
): Promise<void> {
  const { store, clock, log } = deps;
  const before = last === null ? undefined : await store.items(last);
  if (last !== null && before === undefined) return;
  const after = indexLists(await readPieces(served));
  const times = announcementTimes(last, clock.now());
  const what = await announceBuild(before, after, times, () => setImmediate());
  if (!await store.write(version, nextHead(deps, last, served, times), what)) return;
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
  const at = Math.max(now, last === null ? 0 : nextSecond(last.at));
  return { now, at, since: last?.since ?? at };
}

function nextHead(
  { random }: AnnounceServedDeps,
  last: AnnouncedHead | null,
  { build, builtAt }: ServedBuild,
  { at, since }: AnnouncementTimes,
): AnnouncedHead {
  const seq = (last?.seq ?? 0) + 1;
  const set = `${build}.${processName(random)}`;
  return { build, built_at: builtAt, seq, at, since, set };
}

/** Whether a build says nothing new: it was announced, or it is older than what was. */
export function isAnnounced(
  head: AnnouncedHead | null,
  { build, builtAt }: ServedBuild,
): head is AnnouncedHead {
  return head !== null && (head.build === build || builtAt <= head.built_at);
}

/** Calendars count changes in whole seconds. */
function nextSecond(at: number): number {
  return (Math.floor(at / 1000) + 1) * 1000;
}
