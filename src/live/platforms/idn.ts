import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import { createChatRooms } from "./chat_rooms.ts";
import { httpsAddress, sanitizeText } from "./upstream_values.ts";
import type { PolledBroadcast } from "../records/broadcast.ts";
import type { UpstreamFetch } from "./upstream_fetch.ts";
import { rankStreams } from "./rank_streams.ts";
import { createDropCounter, type LiveSource, type PollContext } from "./live_source.ts";
import { parseTimestamp } from "./upstream_values.ts";
import { parseUpstreamJson } from "./upstream_values.ts";
import { UpstreamError } from "../records/upstream_error.ts";
import { upstreamCount } from "./upstream_values.ts";

const QUERY =
  'query SearchLivestream { searchLivestream(query: "", limit: 1000) { next_cursor result { slug title image_url view_count playback_url room_identifier status live_at end_at scheduled_at category { name slug } creator { uuid username name avatar } } } }';

const answer = z.object({
  errors: z.array(z.unknown()).nullish(),
  data: z.object({
    searchLivestream: z.object({
      next_cursor: z.unknown().optional(),
      result: z.array(z.unknown()),
    }),
  }).nullish(),
});

/** Fields that identify the owner must be right; a wrong decoration alone drops no broadcast. */
const stream = z.object({
  // The slug becomes part of an id, which is part of URLs.
  slug: z.string().regex(/^[^\s/?#%]{1,200}$/),
  title: z.unknown().optional(),
  image_url: z.unknown().optional(),
  view_count: z.unknown().optional(),
  playback_url: z.unknown().optional(),
  status: z.string(),
  live_at: z.unknown().optional(),
  creator: z.object({ username: z.string().min(1), avatar: z.unknown().optional() }),
});

const detail = z.object({ data: z.object({ chat_room_id: z.string().max(300) }) });

/** What {@linkcode createIdn} needs. */
export interface IdnOptions {
  readonly fetch: UpstreamFetch;
  readonly clock: Clock;
  readonly baseUrl: string;
  /** Without it, chat rooms stay "". */
  readonly apiKey: string | undefined;
}

/** IDN Live: one request lists the whole platform, of which the roster's broadcasts are picked. */
export function createIdn({ fetch, clock, baseUrl, apiKey }: IdnOptions): LiveSource {
  const chatRooms = createChatRooms(clock);

  async function poll(context: PollContext) {
    const drops = createDropCounter();
    const broadcasts = readBroadcasts(await ask(context.signal), context, drops.drop);
    return { broadcasts: await withChatRooms(broadcasts, context), dropped: drops.counts() };
  }

  async function ask(signal: AbortSignal): Promise<string> {
    const { text } = await fetch({
      url: `${baseUrl}/graphql`,
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ query: QUERY }),
      type: "json",
      signal,
    });
    return text;
  }

  /** A broadcast without its chat room is still worth showing. */
  async function withChatRooms(broadcasts: PolledBroadcast[], { known, signal }: PollContext) {
    if (apiKey === undefined) return broadcasts;
    const slugs = new Map(broadcasts.map(({ broadcast: { id, slug } }) => [id, slug]));
    const rooms = await chatRooms.find(
      [...slugs.keys()],
      (id) => known.get(id)?.chatRoomId,
      (id) => askChatRoom(slugs.get(id)!, apiKey, signal),
    );
    return broadcasts.map(({ broadcast, viewers }) => {
      const chatRoomId = rooms.get(broadcast.id) ?? "";
      return { broadcast: { ...broadcast, chatRoomId }, viewers };
    });
  }

  async function askChatRoom(slug: string, key: string, signal: AbortSignal): Promise<string> {
    const url = `${baseUrl}/api/v4/livestream/${encodeURIComponent(slug)}`;
    const { text } = await fetch({ url, headers: { "x-api-key": key }, type: "json", signal });
    return sanitizeText(detail.parse(parseUpstreamJson(text)).data.chat_room_id);
  }

  return { type: "idn", poll };
}

function readBroadcasts(
  text: string,
  { roster }: PollContext,
  drop: (reason: string) => void,
): PolledBroadcast[] {
  const found = new Map<string, PolledBroadcast>();
  for (const item of readResult(text, drop)) {
    const parsed = stream.safeParse(item);
    if (!parsed.success) drop("malformed");
    else if (parsed.data.status === "live") {
      const polled = toPolledBroadcast(parsed.data);
      if (roster.ownersOf(polled.broadcast).length === 0) continue;
      if (polled.broadcast.streams.length === 0) drop("not_https");
      found.set(polled.broadcast.id, polled);
    }
  }
  return [...found.values()];
}

function readResult(text: string, drop: (reason: string) => void): unknown[] {
  const parsed = answer.safeParse(parseUpstreamJson(text));
  if (!parsed.success) throw new UpstreamError("malformed", "Answered without the agreed fields");
  const { errors, data } = parsed.data;
  if (errors?.length) throw new UpstreamError("graphql", "Answered with errors instead of data");
  if (!data) throw new UpstreamError("malformed", "Answered without data");
  // One page has always held the whole platform; `/status` shows when it no longer does.
  if (data.searchLivestream.next_cursor) drop("further_pages");
  return data.searchLivestream.result;
}

function toPolledBroadcast(item: z.infer<typeof stream>): PolledBroadcast {
  return {
    viewers: upstreamCount(item.view_count),
    broadcast: {
      id: `idn-${item.slug}`,
      type: "idn",
      urlKey: item.creator.username,
      slug: item.slug,
      title: sanitizeText(item.title),
      img: httpsAddress(item.image_url),
      imgAlt: httpsAddress(item.creator.avatar),
      roomId: 0,
      chatRoomId: "",
      startedAt: parseTimestamp(item.live_at),
      streams: rankStreams([{ label: "original", weight: 1, url: item.playback_url }]),
    },
  };
}
