import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import type { Announcement, PolledBroadcast } from "../broadcast.ts";
import { createDetails } from "./details.ts";
import {
  type AskPlatform,
  createDropCounter,
  fetchJson,
  type PollContext,
  UpstreamError,
  type UpstreamFault,
  type UpstreamFetch,
} from "./upstream.ts";
import { upstreamList } from "./upstream_schemas.ts";
import {
  addressFault,
  fieldsOf,
  httpsAddress,
  parseTimestamp,
  rankStreams,
  sanitizeText,
  upstreamCount,
} from "./upstream_values.ts";

const FIELDS =
  "next_cursor result { slug title image_url view_count playback_url room_identifier status live_at end_at scheduled_at category { name slug } creator { uuid username name avatar } }";

const FIRST_PAGE =
  `query SearchLivestream { searchLivestream(query: "", limit: 1000) { ${FIELDS} } }`;

/** The cursor is whatever the platform sent: as a variable it is never a part of the query's text. */
const FURTHER_PAGE =
  `query SearchLivestream($cursor: String) { searchLivestream(query: "", limit: 1000, cursor: $cursor) { ${FIELDS} } }`;

/** One page has always held the whole platform. */
const MAX_PAGES = 10;

/** Fields that identify the owner must be right; a wrong decoration alone drops no broadcast. */
const stream = z.object({
  // The slug becomes part of an id, which is part of URLs.
  slug: z.string().regex(/^[^\s/?#%\p{Cc}\p{Cs}]{1,200}$/u),
  title: z.unknown().optional(),
  image_url: z.unknown().optional(),
  view_count: z.unknown().optional(),
  playback_url: z.unknown().optional(),
  status: z.string(),
  live_at: z.unknown().optional(),
  end_at: z.unknown().optional(),
  scheduled_at: z.unknown().optional(),
  creator: z.object({ username: z.string().min(1), avatar: z.unknown().optional() }),
});

const page = z.object({
  errors: upstreamList.nullish().catch(null),
  data: z.object({
    searchLivestream: z.object({
      next_cursor: z.unknown().optional(),
      result: upstreamList,
    }),
  }).nullish(),
});

const detail = z.object({ data: z.object({ chat_room_id: z.string().max(300) }) });

/** IDN Live: a few requests list the whole platform, of which the roster's broadcasts are picked. */
export function createIdn({ fetch, clock, baseUrl, apiKey }: {
  readonly fetch: UpstreamFetch;
  readonly clock: Clock;
  readonly baseUrl: string;
  /** Without it, chat rooms stay "". */
  readonly apiKey: string | undefined;
}): AskPlatform {
  const rooms = createDetails(clock, ({ slug }, signal) => askChatRoom(slug, signal));

  return async function poll(context) {
    const { drop, dropped } = createDropCounter();
    const onAir = new Map<string, PolledBroadcast>();
    const announced = new Map<string, Announcement>();

    /** Reads an entry of the list. Most are strangers', of which nothing more is read. */
    function read(item: unknown): void {
      const { username } = fieldsOf(fieldsOf(item).creator);
      if (typeof username !== "string" || username === "") return drop("malformed");
      const account = { type: "idn", urlKey: username, roomId: 0 } as const;
      if (context.roster.ownersOf(account).length === 0) return;
      const { data } = stream.safeParse(item);
      if (data === undefined) return drop("malformed");
      const texts = describe(data);
      if (data.status === "scheduled") {
        const scheduledAt = parseTimestamp(data.scheduled_at);
        if (scheduledAt !== null) announced.set(texts.id, { ...texts, scheduledAt });
      }
      // The list may go on to hold what has ended.
      const endsAt = parseTimestamp(data.end_at) ?? Infinity;
      if (data.status !== "live" || endsAt <= clock.now()) return;
      const fault = addressFault(data.playback_url);
      if (fault !== undefined) drop(fault);
      onAir.set(texts.id, {
        viewers: upstreamCount(data.view_count),
        broadcast: {
          ...texts,
          imgAlt: httpsAddress(data.creator.avatar),
          chatRoomId: "",
          startedAt: parseTimestamp(data.live_at),
          streams: rankStreams([{ label: "original", weight: 1, url: data.playback_url }]),
        },
      });
    }

    const cursors = new Set<string>();
    let unfinished: UpstreamFault | undefined;
    let bytes = 0;
    for (let cursor = ""; unfinished === undefined;) {
      const page = await askPage(cursor, context.signal);
      bytes += page.bytes;
      page.items.forEach(read);
      cursors.add(cursor);
      cursor = page.next;
      if (cursor === "") break;
      if (cursors.has(cursor)) unfinished = "repeated_page";
      else if (cursors.size === MAX_PAGES) unfinished = "too_many_pages";
    }
    const broadcasts = await withChatRooms([...onAir.values()], context);
    return {
      broadcasts,
      dropped,
      bytes,
      // What is on a page that was not read is still announced.
      announced: { found: [...announced.values()], isAsked: () => unfinished === undefined },
      ...(unfinished && { unfinished }),
    };
  };

  /** Reads a page: its entries, its bytes, and the cursor of the next one, "" on the last page. */
  async function askPage(cursor: string, signal: AbortSignal) {
    const question = cursor === ""
      ? { query: FIRST_PAGE }
      : { query: FURTHER_PAGE, variables: { cursor } };
    const { value, bytes } = await fetchJson(fetch, {
      url: `${baseUrl}/graphql`,
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(question),
      signal,
    });
    const { data: answer } = page.safeParse(value);
    if (answer?.errors?.length) {
      throw new UpstreamError("graphql", "Answered with errors instead of data");
    }
    if (!answer?.data) throw new UpstreamError("malformed", "Answered without the agreed fields");
    const { next_cursor: next, result: items } = answer.data.searchLivestream;
    return { items, bytes, next: toCursor(next) };
  }

  async function withChatRooms(broadcasts: PolledBroadcast[], { known, signal }: PollContext) {
    if (apiKey === undefined) return broadcasts;
    for (const { broadcast: { id } } of broadcasts) {
      const room = known.get(id)?.chatRoomId || rooms.get(id);
      if (room) rooms.note(id, room);
    }
    await rooms.learn(broadcasts.map(({ broadcast }) => broadcast), signal);
    return broadcasts.map(({ broadcast, viewers }) => {
      const chatRoomId = rooms.get(broadcast.id) ?? "";
      return { broadcast: { ...broadcast, chatRoomId }, viewers };
    });
  }

  async function askChatRoom(slug: string, signal: AbortSignal): Promise<string | undefined> {
    const url = `${baseUrl}/api/v4/livestream/${encodeURIComponent(slug)}`;
    const { value } = await fetchJson(fetch, { url, headers: { "x-api-key": apiKey! }, signal });
    return sanitizeText(detail.parse(value).data.chat_room_id) || undefined;
  }
}

/** "" if there is no further page; a number is a cursor too. */
function toCursor(next: unknown): string {
  if (next === undefined || next === null || next === false) return "";
  if (typeof next === "string" || typeof next === "number") return `${next}`;
  throw new UpstreamError("malformed", "Answered with a cursor that is no text");
}

/** The fields of an entry, whether it is on air or announced. */
function describe(item: z.infer<typeof stream>) {
  return {
    id: `idn-${item.slug}`,
    type: "idn",
    urlKey: item.creator.username,
    slug: item.slug,
    title: sanitizeText(item.title),
    img: httpsAddress(item.image_url),
    roomId: 0,
  } as const;
}
