import { HttpError, invalidParameter, tryAgain } from "../../http/http_error.ts";
import { foldChanges, type ItemChange } from "../../model/content_items.ts";
import { type AnnouncedBuild, type AnnouncedState, recentBuilds } from "./announcement.ts";

interface ChangesSince {
  readonly from: string;
  readonly cursor: string;
  readonly changes: readonly ItemChange[];
  /** Until when (epoch ms) nothing changes by the clock. */
  readonly validUntil: number;
}

/** Another process may have read a build so much earlier than this one. */
const BEHIND_MS = 60_000;

const CURSOR = /^([\w-]{1,64})(?:\.([0-9]{1,15}))?$/;

/** What `since` takes, in words. */
export const SINCE = "the cursor of an earlier answer, or the name of a build of the last 15 days";

/**
 * What changed since a cursor or a build, as it is at `now` (epoch ms); without one, nothing but the
 * present cursor.
 *
 * @throws {HttpError} `INVALID_PARAMETER` if there never was such a cursor or build, `GONE` if it is
 *   too old, `TRY_AGAIN` if another process may know of it
 */
export function changesSince(
  announced: Pick<AnnouncedState, "builds" | "due">,
  text: string | undefined,
  now: number,
): ChangesSince {
  const builds = recentBuilds(announced.builds, now);
  const head = builds.at(-1)!;
  const due = announced.due.filter(({ at }) => at <= now);
  const later = announced.due.filter(({ at }) => at > now);
  const reached = Math.max(head.at, ...due.map(({ at }) => at));
  const validUntil = Math.min(...later.map(({ at }) => at));
  const cursor = `${head.build}.${reached}`;
  if (text === undefined) return { from: cursor, cursor, changes: [], validUntil };
  const { build, at, ms } = findPosition(builds, text, now);
  const changes = [...builds.filter((one) => one.at > at).flatMap((one) => one.changes), ...due]
    .filter((one) => one.at === undefined || one.at > ms);
  const from = `${build}.${ms}`;
  // A cursor of a process whose clock is ahead of this one's stays where it is.
  return {
    from,
    cursor: at === head.at && ms > reached ? from : cursor,
    changes: foldChanges(changes),
    validUntil,
  };
}

/** A build, when it was announced, and how far the clock is behind that, both in epoch ms. */
interface Position extends Pick<AnnouncedBuild, "build" | "at"> {
  readonly ms: number;
}

function findPosition(builds: readonly AnnouncedBuild[], text: string, now: number): Position {
  const parts = CURSOR.exec(text);
  const ms = parts?.[2] === undefined ? undefined : Number(parts[2]);
  // A build may have been announced twice: a cursor is later than the one it is of.
  const found = builds.findLast(({ build, at }) =>
    build === parts?.[1] && (ms === undefined || at <= ms)
  );
  if (found !== undefined) return { build: found.build, at: found.at, ms: ms ?? found.at };
  const oldest = `${builds[0]!.build}.${builds[0]!.at}`;
  if (ms === undefined) throw invalidParameter("since", `${SINCE}; the oldest is ${oldest}`);
  const isNews = ms > builds.at(-1)!.at && Math.abs(now - ms) < BEHIND_MS;
  if (isNews) throw tryAgain("This server has not heard of that yet; try again");
  throw new HttpError("GONE", { after: { oldest } });
}
