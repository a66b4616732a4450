import { EVENT_LIFE_MS } from "../../events/event.ts";
import { HttpError, invalidParameter, tryAgain } from "../../http/http_error.ts";
import { foldChanges, type ItemChange } from "../../model/content_items.ts";
import type { Env } from "../../platform/env.ts";
import { follow } from "../../shared_state/follow.ts";
import type { AnnounceStore, StoredBuild } from "./announce_store.ts";
import type { StoredChange } from "./announcement.ts";
import type { Announcer } from "./announcer.ts";

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
interface FeedBuild extends StoredBuild {
  readonly changes: readonly StoredChange[];
}

/** What is in memory, as of a version of what was announced: the builds oldest first. */
interface LoadedFeed {
  readonly version: string;
  readonly builds: readonly FeedBuild[];
}

/** Another process may have read a build so much earlier than this one. */
const BEHIND_MS = 60_000;

const CURSOR = /^([\w-]{1,64})(?:\.([0-9]{1,15}))?$/;

/** What `since` takes, in words. */
export const SINCE = "the cursor of an earlier answer, or the name of a build of the last 15 days";

/** Creates a feed that is empty until it is asked for, and follows `announced`. */
export function createChangeFeed(
  { announced, store, ...env }: Pick<Env, "clock" | "log"> & {
    readonly announced: Announcer;
    readonly store: AnnounceStore;
  },
) {
  const followed = follow<LoadedFeed>(env, {
    pollMs: () => Infinity,
    load,
    isCurrent: ({ version }) => version === announced.version(),
  });

  async function load(before: LoadedFeed | undefined): Promise<LoadedFeed> {
    await announced.ready();
    const version = announced.version();
    const known = new Map(before?.builds.map((build) => [build.set, build]));
    const builds: FeedBuild[] = [];
    for (const build of await store.builds()) {
      const changes = known.get(build.set)?.changes ?? await store.changes(build);
      builds.push({ ...build, changes });
    }
    return { version, builds };
  }

  return {
    /**
     * Undefined if memory is current; else resolves when it is. Rejects with `TRY_AGAIN` if the store is
     * unreachable.
     */
    ready: (): Promise<void> | undefined => followed.ready(),
    /** Another text whenever an answer may be another. */
    version: (): string => followed.value?.version ?? "",
    /**
     * What changed since a cursor or a build, as it is at `now` (epoch ms); without one, nothing but the
     * present cursor.
     *
     * @throws {HttpError} `INVALID_PARAMETER` if there never was such a cursor or build, `GONE` if it is
     *   too old
     */
    since(text: string | undefined, now: number): ChangesSince {
      const builds = followed.value!.builds.filter(({ at }) => at + EVENT_LIFE_MS > now);
      const { head, due } = announced.last();
      const reached = Math.max(head.at, ...due.map(({ at }) => at).filter((at) => at <= now));
      const validUntil = Math.min(...due.map(({ at }) => at).filter((at) => at > now));
      const cursor = `${head.build}.${reached}`;
      if (text === undefined) return { from: cursor, cursor, changes: [], validUntil };
      const { build, at, ms } = findPosition(builds, head, text, now);
      const changes = [
        ...builds.filter((one) => one.at > at).flatMap((one) => one.changes),
        ...due.filter((one) => one.at <= now),
      ].filter((one) => one.at === undefined || one.at > ms);
      const from = `${build}.${ms}`;
      // A cursor of a process whose clock is ahead of this one's stays where it is.
      return {
        from,
        cursor: at === head.at && ms > reached ? from : cursor,
        changes: foldChanges(changes),
        validUntil,
      };
    },
  };
}

/** A build, when it was announced, and how far the clock is behind that, both in epoch ms. */
interface Position {
  readonly build: string;
  readonly at: number;
  readonly ms: number;
}

function findPosition(
  builds: readonly FeedBuild[],
  head: Omit<Position, "ms">,
  text: string,
  now: number,
): Position {
  const [first] = builds;
  // From each build on it is known what changed after it: so it is from the one before the first.
  const starts = [...first?.before ? [first.before] : [], ...builds, ...first ? [] : [head]];
  const parts = CURSOR.exec(text);
  const ms = parts?.[2] === undefined ? undefined : Number(parts[2]);
  // A build may have been announced twice: a cursor is later than the one it is of.
  const found = starts.findLast(({ build, at }) =>
    build === parts?.[1] && (ms === undefined || at <= ms)
  );
  if (found !== undefined) return { build: found.build, at: found.at, ms: ms ?? found.at };
  const oldest = `${starts[0]!.build}.${starts[0]!.at}`;
  if (ms === undefined) throw invalidParameter("since", `${SINCE}; the oldest is ${oldest}`);
  const isNews = ms > head.at && Math.abs(now - ms) < BEHIND_MS;
  if (isNews) throw tryAgain("This server has not heard of that yet; try again");
  throw new HttpError("GONE", { after: { oldest } });
}
