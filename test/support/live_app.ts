import assert from "node:assert/strict";
import { createCodeStore } from "../../src/access/records/code_store.ts";
import { createDigest } from "../../src/access/records/secret_hash.ts";
import { createKeyStore } from "../../src/access/records/key_store.ts";
import { createTokenStore } from "../../src/access/records/token_store.ts";
import { createUserStore } from "../../src/access/records/user_store.ts";
import { type Content, openContent } from "../../src/catalog/catalog.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { readSettings } from "../../src/platform/settings.ts";
import { assemble, type Service } from "../../src/setup/assemble.ts";
import type { Store } from "../../src/store/store.ts";
import type { Ask } from "./app.ts";
import { packOf } from "./compiled.ts";
import { createFakeNet, type FakeNet } from "./fake_platforms/net.ts";
import { createManualClock, type ManualClock } from "./manual_clock.ts";
import { createMemoryKv } from "./memory_kv.ts";
import { createQuietLog, type QuietLog } from "./quiet_log.ts";

/** Two bare groups and a wrapped one with accounts of every kind. */
export const ON_AIR = "test/fixtures/on_air";

/** 17:00 in Jakarta, on the day of a graduation. */
export const NOW = Date.parse("2026-07-04T10:00:00Z");

/** What a test app is made of; what is left out is its own. */
export interface LiveAppOptions {
  readonly clock?: ManualClock;
  readonly kv?: Kv;
  readonly net?: FakeNet;
  /** A process that has just started: it has not looked at the store, and polls when it is asked. */
  readonly isCold?: boolean;
  /** Variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * The whole program behind its handler, with everything outside driven by the test: clock, platforms
 * without sockets, a store in memory. It polls from the start. Disposing of it fails where it logged a
 * fault of its own.
 */
export interface LiveApp extends AsyncDisposable {
  readonly service: Service;
  readonly clock: ManualClock;
  readonly net: FakeNet;
  readonly kv: Kv;
  readonly store: Store;
  readonly log: QuietLog;
  /** A key that opens everything and is never used up. */
  readonly key: string;
  /** What is served now. Keep no other hold of it where a test looks whether it goes. */
  served(): Content;
  /** Opens the content anew, as after a build. */
  swap(): void;
  /** Makes a key of a plan, and waits until it is known. */
  issue(plan: string, groups?: readonly string[]): Promise<{ id: string; secret: string }>;
  /** Makes a priority token, and waits until it is known. */
  token(): Promise<{ id: string; secret: string }>;
  /** Lets time pass, while somebody asks who is on air. */
  pass(ms: number): Promise<void>;
  /** Asks the handler, without a port, with `key` in a header; time passes where it has to. */
  ask(path: string, ask?: Ask): Promise<Response>;
  /** The parsed body of a 200. */
  // deno-lint-ignore no-explicit-any
  json(path: string, ask?: Ask): Promise<any>;
}

export async function createLiveApp(options: LiveAppOptions = {}): Promise<LiveApp> {
  const { clock = createManualClock(NOW), kv = createMemoryKv(), net = createFakeNet() } = options;
  const store = memoryStore(kv);
  const log = createQuietLog();
  const env: Record<string, string> = { ...PLATFORMS, ...options.env };
  let content = openContent(packOf(ON_AIR));
  const service = assemble(
    { clock, log, random: systemRandom, net },
    readSettings((name) => env[name]),
    store,
    () => content,
    { deno: "2.9.6", tzdata: "2026a" },
  );
  await service.doors.credentials.loaded;
  if (!options.isCold) service.live.start();
  const { secret: key } = await issue("free");

  async function issue(plan: string, groups: readonly string[] = []) {
    const request = { owner: "Test", email: "", plan, groups, ips: [], createdAt: clock.now() };
    const { record: { id }, secret } = await store.keys.issue(request);
    await clock.advance(0);
    return { id, secret };
  }

  async function token() {
    const who = {
      organization: `Fans ${crypto.randomUUID()}`,
      name: "Sari",
      email: "s@fans.example",
    };
    const { record: { id } } = await store.tokens.apply({ ...who, appliedAt: clock.now() });
    const issued = await store.tokens.issue(id, (token) => ({ ...token, state: "approved" }));
    await clock.advance(0);
    return { id, secret: issued!.secret };
  }

  async function ask(path: string, asked: Ask = {}): Promise<Response> {
    const { key: given = key, ...init } = asked;
    const headers = new Headers(init.headers);
    if (given !== null) headers.set("x-api-key", given);
    const request = new Request(`http://oshibase.test${path}`, { ...init, headers });
    return await settledWith(clock, Promise.resolve(service.app(request, "127.0.0.1")));
  }

  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 5_000) {
      service.live.noteRequest();
      await clock.advance(Math.min(left, 5_000));
    }
  }

  return {
    ...{ service, clock, net, kv, store, log, key, issue, token, pass, ask },
    served: () => content,
    swap: () => void (content = openContent(packOf(ON_AIR))),
    async json(path, asked) {
      const response = await ask(path, asked);
      const text = await response.text();
      assert.equal(response.status, 200, `${path} answered ${response.status}: ${text}`);
      return JSON.parse(text);
    },
    async [Symbol.asyncDispose]() {
      await settledWith(clock, service.quiet());
      await settledWith(clock, service.close());
      assert.deepEqual(log.lines.filter((line) => line.startsWith("error")), []);
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

function memoryStore(kv: Kv): Store {
  const pepper = new TextEncoder().encode("a pepper for tests alone");
  const digest = createDigest(pepper);
  const deps = { kv, digest, random: systemRandom };
  return {
    kv,
    digest,
    pepper,
    pepperFile: undefined,
    keys: createKeyStore(deps),
    tokens: createTokenStore(deps),
    users: createUserStore(kv),
    codes: createCodeStore(deps),
    isFile: true,
  };
}

/** Moves the clock for as long as something waits for it. */
async function settledWith<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  let done = false;
  const end = work.finally(() => done = true);
  end.catch(() => {});
  await clock.advance(0);
  for (let n = 0; !done && n < 1_000; n++) await clock.advance(10);
  return await end;
}
