import type { Kv } from "../../src/platform/kv.ts";
import type { DirectNet } from "../../src/platform/net.ts";
import { createFakeNet, type FakeNet } from "../../build/demo/net.ts";
import {
  hlsStreams,
  idnItem,
  type Scene,
  showroomItem,
  youtubeItem,
} from "../../build/demo/scene.ts";
import { issueKey, issueToken } from "./issue.ts";
import { createManualClock, type ManualClock } from "./manual_clock.ts";
import { createProgram, type Program } from "./program.ts";

/** Two bare groups and a wrapped one with accounts of every kind. */
export const ON_AIR = "test/fixtures/on_air";

/** 17:00 in Jakarta, on the day of a graduation. */
export const NOW = Date.parse("2026-07-04T10:00:00Z");

/** What a program is made of; what is left out is its own. */
export interface LiveProgramOptions {
  readonly clock?: ManualClock;
  readonly kv?: Kv;
  readonly net?: FakeNet;
  /** Addresses of callers' webhooks; the machine's own network where left out. */
  readonly direct?: DirectNet;
  /** A process that has just started: it has not looked at the store, and polls when it is asked. */
  readonly isCold?: boolean;
  /** Milliseconds of a clock that nobody sets; left out: the machine's. */
  readonly elapsed?: () => number;
  readonly onDeploy?: boolean;
  /** Variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A {@linkcode Program} that polls platforms without sockets, from its start. */
export interface LiveProgram extends Program {
  readonly net: FakeNet;
  /** Makes a key of a plan, and waits until it is known. */
  issue(plan: string, groups?: readonly string[]): Promise<{ id: string; secret: string }>;
  /** Makes a priority token, and waits until it is known. */
  issueToken(): Promise<{ id: string; secret: string }>;
  /** Lets time pass, while somebody asks who is on air. */
  pass(ms: number): Promise<void>;
}

export async function createLiveProgram(options: LiveProgramOptions = {}): Promise<LiveProgram> {
  const { clock = createManualClock(NOW), net = createFakeNet(), isCold = false } = options;
  const program = await createProgram({
    ...options,
    ...{ clock, net, content: ON_AIR, plans: "content", plan: "free" },
    env: { LIVE: "on", ...PLATFORMS, ...options.env },
  });
  const { service, stores } = program;
  if (!isCold) service.live.start();
  await clock.advance(0);
  return Object.assign(program, {
    net,
    async issue(plan: string, groups: readonly string[] = []) {
      const issued = await issueKey(stores, { plan, groups, ips: [], createdAt: clock.now() });
      await clock.advance(0);
      return issued;
    },
    async issueToken() {
      const issued = await issueToken(stores, `Fans ${crypto.randomUUID()}`);
      await clock.advance(0);
      return issued;
    },
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 5_000) {
        service.live.noteRequest();
        await clock.advance(Math.min(left, 5_000));
      }
    },
  });
}

/** The settings with which all platforms are asked. */
export const PLATFORMS = {
  IDN_URL: "http://platforms.example",
  SHOWROOM_URL: "http://platforms.example",
  YOUTUBE_URL: "http://platforms.example",
  YOUTUBE_FEED_URL: "http://platforms.example/feeds/videos.xml",
  YOUTUBE_API_KEY: "youtube-key",
  IDN_API_KEY: "idn-key",
};

/** An hour before the tests' instant, in seconds. */
const AN_HOUR_AGO = Date.parse("2026-07-04T09:00:00Z") / 1000;

/** Broadcasts of every kind of account that the content of `test/fixtures/on_air` knows. */
export function fillScene(scene: Scene): void {
  scene.idn = [
    idnItem("kota_ani", "ani-talks", { live_at: AN_HOUR_AGO, view_count: 300 }),
    idnItem("KOTA_Resmi", "official", { live_at: (AN_HOUR_AGO + 60) * 1000 }),
    idnItem("kota_dian", "dian-talks", { live_at: AN_HOUR_AGO + 120 }),
    idnItem("kota_endah", "nobody-knows", { live_at: AN_HOUR_AGO }),
    idnItem("laut_fitri", "fitri-talks", { live_at: AN_HOUR_AGO }),
    idnItem("bukit_gadis", "gadis-talks", { live_at: AN_HOUR_AGO }),
    idnItem("a_stranger", "stranger", { live_at: AN_HOUR_AGO }),
  ];
  const rooms: [number, string, number][] = [
    [901, "KOTA_Ani", 7001],
    [902, "kota_budi_secret", 7002],
    [903, "Kota_Citra", 7003],
    [900, "kota_resmi", 7004],
    [999, "a_stranger", 7005],
  ];
  scene.showroom = [{
    genre_id: 102,
    lives: rooms.map(([room, key, live], n) =>
      showroomItem(room, key, live, { started_at: AN_HOUR_AGO + 300 + n })
    ),
  }];
  scene.streams.set(902, hlsStreams(7002));
  scene.youtube.set("UCkotaResmi_000000000001", [
    youtubeItem("QrCBrhvfsy4", "UCkotaResmi_000000000001"),
  ]);
  scene.youtube.set("UCkotaAni_00000000000001", [
    youtubeItem("AniAniAniA1", "UCkotaAni_00000000000001"),
  ]);
}

/** Nobody is on air, and the channels have no videos. */
export function emptyScene(scene: Scene): void {
  scene.idn = [];
  scene.showroom = [];
  scene.youtube = new Map(
    ["UCkotaResmi_000000000001", "UCkotaAni_00000000000001"].map((channel) => [channel, []]),
  );
}

/** Platforms without sockets on which everybody is on air; `empty`: nobody. */
export function createBusyNet({ empty = false } = {}): FakeNet {
  const net = createFakeNet();
  (empty ? emptyScene : fillScene)(net.scene);
  return net;
}
