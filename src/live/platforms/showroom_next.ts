import { z } from "zod";
import { createMemo } from "../../toolbox/memo.ts";
import type { Announcement, FoundAnnouncements } from "../broadcast.ts";
import type { LiveRoster, NumberedRoom } from "../roster.ts";
import { fetchJson, type UpstreamFetch, type UpstreamRequest } from "./upstream.ts";
import { parseTimestamp } from "./upstream_values.ts";

const nextLive = z.object({ epoch: z.unknown() });

/** Rooms that are asked in one poll, each again after so many polls at the earliest. */
const ROOMS_A_POLL = 2;
const POLLS_APART = 15;
/** Rooms whose turn is remembered. */
const MAX_REMEMBERED = 5_000;

/**
 * Returns what asks SHOWROOM when rooms are to go on air next: each room has a request of its own, so that
 * each poll asks a few, and the others stay as they are known. Never rejects.
 */
export function createNextLives(
  fetch: UpstreamFetch,
  requestOf: (path: string) => UpstreamRequest,
) {
  const askedIn = createMemo<number, number>({ maxEntries: MAX_REMEMBERED });
  let polls = 0;
  /** Whether all that was asked last time failed: then one question shows whether it works again. */
  let isBroken = false;

  return async function askNextLives(
    { rooms }: Pick<LiveRoster, "rooms">,
    signal: AbortSignal,
  ): Promise<FoundAnnouncements> {
    polls++;
    const turnOf = (roomId: number) => askedIn.get(roomId) ?? -Infinity;
    const due = rooms.filter(({ roomId }) => polls - turnOf(roomId) >= POLLS_APART)
      .sort((a, b) => turnOf(a.roomId) - turnOf(b.roomId))
      .slice(0, isBroken ? 1 : ROOMS_A_POLL);
    for (const { roomId } of due) askedIn.set(roomId, polls);
    const answers = await Promise.all(due.map((room) => ask(room, signal)));
    if (due.length > 0) isBroken = answers.every((answer) => answer === undefined);
    const asked = new Set(due.filter((_, n) => answers[n] !== undefined).map((one) => one.roomId));
    return {
      found: answers.flatMap((answer) => answer ?? []),
      isAsked: ({ roomId }) => asked.has(roomId),
    };
  };

  /** What a room announces: one broadcast, or none; undefined if the platform did not say. */
  async function ask(
    { roomId, urlKey }: NumberedRoom,
    signal: AbortSignal,
  ): Promise<readonly Announcement[] | undefined> {
    try {
      const request = requestOf(`/api/room/next_live?room_id=${roomId}`);
      const { value } = await fetchJson(fetch, { ...request, signal });
      const { epoch } = nextLive.parse(value);
      const scheduledAt = parseTimestamp(epoch);
      if (scheduledAt === null) return [];
      // The platform names no announcement: room and time do.
      const id = `showroom-${roomId}-${Math.floor(scheduledAt / 1_000)}`;
      const texts = { slug: urlKey, title: "", img: "" };
      return [{ id, type: "showroom", urlKey, roomId, ...texts, scheduledAt }];
    } catch {
      return undefined;
    }
  }
}
