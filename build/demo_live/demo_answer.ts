import {
  type DemoBroadcast,
  demoBroadcast,
  demoComment,
  demoTitle,
  demoViewers,
} from "./demo_schedule.ts";

/** A player of the demonstration: the accounts of a member, or of the group itself. */
export interface DemoAccount {
  readonly name: string;
  /** An https address, or "". */
  readonly img: string;
  readonly idn?: string;
  readonly showroom?: { readonly roomId: number; readonly urlKey: string };
}

interface OnAir extends DemoBroadcast {
  readonly account: DemoAccount;
  readonly key: string;
}

const COMMENT_EVERY_MS = 4_000;
const MAX_COMMENTS = 100;

/** Answers as IDN Live and SHOWROOM do, for these accounts at this instant (epoch ms). */
export function demoAnswer(
  accounts: readonly DemoAccount[],
  url: URL,
  epochMs: number,
): Response {
  const { pathname, searchParams } = url;
  const idn = onAir(accounts, "idn", epochMs);
  const showroom = onAir(accounts, "showroom", epochMs);
  const inRoom = showroom.find((live) => String(roomOf(live)) === searchParams.get("room_id"));
  const [, slug] = /^\/api\/v4\/livestream\/([^/]+)$/.exec(pathname) ?? [];
  const bySlug = idn.find((live) => slugOf(live) === slug);
  if (pathname === "/graphql") {
    const result = idn.map((live) => idnItem(live, epochMs));
    return Response.json({ data: { searchLivestream: { next_cursor: null, result } } });
  }
  if (pathname === "/api/live/onlives") {
    const lives = showroom.map((live) => showroomItem(live, epochMs));
    return Response.json({ onlives: [{ genre_id: 102, genre_name: "Idol", lives }] });
  }
  if (pathname === "/api/live/streaming_url") {
    return Response.json(inRoom ? { streaming_url_list: streamsOf(inRoom) } : {});
  }
  if (pathname === "/api/live/comment_log") {
    return Response.json({ comment_log: inRoom ? showroomComments(inRoom, epochMs) : [] });
  }
  if (bySlug === undefined) return Response.json({ error: "Not found" }, { status: 404 });
  return Response.json({ data: idnDetail(bySlug) });
}

function onAir(accounts: readonly DemoAccount[], platform: "idn" | "showroom", now: number) {
  const playing = accounts.filter((account) => account[platform] !== undefined);
  return playing.flatMap((account): OnAir[] => {
    const name = account.idn ?? account.showroom!.urlKey;
    const found = demoBroadcast(`${platform} ${name}`, playing.length, now);
    return found === null
      ? []
      : [{ ...found, account, key: `${platform} ${name} ${found.number}` }];
  });
}

function idnItem(live: OnAir, now: number) {
  const { account } = live;
  return {
    slug: slugOf(live),
    title: demoTitle(live.key),
    image_url: account.img,
    view_count: demoViewers(live, now),
    playback_url: `https://live.demo.example/${slugOf(live)}/index.m3u8`,
    room_identifier: live.key.replaceAll(" ", "-"),
    status: "live",
    live_at: Math.floor(live.startedAt / 1000),
    end_at: null,
    scheduled_at: null,
    category: { name: "Talk", slug: "talk" },
    creator: { uuid: account.idn, username: account.idn, name: account.name, avatar: account.img },
  };
}

function idnDetail(live: OnAir) {
  return { slug: slugOf(live), chat_room_id: `demo-${slugOf(live)}` };
}

function showroomItem(live: OnAir, now: number) {
  const { account } = live;
  return {
    room_url_key: account.showroom!.urlKey,
    room_id: roomOf(live),
    main_name: account.name,
    telop: demoTitle(live.key),
    started_at: Math.floor(live.startedAt / 1000),
    live_id: liveIdOf(live),
    view_num: demoViewers(live, now),
    follower_num: 10_000,
    image: account.img,
    image_square: account.img,
    premium_room_type: 0,
    genre_id: 102,
  };
}

function streamsOf(live: OnAir) {
  return [[1000, "original quality"], [200, "low quality"]].map(([quality, label], id) => ({
    is_default: id === 0,
    url: `https://hls.demo.example/${liveIdOf(live)}/${quality}.m3u8`,
    type: "hls",
    id,
    label,
    quality,
  }));
}

/** The newest first, as SHOWROOM has it. */
function showroomComments(live: OnAir, now: number) {
  return commentTimes(live, now).map((at) => ({
    name: demoComment(`${live.key} ${at}`).name,
    comment: demoComment(`${live.key} ${at}`).text,
    created_at: Math.floor(at / 1000),
    user_id: at % 100_000,
    avatar_url: "https://cdn.demo.example/fan.png",
  }));
}

function commentTimes({ startedAt }: OnAir, now: number): number[] {
  const count = Math.min(MAX_COMMENTS, Math.floor((now - startedAt) / COMMENT_EVERY_MS));
  const last = startedAt + Math.floor((now - startedAt) / COMMENT_EVERY_MS) * COMMENT_EVERY_MS;
  return Array.from({ length: count }, (_, n) => last - n * COMMENT_EVERY_MS);
}

function slugOf({ account, startedAt }: OnAir): string {
  const minute = new Date(startedAt).toISOString().replace(/\D/g, "").slice(2, 12);
  return `${account.name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-${minute}`;
}

function liveIdOf(live: OnAir): number {
  return Math.floor(live.startedAt / 1000) * 1000 + roomOf(live) % 1000;
}

function roomOf({ account }: OnAir): number {
  return account.showroom!.roomId;
}
