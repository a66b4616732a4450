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
  readonly idn?: string;
  readonly showroom?: { readonly roomId: number; readonly urlKey: string };
  /** Channel ids. */
  readonly youtube?: readonly string[];
}

interface OnAir extends DemoBroadcast {
  readonly account: DemoAccount;
  readonly key: string;
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
        chat.say(chatRoomOf(live), text, { user, timestamp: at });
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
    const own = {
      name: group.name,
      img: group.image ?? "",
      ...(idn && { idn }),
      ...(showroom && { showroom: { roomId: showroom.room_id, urlKey: showroom.url_key } }),
      ...(youtube && { youtube }),
    };
    const active = members.filter(({ file }) => file.status !== "graduated" && !file.graduated);
    return [
      own,
      ...active.map(({ file }) => ({
        name: file.name,
        img: file.img ?? "",
        ...(file.idn_username && { idn: file.idn_username }),
        ...(file.room_id && file.showroom_url_key && {
          showroom: { roomId: file.room_id, urlKey: file.showroom_url_key },
        }),
        ...(file.youtube && { youtube: [file.youtube] }),
      })),
    ];
  }).filter(({ idn, showroom, youtube }) => idn ?? showroom ?? youtube);
}

/** What these accounts have on the three platforms at an instant (epoch ms). */
function sceneAt(accounts: readonly DemoAccount[], now: number): Scene {
  const scene = createScene();
  const [idn, showroom] = [onAir(accounts, "idn", now), onAir(accounts, "showroom", now)];
  scene.idn = [
    ...idn.map((live) => idnItem(live.account.idn!, slugOf(live), idnFields(live, now))),
    ...toCome(accounts, "idn", now).map((live) =>
      scheduledItem(live.account.idn!, slugOf(live), live.startedAt, {
        ...idnFields(live, live.startedAt),
        live_at: null,
        playback_url: "",
      })
    ),
  ];
  scene.chatRooms = new Map(idn.map((live) => [slugOf(live), chatRoomOf(live)]));
  const lives = showroom.map((live) =>
    showroomItem(roomOf(live), live.account.showroom!.urlKey, liveIdOf(live), {
      main_name: live.account.name,
      telop: demoTitle(live.key),
      started_at: Math.floor(live.startedAt / 1000),
      view_num: demoViewers(live, now),
      image: live.account.img,
      image_square: live.account.img,
    })
  );
  scene.showroom = [{ genre_id: 102, genre_name: "Idol", lives }];
  scene.comments = new Map(showroom.map((live) => [roomOf(live), showroomComments(live, now)]));
  scene.nextLives = new Map(
    toCome(accounts, "showroom", now).map((live) =>
      [roomOf(live), Math.floor(live.startedAt / 1000)] as const
    ),
  );
  scene.youtube = new Map(
    accounts.flatMap((account) =>
      (account.youtube ?? []).map((channel) => [channel, videosOf(account, channel, now)] as const)
    ),
  );
  return scene;
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
const ANNOUNCED_MS = 5 * MINUTE_MS;

/** What accounts have on air next, if it begins soon. */
function toCome(accounts: readonly DemoAccount[], platform: "idn" | "showroom", now: number) {
  const soon = onAir(accounts, platform, now + ANNOUNCED_MS);
  return soon.filter(({ startedAt }) => startedAt > now);
}

function idnFields(live: OnAir, now: number) {
  const { idn, name, img } = live.account;
  return {
    title: demoTitle(live.key),
    image_url: img,
    view_count: demoViewers(live, now),
    playback_url: `https://live.demo.example/${slugOf(live)}/index.m3u8`,
    room_identifier: live.key.replaceAll(" ", "-"),
    live_at: Math.floor(live.startedAt / 1000),
    creator: { uuid: idn, username: idn, name, avatar: img },
  };
}

function chatRoomOf(live: OnAir): string {
  return `demo-${slugOf(live)}`;
}

const FAN = "https://cdn.demo.example/fan.png";

/** The newest first, as SHOWROOM has it. */
function showroomComments(live: OnAir, now: number) {
  return commentTimes(live, now).map((at) => ({
    name: demoComment(`${live.key} ${at}`).name,
    comment: demoComment(`${live.key} ${at}`).text,
    created_at: Math.floor(at / 1000),
    user_id: at % 100_000,
    avatar_url: FAN,
  }));
}

const COMMENT_EVERY_MS = 4_000;
const MAX_COMMENTS = 100;

/** The newest first. */
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
  const live = upcomingVideo(
    idOf(today + 1),
    channel,
    (today + 1) * DAY_MS + 12 * HOUR_MS,
    snippet("Live tomorrow", today * DAY_MS),
  );
  return [live, ...past];
}
