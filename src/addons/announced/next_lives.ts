import type { Announcement, FoundAnnouncements } from "../../live/broadcast.ts";
import { fetchJson, showroomRequest, type UpstreamFetch } from "../../live/platforms/upstream.ts";
import { fieldsOf, parseTimestamp } from "../../live/platforms/upstream_values.ts";
import type { LiveRoster, NumberedRoom } from "../../live/roster.ts";

/** Rooms that are asked in one poll, each again after so many polls at the earliest. */
const ROOMS_A_POLL = 2;
const POLLS_APART = 15;

/**
 * Returns what asks SHOWROOM when rooms are to go on air next: each room has a request of its own, so that
 * each poll asks a few in turn, and the others stay as they are known. Never rejects.
 */
export function createNextLives(fetch: UpstreamFetch, baseUrl: string) {
  let polls = 0;

  return async function askNextLives(
    { rooms }: Pick<LiveRoster, "rooms">,
    signal: AbortSignal,
  ): Promise<FoundAnnouncements> {
    const place = polls++ % Math.max(POLLS_APART, Math.ceil(rooms.length / ROOMS_A_POLL));
    const due = rooms.slice(place * ROOMS_A_POLL, (place + 1) * ROOMS_A_POLL);
    const answers = await Promise.all(due.map((room) => ask(room, signal)));
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
      const request = showroomRequest(baseUrl, `/api/room/next_live?room_id=${roomId}`);
      const { value } = await fetchJson(fetch, { ...request, signal });
      const fields = fieldsOf(value);
      if (!("epoch" in fields)) return undefined;
      const scheduledAt = parseTimestamp(fields.epoch);
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
