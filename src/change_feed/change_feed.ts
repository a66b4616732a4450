import { foldChanges, type ItemChange } from "../changes/compare_items.ts";
import { HttpError, invalidParameter, tryAgain } from "../http/http_error.ts";
import type { Env } from "../platform/env.ts";
import { follow } from "../shared_state/follow.ts";
import { type AnnouncedBuild, type BuildChanges, createAnnounceStore } from "./announce_store.ts";
import type { Announced } from "./announcer.ts";

/** Which items changed over the last announced builds, and by the clock. */
export type ChangeFeed = ReturnType<typeof createChangeFeed>;

interface ChangesSince {
  readonly from: string;
  readonly cursor: string;
  readonly changes: readonly ItemChange[];
  /** Until when (epoch ms) nothing changes by the clock. */
  readonly validUntil: number;
}

/** A build in memory. */
interface FeedBuild extends AnnouncedBuild, BuildChanges {}

/** What is in memory, as of a version of what was announced. */
interface LoadedFeed {
  readonly version: string;
  readonly builds: readonly FeedBuild[];
  readonly groups: readonly string[];
}

/** From the build of this index on, and by the clock from this instant (epoch ms) on. */
interface Position {
  readonly index: number;
  readonly ms: number;
}

/** Changes in memory at most; older builds are left out then. About 10 MB. */
export const MAX_CHANGES = 50_000;
/** Another process may have read a build so much earlier than this one. */
const BEHIND_MS = 60_000;

const CURSOR = /^([\w-]{1,64})(?:\.([0-9]{1,15}))?$/;

/** Creates a feed that is empty until it is asked for, and follows `announced`. */
export function createChangeFeed(
  { announced, maxChanges = MAX_CHANGES, ...env }: Pick<Env, "kv" | "clock" | "log"> & {
    readonly announced: Announced;
    readonly maxChanges?: number;
  },
) {
  const store = createAnnounceStore(env.kv);
  const followed = follow<LoadedFeed>(env, {
    pollMs: () => Infinity,
    load,
    isCurrent: ({ version }) => version === announced.version(),
  });

  async function load(before: LoadedFeed | undefined): Promise<LoadedFeed> {
    await announced.ready();
    const version = announced.version();
    const known = new Map(before?.builds.map((build) => [build.set, build]));
    const fresh: FeedBuild[] = [];
    let changes = 0;
    for (const build of (await store.builds()).toReversed()) {
      const next = fresh.at(-1);
      if (next !== undefined && next.seq !== build.seq + 1) break;
      const changed = known.get(build.set) ?? await store.changesOf(build);
      if (changed === undefined) break;
      changes += changed.changes.length + changed.due.length;
      if (changes > maxChanges && fresh.length > 0) break;
      fresh.push({ ...build, ...changed });
    }
    if (fresh.length === 0) throw new Error("no announcement can be read");
    const builds = fresh.reverse();
    const groups = builds.flatMap(({ changes }) => changes.map(({ group }) => group));
    return { version, builds, groups: [...new Set(groups)] };
  }

  return {
    /**
     * Undefined if memory is current; else resolves when it is. Rejects with `TRY_AGAIN` if the store is
     * unreachable.
     */
    ready: (): Promise<void> | undefined => followed.ready(),
    /** Another text whenever an answer may be another. */
    version: (): string => followed.value?.version ?? "",
    /** The slugs of all groups of which something changed, those too that content has no more. */
    groups: (): readonly string[] => followed.value?.groups ?? [],
    /**
     * What changed since a cursor or a build, as it is at `now` (epoch ms); without one, nothing but the
     * present cursor.
     *
     * @throws {HttpError} `INVALID_PARAMETER` if there never was such a cursor or build, `GONE` if it is
     *   too old
     */
    since: (text: string | undefined, now: number) =>
      changesSince(followed.value!.builds, text, now),
  };
}

function changesSince(
  builds: readonly FeedBuild[],
  text: string | undefined,
  now: number,
): ChangesSince {
  const last = builds.at(-1)!;
  const turns = last.due.map(({ at }) => at);
  const reached = Math.max(last.at, ...turns.filter((at) => at <= now));
  const cursor = `${last.build}.${reached}`;
  const validUntil = Math.min(...turns.filter((at) => at > now));
  if (text === undefined) return { from: cursor, cursor, changes: [], validUntil };
  const { index, ms } = findPosition(builds, text, now);
  const from = `${builds[index]!.build}.${ms}`;
  const changes = foldChanges(changesFrom(builds, { index, ms }, now));
  // A cursor of a process whose clock is ahead of this one's stays where it is.
  return {
    from,
    cursor: index === builds.length - 1 && ms > reached ? from : cursor,
    changes,
    validUntil,
  };
}

function* changesFrom(
  builds: readonly FeedBuild[],
  { index, ms }: Position,
  now: number,
): Generator<ItemChange> {
  for (let n = index; n < builds.length; n++) {
    const build = builds[n]!;
    if (n > index) yield* build.changes;
    const next = builds[n + 1];
    const after = n === index ? Math.max(ms, comparedAt(build)) : comparedAt(build);
    const until = next === undefined ? now : comparedAt(next);
    for (const { at, ...change } of build.due) if (at > after && at <= until) yield change;
  }
}

function comparedAt({ at, compared_at = at }: AnnouncedBuild): number {
  return compared_at;
}

function findPosition(builds: readonly FeedBuild[], text: string, now: number): Position {
  const oldest = `${builds[0]!.build}.${builds[0]!.at}`;
  const parts = CURSOR.exec(text);
  const ms = parts?.[2] === undefined ? undefined : Number(parts[2]);
  // A build may have been announced twice: a cursor is later than the one it is of.
  const index = builds.findLastIndex(({ build, at }) =>
    build === parts?.[1] && (ms === undefined || at <= ms)
  );
  if (index >= 0) return { index, ms: ms ?? builds[index]!.at };
  if (ms === undefined) throw invalidParameter("since", `${SINCE}; the oldest is ${oldest}`);
  const isNews = ms > builds.at(-1)!.at && Math.abs(now - ms) < BEHIND_MS;
  if (isNews) throw tryAgain("This server has not heard of that yet; try again");
  throw new HttpError("GONE", { after: { oldest } });
}

/** What `since` takes, in words. */
export const SINCE = "the cursor of an earlier answer, or the name of one of the last 30 builds";
