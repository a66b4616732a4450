import { createMemo } from "../../toolbox/memo.ts";
import { z } from "zod";
import { httpsAddress, sanitizeText } from "./upstream_values.ts";
import type { Broadcast, PolledBroadcast } from "../records/broadcast.ts";
import type { UpstreamFetch } from "./upstream_fetch.ts";
import { rankStreams } from "./rank_streams.ts";
import { createDropCounter, type LiveSource, type PollContext } from "./live_source.ts";
import { parseTimestamp } from "./upstream_values.ts";
import { parseUpstreamJson } from "./upstream_values.ts";
import { UpstreamError } from "../records/upstream_error.ts";
import { upstreamCount, upstreamId, upstreamNumber } from "./upstream_values.ts";
import type { StreamUrl } from "../../model/item/live.ts";

const answer = z.object({ onlives: z.array(z.unknown()) });
const genre = z.object({ lives: z.array(z.unknown()).nullish() });

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
  streaming_url_list: z.array(z.unknown()).nullish().catch(null),
});

const streams = z.object({ streaming_url_list: z.array(z.unknown()).nullish() });

/** Rooms whose streams are asked for in one poll; the others wait for the next. */
const MAX_DETAILS_PER_POLL = 10;

/** Requests for the streams of one broadcast, before it stays without them. */
const MAX_TRIES = 3;

/** Broadcasts whose tries are remembered. */
const MAX_REMEMBERED = 1_000;

/** What {@linkcode createShowroom} needs. */
export interface ShowroomOptions {
  readonly fetch: UpstreamFetch;
  readonly baseUrl: string;
}

/** SHOWROOM: one request for all rooms on air, one more per new broadcast for its streams. */
export function createShowroom({ fetch, baseUrl }: ShowroomOptions): LiveSource {
  const tries = createMemo<string, number>({ maxEntries: MAX_REMEMBERED });

  async function poll(context: PollContext) {
    const drops = createDropCounter();
    const text = await get("/api/live/onlives", context.signal);
    const broadcasts = readBroadcasts(text, context, drops.drop);
    return { broadcasts: await withStreams(broadcasts, context), dropped: drops.counts() };
  }

  async function get(path: string, signal: AbortSignal): Promise<string> {
    const headers = { Referer: `${baseUrl}/` };
    return (await fetch({ url: `${baseUrl}${path}`, headers, type: "json", signal })).text;
  }

  async function withStreams(
    broadcasts: PolledBroadcast[],
    context: PollContext,
  ): Promise<PolledBroadcast[]> {
    const missing = new Set(
      broadcasts
        .map(({ broadcast }) => broadcast)
        .filter(({ id, streams }) => streams.length === 0 && !context.known.get(id)?.streams.length)
        .filter(({ id }) => (tries.get(id) ?? 0) < MAX_TRIES)
        .slice(0, MAX_DETAILS_PER_POLL),
    );
    return await Promise.all(broadcasts.map(async ({ broadcast, viewers }) => {
      if (!missing.has(broadcast)) return { broadcast, viewers };
      return { broadcast: { ...broadcast, streams: await streamsOf(broadcast, context) }, viewers };
    }));
  }

  async function streamsOf({ id, roomId }: Broadcast, { signal }: PollContext) {
    tries.set(id, (tries.get(id) ?? 0) + 1);
    try {
      const text = await get(`/api/live/streaming_url?room_id=${roomId}&abr_available=1`, signal);
      return readStreams(streams.parse(parseUpstreamJson(text)).streaming_url_list);
    } catch {
      // A broadcast without its streams is still worth showing.
      return [];
    }
  }

  return { type: "showroom", poll };
}

function readBroadcasts(
  text: string,
  { roster }: PollContext,
  drop: (reason: string) => void,
): PolledBroadcast[] {
  const found = new Map<number, PolledBroadcast>();
  for (const item of readLives(text, drop)) {
    if (!hasRoom(item)) {
      drop("no_room");
      continue;
    }
    const parsed = live.safeParse(item);
    if (!parsed.success) {
      drop("malformed");
      continue;
    }
    const match = roster.matchRoom(parsed.data.room_id, parsed.data.room_url_key);
    if (match === "wrong_room") drop("wrong_room");
    // The same room is listed under several genres, with the same fields.
    else if (match === "ours" && !found.has(parsed.data.room_id)) {
      found.set(parsed.data.room_id, toPolledBroadcast(parsed.data));
    }
  }
  return [...found.values()];
}

function readLives(text: string, drop: (reason: string) => void): unknown[] {
  const parsed = answer.safeParse(parseUpstreamJson(text));
  if (!parsed.success) throw new UpstreamError("malformed", "Answered without the agreed fields");
  return parsed.data.onlives.flatMap((item) => {
    const { success, data } = genre.safeParse(item);
    if (!success) drop("malformed");
    return data?.lives ?? [];
  });
}

/** Placeholders without a room are part of every answer, and not a mistake. */
function hasRoom(item: unknown): boolean {
  return (item as { room_id?: unknown } | null)?.room_id != null;
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

/** Plain HLS where there is any, else the playlist of all qualities. */
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
