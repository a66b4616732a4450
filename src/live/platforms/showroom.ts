import { z } from "zod";
import type { StreamUrl } from "../../model/item/live.ts";
import { createMemo } from "../../toolbox/memo.ts";
import type { Broadcast, PolledBroadcast } from "../broadcast.ts";
import {
  createDropCounter,
  type Drop,
  fetchJson,
  type LiveSource,
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
  room_url_key: z.string().min(1).max(200),
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

/** Rooms whose streams are asked for in one poll; the others wait for the next. */
const MAX_DETAILS_PER_POLL = 10;

/** Requests for the streams of one broadcast, before it stays without them. */
const MAX_TRIES = 3;

/** Broadcasts whose tries are remembered. */
const MAX_REMEMBERED = 1_000;

/** SHOWROOM: one request for all rooms on air, and one more per new broadcast for its streams. */
export function createShowroom({ fetch, baseUrl }: {
  readonly fetch: UpstreamFetch;
  readonly baseUrl: string;
}): LiveSource {
  const tries = createMemo<string, number>({ maxEntries: MAX_REMEMBERED });

  async function poll(context: PollContext) {
    const { drop, dropped } = createDropCounter();
    const request = { ...showroomRequest(baseUrl, "/api/live/onlives"), signal: context.signal };
    const { value, bytes } = await fetchJson(fetch, request);
    const { data: answer } = onlives.safeParse(value);
    if (answer === undefined) {
      throw new UpstreamError("malformed", "Answered without the agreed fields");
    }
    const found = new Map<number, PolledBroadcast>();
    for (const one of answer.onlives) {
      const { data } = genre.safeParse(one);
      if (data === undefined) drop("malformed");
      for (const item of data?.lives ?? []) readLive(item, context.roster, found, drop);
    }
    return { broadcasts: await withStreams([...found.values()], context), dropped, bytes };
  }

  async function withStreams(broadcasts: PolledBroadcast[], context: PollContext) {
    const missing = broadcasts.filter(({ broadcast: { id, streams } }) =>
      streams.length === 0 && !context.known.get(id)?.streams.length &&
      (tries.get(id) ?? 0) < MAX_TRIES
    ).slice(0, MAX_DETAILS_PER_POLL);
    return await Promise.all(broadcasts.map(async (one) => {
      if (!missing.includes(one)) return one;
      const streams = await streamsOf(one.broadcast, context);
      return { ...one, broadcast: { ...one.broadcast, streams } };
    }));
  }

  async function streamsOf({ id, roomId }: Broadcast, { signal }: PollContext) {
    tries.set(id, (tries.get(id) ?? 0) + 1);
    try {
      const path = `/api/live/streaming_url?room_id=${roomId}&abr_available=1`;
      const { value } = await fetchJson(fetch, { ...showroomRequest(baseUrl, path), signal });
      return readStreams(streams.parse(value).streaming_url_list);
    } catch {
      // A broadcast without its streams is still worth showing.
      return [];
    }
  }

  return { type: "showroom", poll };
}

/** Reads an entry of the list. Most rooms are strangers', of which nothing more is read. */
function readLive(
  item: unknown,
  roster: PollContext["roster"],
  found: Map<number, PolledBroadcast>,
  drop: Drop,
): void {
  const { room_id: room, room_url_key: urlKey } = fieldsOf(item);
  // Placeholders without a room are part of every answer, and not a mistake.
  if (room === undefined || room === null) return drop("no_room");
  const roomId = upstreamNumber(room);
  const isRoom = Number.isSafeInteger(roomId) && roomId > 0;
  if (!isRoom || typeof urlKey !== "string" || urlKey === "") return drop("malformed");
  const match = roster.matchRoom(roomId, urlKey);
  if (match === "stranger") return;
  const { data } = live.safeParse(item);
  if (data === undefined) return drop("malformed");
  if (match === "wrong_room") return drop("wrong_room");
  // The same room is listed under several genres, with the same fields.
  if (!found.has(roomId)) found.set(roomId, toPolledBroadcast(data));
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
