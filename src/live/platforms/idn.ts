import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import { type BackOff, backOffMs } from "../../toolbox/back_off.ts";
import { createMemo } from "../../toolbox/memo.ts";
import type { Announcement, PolledBroadcast } from "../broadcast.ts";
import {
  createDropCounter,
  type Drop,
  fetchJson,
  type LiveSource,
  type PollContext,
  UpstreamError,
  type UpstreamFault,
  type UpstreamFetch,
} from "./upstream.ts";
import { upstreamList } from "./upstream_schemas.ts";
import {
  addressFault,
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
  slug: z.string().regex(/^[^\s/?#%]{1,200}$/),
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
}): LiveSource {
  const findChatRooms = createChatRooms(clock);

  async function poll(context: PollContext) {
    const { drop, dropped } = createDropCounter();
    const found: Listed = { onAir: new Map(), announced: new Map() };
    const cursors = new Set<string>();
    let unfinished: UpstreamFault | undefined;
    let bytes = 0;
    for (let cursor = "";;) {
      const page = await askPage(cursor, context, found, drop);
      bytes += page.bytes;
      cursors.add(cursor);
      cursor = page.next;
      if (cursor === "") break;
      if (cursors.has(cursor)) unfinished = "repeated_page";
      else if (cursors.size === MAX_PAGES) unfinished = "too_many_pages";
      if (unfinished !== undefined) break;
    }
    const broadcasts = await withChatRooms([...found.onAir.values()], context);
    const rest = unfinished === undefined ? {} : { unfinished };
    // What is on a page that was not read is still announced.
    const isAsked = () => unfinished === undefined;
    const announced = { found: [...found.announced.values()], isAsked };
    return { broadcasts, dropped, bytes, announced, ...rest };
  }

  /** Reads a page; returns its bytes, and the cursor of the next one: "" on the last page. */
  async function askPage(
    cursor: string,
    { roster, signal }: PollContext,
    found: Listed,
    drop: Drop,
  ) {
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
    const { next_cursor: next, result } = answer.data.searchLivestream;
    const now = clock.now();
    for (const item of result) readStream(item, { roster, now, found, drop });
    return { bytes, next: toCursor(next) };
  }

  /** A broadcast without its chat room is still worth showing. */
  async function withChatRooms(broadcasts: PolledBroadcast[], { known, signal }: PollContext) {
    if (apiKey === undefined) return broadcasts;
    const slugs = new Map(broadcasts.map(({ broadcast: { id, slug } }) => [id, slug]));
    const rooms = await findChatRooms(
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
    const { value } = await fetchJson(fetch, { url, headers: { "x-api-key": key }, signal });
    return sanitizeText(detail.parse(value).data.chat_room_id);
  }

  return { type: "idn", poll };
}

/** "" if there is no further page; a number is a cursor too. */
function toCursor(next: unknown): string {
  if (next === undefined || next === null || next === false) return "";
  if (typeof next === "string" || typeof next === "number") return `${next}`;
  throw new UpstreamError("malformed", "Answered with a cursor that is no text");
}

/** The roster's entries of the list, by id. */
interface Listed {
  readonly onAir: Map<string, PolledBroadcast>;
  readonly announced: Map<string, Announcement>;
}

/** Reads an entry of the list. Most are strangers', of which nothing more is read. */
function readStream(
  item: unknown,
  { roster, now, found, drop }: {
    readonly roster: PollContext["roster"];
    readonly now: number;
    readonly found: Listed;
    readonly drop: Drop;
  },
): void {
  const username = usernameOf(item);
  if (username === undefined) return drop("malformed");
  if (roster.ownersOf({ type: "idn", urlKey: username, roomId: 0 }).length === 0) return;
  const parsed = stream.safeParse(item);
  if (!parsed.success) return drop("malformed");
  const { status, end_at, playback_url: address } = parsed.data;
  if (status === "scheduled") {
    const announcement = toAnnouncement(parsed.data);
    if (announcement !== undefined) found.announced.set(announcement.id, announcement);
  }
  // The list may go on to hold what has ended.
  if (status !== "live" || (parseTimestamp(end_at) ?? Infinity) <= now) return;
  const fault = addressFault(address);
  if (fault !== undefined) drop(fault);
  const polled = toPolledBroadcast(parsed.data);
  found.onAir.set(polled.broadcast.id, polled);
}

/** Undefined if the platform does not say when it is to begin. */
function toAnnouncement(item: z.infer<typeof stream>): Announcement | undefined {
  const scheduledAt = parseTimestamp(item.scheduled_at);
  if (scheduledAt === null) return undefined;
  return { ...describe(item), roomId: 0, scheduledAt };
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
  } as const;
}

/** Undefined if the entry does not name its owner. */
function usernameOf(item: unknown): string | undefined {
  const { creator } = (item ?? {}) as { creator?: { username?: unknown } | null };
  const username = creator?.username;
  return typeof username === "string" && username !== "" ? username : undefined;
}

function toPolledBroadcast(item: z.infer<typeof stream>): PolledBroadcast {
  return {
    viewers: upstreamCount(item.view_count),
    broadcast: {
      ...describe(item),
      imgAlt: httpsAddress(item.creator.avatar),
      roomId: 0,
      chatRoomId: "",
      startedAt: parseTimestamp(item.live_at),
      streams: rankStreams([{ label: "original", weight: 1, url: item.playback_url }]),
    },
  };
}

/** Broadcasts that are remembered, among them those that are off the air and may come back. */
const MAX_REMEMBERED = 1_000;
const MAX_PER_POLL = 10;

/** The waits after failures of one broadcast. */
const RETRY: BackOff = { firstMs: 30_000, maxMs: 10 * 60_000 };

/** Returns what finds the chat rooms of broadcasts, each asked for until the platform answers. */
function createChatRooms(clock: Clock) {
  const rooms = createMemo<string, string>({ maxEntries: MAX_REMEMBERED });
  const failed = createMemo<string, { readonly failures: number; readonly at: number }>({
    maxEntries: MAX_REMEMBERED,
  });
  /** Whether all that was asked last time failed: then one question shows whether it works again. */
  let isBroken = false;

  /**
   * The chat rooms of these broadcasts by id, without those that are not known yet. Never rejects.
   * `known` are rooms that were learnt elsewhere; `ask` asks the platform, and rejects if it fails.
   */
  return async function findChatRooms(
    ids: readonly string[],
    known: (id: string) => string | undefined,
    ask: (id: string) => Promise<string>,
  ): Promise<ReadonlyMap<string, string>> {
    for (const id of ids) rooms.set(id, known(id) || (rooms.get(id) ?? ""));
    const due = ids.filter(isDue).slice(0, isBroken ? 1 : MAX_PER_POLL);
    await Promise.all(due.map(async (id) => rooms.set(id, await ask(id).catch(() => ""))));
    for (const id of due) {
      const failures = (failed.get(id)?.failures ?? 0) + 1;
      if (rooms.get(id) === "") failed.set(id, { failures, at: clock.now() });
    }
    if (due.length > 0) isBroken = due.every((id) => rooms.get(id) === "");
    return new Map(ids.map((id) => [id, rooms.get(id) ?? ""]));
  };

  function isDue(id: string): boolean {
    if (rooms.get(id) !== "") return false;
    const last = failed.get(id);
    return last === undefined ||
      Math.abs(clock.now() - last.at) >= backOffMs(RETRY, last.failures - 1);
  }
}
