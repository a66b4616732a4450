import { demoYoutubeAnswer } from "./demo_youtube.ts";

/** A player of the demonstration: the accounts of a member, or of the group itself. */
export interface DemoAccount {
  readonly name: string;
  /** An https address, or "". */
  readonly img: string;
  readonly idn?: string;
  readonly showroom?: { readonly roomId: number; readonly urlKey: string };
  /** Channel ids. */
  readonly youtube?: readonly string[];
}

interface OnAir extends DemoBroadcast {
  readonly account: DemoAccount;
  readonly key: string;
}

const COMMENT_EVERY_MS = 4_000;
const MAX_COMMENTS = 100;

/** Answers as IDN Live, SHOWROOM and YouTube do, for these accounts at this instant (epoch ms). */
export function demoAnswer(accounts: readonly DemoAccount[], url: URL, epochMs: number): Response {
  const { pathname, searchParams } = url;
  const channels = accounts.flatMap(({ name, img, youtube = [] }) =>
    youtube.map((channel) => ({ name, img, youtube: channel }))
  );
  const ofYoutube = demoYoutubeAnswer(channels, url, epochMs);
  if (ofYoutube !== undefined) return ofYoutube;
  const idn = onAir(accounts, "idn", epochMs);
  const showroom = onAir(accounts, "showroom", epochMs);
  const inRoom = showroom.find((live) => String(roomOf(live)) === searchParams.get("room_id"));
  const [, slug] = /^\/api\/v4\/livestream\/([^/]+)$/.exec(pathname) ?? [];
  const bySlug = idn.find((live) => slugOf(live) === slug);
  if (pathname === "/graphql") {
    const result = [
      ...idn.map((live) => idnItem(live, epochMs)),
      ...toCome(accounts, "idn", epochMs).map(scheduledItem),
    ];
    return Response.json({ data: { searchLivestream: { next_cursor: null, result } } });
  }
  if (pathname === "/api/live/onlives") {
    const lives = showroom.map((live) => showroomItem(live, epochMs));
    return Response.json({ onlives: [{ genre_id: 102, genre_name: "Idol", lives }] });
  }
  if (pathname === "/api/room/next_live") {
    const next = toCome(accounts, "showroom", epochMs)
      .find((live) => String(roomOf(live)) === searchParams.get("room_id"));
    return Response.json({ epoch: next ? Math.floor(next.startedAt / 1000) : null, text: "" });
  }
  if (pathname === "/api/live/streaming_url") {
    return Response.json(inRoom ? { streaming_url_list: streamsOf(inRoom) } : {});
  }
  if (pathname === "/api/live/comment_log") {
    return Response.json({ comment_log: inRoom ? showroomComments(inRoom, epochMs) : [] });
  }
  if (bySlug === undefined) return Response.json({ error: "Not found" }, { status: 404 });
  return Response.json({ data: { slug: slugOf(bySlug), chat_room_id: chatRoomOf(bySlug) } });
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

/** How long before its beginning a broadcast is announced. */
const ANNOUNCED_MS = 5 * 60_000;

/** What accounts have on air next, if it begins soon. */
function toCome(accounts: readonly DemoAccount[], platform: "idn" | "showroom", now: number) {
  const soon = onAir(accounts, platform, now + ANNOUNCED_MS);
  return soon.filter(({ startedAt }) => startedAt > now);
}

function scheduledItem(live: OnAir) {
  return {
    ...idnItem(live, live.startedAt),
    playback_url: "",
    status: "scheduled",
    live_at: null,
    scheduled_at: Math.floor(live.startedAt / 1000),
  };
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

function chatRoomOf(live: OnAir): string {
  return `demo-${slugOf(live)}`;
}

/**
 * What is said in a chat room on IDN after one instant, up to another (epoch ms), as the platform sends
 * it; undefined if the room's broadcast is not on air.
 */
export function demoMessages(
  accounts: readonly DemoAccount[],
  room: string,
  after: number,
  until: number,
): readonly object[] | undefined {
  const live = onAir(accounts, "idn", until).find((live) => chatRoomOf(live) === room);
  return live && commentTimes(live, until).filter((at) => at > after).toReversed().map((at) => {
    const { name, text } = demoComment(`${live.key} ${at}`);
    const avatar_url = "https://cdn.demo.example/fan.png";
    return {
      user: { name, username: name.toLowerCase(), avatar_url },
      chat: { message: text },
      timestamp: at,
    };
  });
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

/** One broadcast of the demonstration. */
interface DemoBroadcast {
  /** Counts an account's broadcasts. */
  readonly number: number;
  /** Epoch ms. */
  readonly startedAt: number;
  /** Epoch ms. */
  readonly endsAt: number;
}

/** Much shorter than real ones: somebody comes or goes within half a minute. */
const MIN_MS = 60_000;
const MAX_MS = 4 * 60_000;

/** About so many accounts are on air at any time. */
const ON_AIR = 5;

/**
 * What an account has on air at an instant (epoch ms), or null. Nothing is remembered and no timer
 * runs: each account goes on air at its own rhythm, which follows from its name alone.
 */
export function demoBroadcast(
  account: string,
  accounts: number,
  epochMs: number,
): DemoBroadcast | null {
  const share = Math.min(0.6, ON_AIR / accounts);
  const lengthMs = Math.round(MIN_MS + fractionOf(account) * (MAX_MS - MIN_MS));
  const periodMs = Math.round(lengthMs / share);
  const offset = Math.floor(fractionOf(`${account} offset`) * periodMs);
  const number = Math.floor((epochMs + offset) / periodMs);
  const startedAt = number * periodMs - offset;
  const endsAt = startedAt + lengthMs;
  return epochMs < endsAt ? { number, startedAt, endsAt } : null;
}

/** Viewers come quickly and leave slowly. */
function demoViewers({ startedAt, endsAt }: DemoBroadcast, epochMs: number): number {
  const passed = (epochMs - startedAt) / (endsAt - startedAt);
  const most = 300 + Math.floor(fractionOf(String(startedAt)) * 9_000);
  return Math.round(most * Math.sin(Math.PI * Math.sqrt(Math.min(1, Math.max(0, passed)))));
}

/** 0 to 1 (exclusive), the same for the same text (FNV-1a, then mixed once more). */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

const TITLES = [
  "Ngobrol santai sepulang latihan",
  "Selamat malam semuanya",
  "Cerita di balik panggung",
  "Masak mie bareng",
  "Main tebak lagu",
  "Sapa pagi sebelum berangkat",
  "Belajar gitar, episode dua",
  "Menggambar sambil ngobrol",
  "Unboxing surat dari kalian",
  "Karaoke sebentar yuk",
];

const FANS = ["Bagas", "Rani", "Dimas", "Putri", "Yoga", "Sekar", "Arif", "Nadia", "Kenji", "Mei"];

const COMMENTS = [
  "Semangat terus!",
  "Halo dari Bandung",
  "Lagunya enak banget",
  "Besok nonton theater",
  "Hahaha lucu",
  "おつかれさま",
  "First time joining, hi!",
  "Suaranya jernih",
  "Jangan lupa makan ya",
  "Kangen",
];

/** A title that stays the same for the same broadcast. */
function demoTitle(key: string): string {
  return choose(TITLES, key);
}

/** One comment: who said what. */
function demoComment(key: string): { readonly name: string; readonly text: string } {
  return { name: choose(FANS, `${key} name`), text: choose(COMMENTS, `${key} text`) };
}

function choose(words: readonly string[], key: string): string {
  return words[Math.floor(fractionOf(key) * words.length)]!;
}
