import { EVENT_LIFE_MS, type LogEntry } from "../../src/events/event.ts";
import { createFeed, type Feed } from "../../src/events/feed.ts";
import { type EntryLog, openLog } from "../../src/events/entry_log.ts";
import type { Broadcast } from "../../src/live/broadcast.ts";
import { createLive, followMsOf, type Live as LiveOfProcess } from "../../src/live/live.ts";
import { readSettings, type Settings } from "../../src/platform/settings.ts";
import { createLiveRoster, type LiveOwner, type LiveRoster } from "../../src/live/roster.ts";
import type { Clock } from "../../src/platform/clock.ts";
import type { Kv } from "../../src/platform/kv.ts";
import type { Log } from "../../src/platform/log.ts";
import type { Random } from "../../src/platform/random.ts";
import type { Net } from "../../src/platform/net.ts";
import { createManualClock, type ManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createPrng } from "../support/prng.ts";
import { createFakeNet, type FakeNet } from "../support/fake_net.ts";

/** 3 July 2025, 12:00 UTC; the broadcasts of the fake platforms began an hour earlier. */
export const START = Date.parse("2025-07-03T12:00:00Z");

export const INTERVAL_MS = 20_000;

/** An owner with nothing but what a test says. */
export function owner(more: Partial<LiveOwner> & Pick<LiveOwner, "slug">): LiveOwner {
  return {
    group: "groupa",
    name: more.slug.toUpperCase(),
    nickname: more.slug,
    img: `https://img.groupa.example/${more.slug}.jpg`,
    imgAlt: "",
    isGraduate: false,
    isGroup: false,
    idn: [],
    showroom: [],
    youtube: [],
    ...more,
  };
}

/** A broadcast on IDN with nothing but what a test says. */
export function broadcastOf(more: Partial<Broadcast> & Pick<Broadcast, "id">): Broadcast {
  return {
    type: "idn",
    urlKey: "",
    slug: more.id,
    title: "",
    img: "",
    imgAlt: "",
    roomId: 0,
    chatRoomId: "",
    startedAt: START,
    streams: [],
    ...more,
  };
}

export const FENI = owner({
  slug: "feni",
  idn: ["groupa_feni"],
  showroom: [{ roomId: 317730, urlKey: "GROUPA_Feni" }],
  youtube: ["UCfeni"],
});
export const GITA = owner({
  slug: "gita",
  isGraduate: true,
  idn: ["groupa_gita"],
  showroom: [{ roomId: 318117 }],
});
export const GROUP = owner({
  slug: "",
  name: "Group A",
  isGroup: true,
  idn: ["groupa_official"],
  youtube: ["UCgroupa"],
});
export const MIA = owner({
  group: "groupb",
  slug: "mia",
  idn: ["groupb_mia"],
  showroom: [{ roomId: 400001, urlKey: "GROUPB_Mia" }],
});

export const ROSTER = createLiveRoster([FENI, GITA, GROUP, MIA]);

/** Settings for platforms that all answer at one address. */
function settingsFor(url: string, more: Partial<Settings> = {}): Settings {
  return {
    ...readSettings(() => undefined),
    IDN_URL: url,
    SHOWROOM_URL: url,
    YOUTUBE_URL: url,
    YOUTUBE_FEED_URL: `${url}/feeds/videos.xml`,
    YOUTUBE_API_KEY: "yt-key",
    ...more,
  };
}

/** Only what must never happen is told. */
export const quietLog: Log = {
  info() {},
  warn() {},
  error: (message, fields) => console.error(message, fields),
};

export interface ProcessOptions {
  readonly clock?: Clock;
  readonly kv?: Kv;
  readonly net?: Net;
  readonly seed?: number;
  readonly roster?: () => LiveRoster;
  readonly settings?: Partial<Settings>;
  readonly random?: Random;
  readonly followMs?: number;
  readonly url?: string;
}

/** One process: who is on air, and the log of what happens. */
export interface Live extends LiveOfProcess {
  readonly log: EntryLog<LogEntry>;
  readonly feed: Feed;
}

/** One process. */
export function createProcess(
  parts: ProcessOptions & Required<Pick<ProcessOptions, "clock" | "kv" | "net">>,
): Live {
  const { clock, kv, net, followMs } = parts;
  const env = {
    clock,
    kv,
    net,
    random: parts.random ?? createPrng(parts.seed ?? 1),
    log: quietLog,
  };
  const settings = settingsFor(parts.url ?? "http://platforms.example", parts.settings);
  const log = openLog<LogEntry>(env, { name: "event", lifeMs: EVENT_LIFE_MS });
  const pollMs = followMs ?? followMsOf(settings.LIVE_INTERVAL_MS);
  const feed = createFeed({ clock, log: quietLog, events: log, pollMs });
  const live = createLive({
    ...env,
    events: log,
    feed,
    roster: parts.roster ?? (() => ROSTER),
    settings,
    followMs: pollMs,
    onPoll() {},
    credentialRevision: () => 0,
  });
  const stop = async () => {
    await live.stop();
    await feed.stop();
  };
  return { ...live, log, feed, stop };
}

/** One process, with everything around it driven by the test. */
export interface LiveHarness {
  readonly live: Live;
  readonly clock: ManualClock;
  readonly kv: Kv;
  readonly net: FakeNet;
}

export function createLiveHarness(parts: Omit<ProcessOptions, "net" | "clock"> = {}): LiveHarness {
  const clock = createManualClock(START);
  const kv = parts.kv ?? createMemoryKv();
  const net = createFakeNet();
  return { live: createProcess({ ...parts, clock, kv, net }), clock, kv, net };
}

/** Counts the commits and writes that go to a store. */
export function countWrites(kv: Kv): Kv & { commits: number; writes: number; bytes: number } {
  const counted = {
    ...kv,
    commits: 0,
    writes: 0,
    bytes: 0,
    commit(...[checks, writes]: Parameters<Kv["commit"]>) {
      counted.commits++;
      counted.writes += writes.length;
      for (const write of writes) {
        if ("set" in write) counted.bytes += JSON.stringify(write.value).length;
      }
      return kv.commit(checks, writes);
    },
  };
  return counted;
}
