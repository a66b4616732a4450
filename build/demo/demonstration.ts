/**
 * This room plays the live platforms: for tests, faults included, and by itself, so that a local start
 * has somebody on air.
 *
 * @module
 */

import type { CheckedContent } from "../check/content.ts";
import {
  type DemoBroadcast,
  demoBroadcast,
  demoComment,
  demoTitle,
  demoViewers,
} from "./broadcasts.ts";
import { startFakeChat } from "./chat.ts";
import {
  createScene,
  idnItem,
  plainVideo,
  type Scene,
  scheduledItem,
  showroomItem,
  upcomingVideo,
  type YoutubeItem,
} from "./scene.ts";
import { servePlatforms } from "./server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/toolbox/durations.ts";

/** A player of the demonstration: the accounts of a member, or of the group itself. */
interface DemoAccount {
  readonly name: string;
  /** An https address, or "". */
  readonly img: string;
  readonly idn?: string | undefined;
  readonly showroom?: { readonly roomId: number; readonly urlKey: string } | undefined;
  /** Channel ids. */
  readonly youtube?: readonly string[] | undefined;
}

/** A broadcast of an account, and what the platforms call it. */
interface OnAir extends DemoBroadcast {
  readonly account: DemoAccount;
  readonly key: string;
  readonly slug: string;
}

/** How often fans of IDN's chat say what is new, in ms. */
const SAY_EVERY_MS = 1_000;

/**
 * Plays IDN Live, SHOWROOM and YouTube on loopback, with broadcasts that start and end by themselves: so
 * that a newcomer sees live entries come and go without any key. `accounts` is asked for each answer, so
 * that edited content plays along at once; `now` in epoch ms.
 */
export async function startDemoPlatform(
  { accounts, now }: { accounts: () => readonly DemoAccount[]; now: () => number },
) {
  const platforms = await servePlatforms(() => sceneAt(accounts(), now()));
  const { chat, url: chatUrl, ...chatServer } = startFakeChat();
  let saidUntil = now();
  const timer = setInterval(() => {
    const until = now();
    for (const live of onAir(accounts(), "idn", until)) {
      for (const at of commentTimes(live, until).filter((at) => at > saidUntil).toReversed()) {
        const { name, text } = demoComment(`${live.key} ${at}`);
        const user = { name, username: name.toLowerCase(), avatar_url: FAN };
        chat.say(chatRoomOf(live.slug), text, { user, timestamp: at });
      }
    }
    saidUntil = until;
  }, SAY_EVERY_MS);
  return {
    /** For `IDN_URL`, `SHOWROOM_URL` and `YOUTUBE_URL` alike; YouTube's feeds are at `/feeds/videos.xml`. */
    url: platforms.url,
    /** For `IDN_CHAT_URL`. */
    chatUrl,
    async close(): Promise<void> {
      clearInterval(timer);
      await platforms.close();
      await chatServer[Symbol.asyncDispose]();
    },
  };
}

/**
 * The accounts that can be on air: those of everybody who has one and of the groups. Graduates stay
 * away.
 */
export function demoAccounts({ groups }: CheckedContent): DemoAccount[] {
  return groups.flatMap(({ group, members }) => {
    const { idn, showroom, youtube } = group.accounts;
    const active = members.filter(({ file }) => file.status !== "graduated" && !file.graduated);
    return [
      {
        name: group.name,
        img: group.image ?? "",
        idn,
        showroom: showroom && { roomId: showroom.room_id, urlKey: showroom.url_key },
        youtube,
      },
      ...active.map((
        { file: { name, img = "", idn_username, room_id, showroom_url_key, youtube } },
      ) => ({
        name,
        img,
        idn: idn_username,
        showroom: room_id && showroom_url_key
          ? { roomId: room_id, urlKey: showroom_url_key }
          : undefined,
        youtube: youtube === undefined ? undefined : [youtube],
      })),
    ];
  }).filter(({ idn, showroom, youtube }) => idn ?? showroom ?? youtube);
}

/** What these accounts have on the three platforms at an instant (epoch ms). */
function sceneAt(accounts: readonly DemoAccount[], now: number): Scene {
  const [idn, showroom] = [onAir(accounts, "idn", now), onAir(accounts, "showroom", now)];
  const lives = showroom.map((live) => {
    const { account: { name, img }, key, startedAt } = live;
    const { roomId, urlKey } = live.account.showroom!;
    return showroomItem(roomId, urlKey, Math.floor(startedAt / 1000) * 1000 + roomId % 1000, {
      main_name: name,
      telop: demoTitle(key),
      started_at: Math.floor(startedAt / 1000),
      view_num: demoViewers(live, now),
      image: img,
      image_square: img,
    });
  });
  return {
    ...createScene(),
    idn: [
      ...idn.map((live) => idnItem(live.account.idn!, live.slug, idnFields(live, now))),
      ...toCome(accounts, "idn", now).map((live) =>
        scheduledItem(live.account.idn!, live.slug, live.startedAt, {
          ...idnFields(live, live.startedAt),
          live_at: null,
          playback_url: "",
        })
      ),
    ],
    chatRooms: new Map(idn.map(({ slug }) => [slug, chatRoomOf(slug)])),
    showroom: [{ genre_id: 102, genre_name: "Idol", lives }],
    comments: new Map(showroom.map((live) => [roomOf(live), showroomComments(live, now)])),
    nextLives: new Map(
      toCome(accounts, "showroom", now)
        .map((live) => [roomOf(live), Math.floor(live.startedAt / 1000)] as const),
    ),
    youtube: new Map(
      accounts.flatMap((account) =>
        (account.youtube ?? []).map((channel) =>
          [channel, videosOf(account, channel, now)] as const
        )
      ),
    ),
  };
}

function onAir(accounts: readonly DemoAccount[], platform: "idn" | "showroom", now: number) {
  const playing = accounts.filter((account) => account[platform] !== undefined);
  return playing.flatMap((account): OnAir[] => {
    const key = `${platform} ${account.idn ?? account.showroom!.urlKey}`;
    const found = demoBroadcast(key, playing.length, now);
    if (found === null) return [];
    const minute = new Date(found.startedAt).toISOString().replace(/\D/g, "").slice(2, 12);
    const slug = `${account.name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-${minute}`;
    return [{ ...found, account, key: `${key} ${found.number}`, slug }];
  });
}

/** How long before its beginning a broadcast is announced. */
const ANNOUNCED_MS = 5 * MINUTE_MS;

/** What accounts have on air next, if it begins soon. */
function toCome(accounts: readonly DemoAccount[], platform: "idn" | "showroom", now: number) {
  const soon = onAir(accounts, platform, now + ANNOUNCED_MS);
  return soon.filter(({ startedAt }) => startedAt > now);
}

function idnFields(live: OnAir, now: number) {
  const { account: { idn, name, img }, key, slug, startedAt } = live;
  return {
    title: demoTitle(key),
    image_url: img,
    view_count: demoViewers(live, now),
    playback_url: `https://live.demo.example/${slug}/index.m3u8`,
    room_identifier: key.replaceAll(" ", "-"),
    live_at: Math.floor(startedAt / 1000),
    creator: { uuid: idn, username: idn, name, avatar: img },
  };
}

function chatRoomOf(slug: string): string {
  return `demo-${slug}`;
}

function roomOf({ account }: OnAir): number {
  return account.showroom!.roomId;
}

const FAN = "https://cdn.demo.example/fan.png";

/** The newest first, as SHOWROOM has it. */
function showroomComments(live: OnAir, now: number) {
  return commentTimes(live, now).map((at) => {
    const { name, text: comment } = demoComment(`${live.key} ${at}`);
    const created_at = Math.floor(at / 1000);
    return { name, comment, created_at, user_id: at % 100_000, avatar_url: FAN };
  });
}

const COMMENT_EVERY_MS = 4_000;
const MAX_COMMENTS = 100;

/** The newest first. */
function commentTimes({ startedAt }: OnAir, now: number): number[] {
  const count = Math.min(MAX_COMMENTS, Math.floor((now - startedAt) / COMMENT_EVERY_MS));
  const last = startedAt + Math.floor((now - startedAt) / COMMENT_EVERY_MS) * COMMENT_EVERY_MS;
  return Array.from({ length: count }, (_, n) => last - n * COMMENT_EVERY_MS);
}

const VIDEOS = ["Behind the stage", "Rehearsal diary", "Five questions"];

/** A channel's videos: one for each of the last days, and a broadcast that is announced for tomorrow. */
function videosOf({ name, img }: DemoAccount, channel: string, now: number): YoutubeItem[] {
  const today = Math.floor(now / DAY_MS);
  // An id has 11 characters: eight of the channel's, and the day's.
  const idOf = (day: number) => `${channel.slice(-8)}${String(day % 1_000).padStart(3, "0")}`;
  const snippet = (title: string, publishedAt: number) => ({
    channelTitle: name,
    title,
    description: "",
    publishedAt: new Date(publishedAt).toISOString(),
    thumbnails: { high: { url: img } },
  });
  const past = VIDEOS.map((title, n) => {
    const day = today - n - 1;
    return plainVideo(idOf(day), channel, snippet(title, day * DAY_MS + 9 * HOUR_MS));
  });
  const tomorrow = today + 1;
  const startsAt = tomorrow * DAY_MS + 12 * HOUR_MS;
  const announced = snippet("Live tomorrow", today * DAY_MS);
  return [upcomingVideo(idOf(tomorrow), channel, startsAt, announced), ...past];
}
