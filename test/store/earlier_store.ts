import { openContent } from "../../src/catalog/catalog.ts";
import { type Clock, systemClock } from "../../src/platform/clock.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { type Net, systemNet } from "../../src/platform/net.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { readSettings } from "../../src/platform/settings.ts";
import { assemble, type Service } from "../../src/compose/assemble.ts";
import { listen } from "../../src/compose/serve/listen.ts";
import { openStore } from "../../src/store/store.ts";
import { packOf } from "../support/compiled.ts";
import { createFakeNet, type FakeNet } from "../support/fake_platforms/net.ts";
import { createScene, type Scene } from "../support/fake_platforms/scene.ts";
import { ON_AIR } from "../support/live_program.ts";
import { createQuietLog, type QuietLog } from "../support/quiet_log.ts";
import { temporaryFolder } from "../support/temporary.ts";

/**
 * A store that the program wrote as it was at commit 65fb900, and the pepper beside it. The expiry of its
 * entries was set to the year 2200 afterwards; nothing else was touched.
 */
const FIXTURE = "test/fixtures/stores/65fb900";

/** A credential: what opens it, and what did before it was changed. */
interface EarlierSecret {
  readonly id: string;
  readonly secret?: string;
  readonly old?: string;
}

/** What that program said of its store: everything here is in its words. */
export interface Earlier {
  /** The instant at which it was asked, epoch ms: half a second after the writing process died. */
  readonly at: number;
  readonly keys: Readonly<Record<string, EarlierSecret>>;
  readonly tokens: Readonly<Record<string, EarlierSecret>>;
  readonly codes: Readonly<Record<string, EarlierSecret>>;
  /** Passwords of administrators, by name. */
  readonly users: Readonly<Record<string, { readonly password: string; readonly old?: string }>>;
  /** Who was on air at last, as the platforms say it. */
  readonly scene: {
    readonly idn: unknown[];
    readonly showroom: unknown[];
    readonly streams: [number, unknown[]][];
    readonly youtube: [string, []][];
  };
  /** The JSON of commands. */
  readonly commands: Readonly<Record<string, unknown>>;
  /** Answers by path. */
  readonly live: Readonly<Record<string, { readonly status: number; readonly body: unknown }>>;
  /** The event stream behind event 1. */
  readonly stream: string;
  /** The status that each credential got from a list of members. */
  readonly opens: Readonly<Record<string, number>>;
  /** Answers to codes. */
  readonly verified: Readonly<Record<string, { readonly status: number; readonly body: unknown }>>;
  /** Bodies of posts: what had arrived before it died, and what it posted after it went on. */
  readonly discord: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** Posts to the other sink after it went on. */
  readonly sink: readonly { readonly id: string; readonly body: string }[];
}

export const EARLIER: Earlier = JSON.parse(await Deno.readTextFile(`${FIXTURE}.json`));

/** What chats are reached with, in the settings' words. */
export const CHATS = {
  AUDIT_WEBHOOK_URL: "https://discord.example/api/webhooks/1234/secret",
  AUDIT_SINK_URL: "https://sink.example/hook",
  AUDIT_SINK_SECRET: `whsec_${btoa("a sink's own secret, 24 bytes or more")}`,
};

/** A folder with a copy of the store, and the content that it was used with. */
export interface EarlierCopy extends AsyncDisposable {
  /** For the command line. */
  readonly env: Readonly<Record<string, string>>;
}

export async function copyEarlierStore(): Promise<EarlierCopy> {
  const folder = await temporaryFolder();
  const { path } = folder;
  const env = { KV_PATH: `${path}/data/store.kv`, OUT_DIR: `${path}/out` };
  await Deno.mkdir(`${path}/data`, { mode: 0o700 });
  await Deno.mkdir(env.OUT_DIR);
  await Deno.copyFile(`${FIXTURE}.kv`, env.KV_PATH);
  await Deno.copyFile(`${FIXTURE}.kv.pepper`, `${env.KV_PATH}.pepper`);
  await Deno.writeFile(`${env.OUT_DIR}/oshibase.pack`, packOf(ON_AIR));
  return { env, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** A post to a chat or another sink. */
interface Post {
  readonly id: string | null;
  readonly body: string;
}

/** Today's program, served on loopback over a copy of the store, at the instant it was left. */
export interface Served extends AsyncDisposable {
  readonly service: Service;
  readonly kv: Kv;
  readonly platforms: FakeNet;
  readonly log: QuietLog;
  readonly posts: { readonly discord: Post[]; readonly sink: Post[] };
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** The parsed body of an answer, and its status. */
  json(path: string, init?: RequestInit): Promise<{ status: number; body: unknown }>;
}

/** `env`: further variables of the environment. */
export async function serveEarlierStore(env: Record<string, string> = {}): Promise<Served> {
  const copy = await copyEarlierStore();
  const clock = clockFrom(EARLIER.at);
  const [log, platforms] = [createQuietLog(), createFakeNet(earlierScene())];
  const posts = { discord: [] as Post[], sink: [] as Post[] };
  const all: Record<string, string> = { LIVE: "off", ...PLATFORMS, ...copy.env, ...env };
  const settings = readSettings((name) => all[name]);
  const store = await openStore(settings, {
    ...{ random: systemRandom, isPublic: false, onDeploy: false },
  });
  const content = openContent(packOf(ON_AIR));
  const service = assemble(
    { clock, log, random: systemRandom, net: withChats(platforms, posts), direct: systemNet },
    settings,
    store,
    () => content,
    { deno: "2.9.6" },
  );
  await service.access.credentials.loaded;
  const listener = listen(service.app, "127.0.0.1", 0, { clock, log, onDeploy: false });
  const ask = (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${listener.port}${path}`, init);
  return {
    ...{ service, kv: store.kv, platforms, log, posts, ask },
    async json(path, init) {
      const response = await ask(path, init);
      return { status: response.status, body: await response.json() };
    },
    async [Symbol.asyncDispose]() {
      await service.quiet();
      await listener.close();
      await service.close();
      store.kv.close();
      await copy[Symbol.asyncDispose]();
    },
  };
}

const PLATFORMS = {
  IDN_URL: "http://platforms.example",
  SHOWROOM_URL: "http://platforms.example",
  YOUTUBE_URL: "http://platforms.example",
  YOUTUBE_FEED_URL: "http://platforms.example/feeds/videos.xml",
  YOUTUBE_API_KEY: "youtube-key",
  IDN_API_KEY: "idn-key",
};

/** The machine's clock, set to another instant. */
function clockFrom(start: number): Clock {
  const began = performance.now();
  return { now: () => Math.floor(start + performance.now() - began), after: systemClock.after };
}

function earlierScene(): Scene {
  const { idn, showroom, streams, youtube } = structuredClone(EARLIER.scene);
  const maps = { streams: new Map(streams), youtube: new Map(youtube) };
  return { ...createScene(), idn, showroom, ...maps };
}

/** The platforms, and beside them sinks that take everything. */
function withChats(platforms: FakeNet, posts: Served["posts"]): Net {
  return {
    fetch(address, init) {
      const [host] = new URL(address).hostname.split(".");
      if (host !== "discord" && host !== "sink") return platforms.fetch(address, init);
      const id = new Headers(init?.headers).get("webhook-id");
      posts[host].push({ id, body: String(init?.body) });
      return Promise.resolve(Response.json({ id: "1" }));
    },
  };
}
