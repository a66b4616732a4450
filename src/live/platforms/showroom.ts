import { z } from "zod";
import type { StreamUrl } from "../../model/item/live.ts";
import type { Clock } from "../../platform/clock.ts";
import type { PolledBroadcast } from "../broadcast.ts";
import { createDetails } from "./details.ts";
import {
  type AskPlatform,
  createDropCounter,
  fetchJson,
  type PollContext,
  showroomRequest,
  UpstreamError,
  type UpstreamFetch,
} from "./upstream.ts";
import { upstreamId, upstreamList } from "./upstream_schemas.ts";
import {
  fieldsOf,
  httpsAddress,
  parseTimestamp,
  rankStreams,
  sanitizeText,
  upstreamCount,
  upstreamNumber,
} from "./upstream_values.ts";

const stream = z.object({
  url: z.string(),
  type: z.string(),
  label: z.unknown().optional(),
  quality: z.unknown().optional(),
});

/** Fields that identify the owner must be right; a wrong decoration alone drops no broadcast. */
const live = z.object({
  room_id: upstreamId,
  room_url_key: z.string().regex(/^[^\p{Cc}\p{Cs}]{1,200}$/u),
  live_id: upstreamId,
  main_name: z.unknown().optional(),
  telop: z.unknown().optional(),
  started_at: z.unknown().optional(),
  view_num: z.unknown().optional(),
  image: z.unknown().optional(),
  image_square: z.unknown().optional(),
  streaming_url_list: upstreamList.nullish().catch(null),
});

const onlives = z.object({ onlives: upstreamList });

/** A genre may have no list, or null. */
const genre = z.object({ lives: upstreamList.nullish() });

const streams = z.object({ streaming_url_list: upstreamList.nullish() });

/** SHOWROOM: one request for all rooms on air, and one more per new broadcast for its streams. */
export function createShowroom({ fetch, clock, baseUrl }: {
  readonly fetch: UpstreamFetch;
  readonly clock: Clock;
  readonly baseUrl: string;
}): AskPlatform {
  const details = createDetails(clock, async ({ roomId }, signal) => {
    const path = `/api/live/streaming_url?room_id=${roomId}&abr_available=1`;
    const { value } = await fetchJson(fetch, { ...showroomRequest(baseUrl, path), signal });
    const found = readStreams(streams.parse(value).streaming_url_list);
    return found.length > 0 ? found : undefined;
  });

  return async function poll(context) {
    const { drop, dropped } = createDropCounter();
    const request = { ...showroomRequest(baseUrl, "/api/live/onlives"), signal: context.signal };
    const { value, bytes } = await fetchJson(fetch, request);
    const { data: answer } = onlives.safeParse(value);
    if (answer === undefined) {
      throw new UpstreamError("malformed", "Answered without the agreed fields");
    }
    const found = new Map<number, PolledBroadcast>();

    /** Reads an entry of the list. Most rooms are strangers', of which nothing more is read. */
    function read(item: unknown): void {
      const { room_id: room, room_url_key: urlKey } = fieldsOf(item);
      // Placeholders without a room are part of every answer, and not a mistake.
      if (room === undefined || room === null) return drop("no_room");
      const roomId = upstreamNumber(room);
      const isRoom = Number.isSafeInteger(roomId) && roomId > 0;
      if (!isRoom || typeof urlKey !== "string" || urlKey === "") return drop("malformed");
      const match = context.roster.matchRoom(roomId, urlKey);
      if (match === "stranger") return;
      const { data } = live.safeParse(item);
      if (data === undefined) return drop("malformed");
      if (match === "wrong_room") return drop("wrong_room");
      // The same room is listed under several genres, with the same fields.
      if (!found.has(roomId)) found.set(roomId, toPolledBroadcast(data));
    }

    for (const one of answer.onlives) {
      const { data } = genre.safeParse(one);
      if (data === undefined) drop("malformed");
      data?.lives?.forEach(read);
    }
    return { broadcasts: await withStreams([...found.values()], context), dropped, bytes };
  };

  async function withStreams(broadcasts: PolledBroadcast[], { known, signal }: PollContext) {
    const missing = broadcasts.map(({ broadcast }) => broadcast)
      .filter(({ id, streams }) => streams.length === 0 && !known.get(id)?.streams.length);
    await details.learn(missing, signal);
    return broadcasts.map((one) => {
      if (!missing.includes(one.broadcast)) return one;
      const streams = details.get(one.broadcast.id) ?? [];
      return { ...one, broadcast: { ...one.broadcast, streams } };
    });
  }
}

function toPolledBroadcast(item: z.infer<typeof live>): PolledBroadcast {
  return {
    viewers: upstreamCount(item.view_num),
    broadcast: {
      id: `showroom-${item.live_id}`,
      type: "showroom",
      urlKey: item.room_url_key,
      slug: item.room_url_key,
      title: sanitizeText(item.telop) || sanitizeText(item.main_name),
      img: httpsAddress(item.image),
      imgAlt: httpsAddress(item.image_square),
      roomId: item.room_id,
      chatRoomId: "",
      startedAt: parseTimestamp(item.started_at),
      streams: readStreams(item.streaming_url_list),
    },
  };
}

/** Plain HLS if there is any, else the playlist of all qualities. */
function readStreams(list: readonly unknown[] | null | undefined): StreamUrl[] {
  const parsed = (list ?? []).flatMap((item) => stream.safeParse(item).data ?? []);
  const ofType = (type: string) =>
    rankStreams(
      parsed.filter((item) => item.type === type)
        .map(({ label, quality, url }) => ({ label, weight: upstreamNumber(quality), url })),
    );
  const hls = ofType("hls");
  return hls.length > 0 ? hls : ofType("hls_all");
}
