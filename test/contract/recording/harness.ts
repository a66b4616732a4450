import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { clearImmediate, setImmediate } from "node:timers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { createCodeStore } from "../../../src/access/records/code_store.ts";
import { createMac } from "../../../src/toolbox/mac.ts";
import {
  createFeedTokenStore,
  MAX_FEED_TOKENS,
} from "../../../src/access/records/feed_token_store.ts";
import { createKeyStore } from "../../../src/access/records/key_store.ts";
import { createPasswords } from "../../../src/access/records/password.ts";
import { createTokenStore } from "../../../src/access/records/token_store.ts";
import { createUserStore } from "../../../src/access/records/user_store.ts";
import type { Handler } from "../../../src/routes/dispatch.ts";
import { type Catalog, openContent } from "../../../src/catalog/catalog.ts";
import type { Plans } from "../../../src/model/plans.ts";
import type { Store } from "../../../src/store/store.ts";
import type { Clock } from "../../../src/platform/clock.ts";
import { type DirectNet, type Net, systemNet } from "../../../src/platform/net.ts";
import { readSettings } from "../../../src/platform/settings.ts";
import { assemble } from "../../../src/compose/assemble.ts";
import { packOf } from "../../support/compiled.ts";
import { createFakeNet } from "../../support/fake_platforms/net.ts";
import {
  issueFeedToken,
  issueKey,
  issueToken,
  renewToken,
  replaceSecret,
} from "../../support/issue.ts";
import { createManualClock, type ManualClock } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { createQuietLog, type QuietLog } from "../../support/quiet_log.ts";
import { fillIn, type RecordedRequest } from "./request_line.ts";
import { createSeededRandom, type SeededRandom } from "./seeded_random.ts";

/** What a chapter's requests are sent to. */
export interface HarnessOptions {
  /** The content folder, from the repository's root. */
  readonly content: string;
  /** What the clock shows; it moves where a request says so. */
  readonly now: string;
  /** The one group that the narrow key may read. */
  readonly narrowTo: string;
  readonly net?: Net;
  /** Addresses of webhooks. */
  readonly direct?: DirectNet;
  /** Variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Lets things happen before the first request. */
  prepare?(clock: ManualClock, asked: () => void): Promise<void>;
}

/** An answer as the recording keeps it. */
export interface RecordedAnswer {
  readonly status: number;
  /** `name: value`, sorted. */
  readonly headers: readonly string[];
  /** The first 16 hex digits of the SHA-256 of the body, decoded; "-" for none. */
  readonly body: string;
}

/** An answer in full, for whoever looks at more than the recording keeps. */
export interface FullAnswer {
  readonly request: RecordedRequest;
  readonly catalog: Catalog;
  readonly status: number;
  readonly headers: Headers;
  /** Decoded. */
  readonly body: Uint8Array;
}

/** The whole program at a clock that stands still, with credentials that are always the same. */
export interface Harness extends AsyncDisposable {
  send(request: RecordedRequest): Promise<RecordedAnswer>;
}

/** Every answer names its request; which number it has depends on how many came before. */
const REQUEST_ID = /^[0-9a-f]{16}-[1-9]\d*$/;

/** The longest wait between two commits of the audit. */
const SHORT_MS = 10;

const HOME = "127.0.0.1";
const PEPPER = new TextEncoder().encode("a pepper for the recording alone");

const PLANS: Plans = {
  standard: {
    rate: { per_second: 10, burst: 30 },
    quota: { requests: 5000, per: "day", timezone: "Asia/Jakarta" },
  },
  tiny: { rate: "unlimited", quota: { requests: 3, per: "day", timezone: "Asia/Jakarta" } },
  wide: {
    rate: "unlimited",
    quota: { requests: 20_000_000, per: "month", timezone: "Asia/Tokyo" },
  },
  free: { rate: "unlimited", quota: "unlimited" },
};

export async function createHarness(
  options: HarnessOptions,
  onAnswer: (answer: FullAnswer) => void = () => {},
): Promise<Harness> {
  const { net = createFakeNet(), direct = systemNet, env = {} } = options;
  const clock = createManualClock(Date.parse(options.now));
  const random = createSeededRandom();
  const log = createQuietLog();
  const store = createStore(random);
  const names = await createCredentials(store, random, options.narrowTo);
  random.reseed(1);
  const content = openContent(packOf(options.content));
  const { catalog } = content;
  const served = { ...content, catalog: { ...catalog, index: { ...catalog.index, plans: PLANS } } };
  const settings = { LIVE: "off", ADMIN_API: "on", TRUSTED_PROXIES: "10.0.0.0/8", ...env };
  const service = assemble(
    { clock: impatient(clock), log, random, net, direct },
    readSettings((name) => settings[name as keyof typeof settings]),
    store,
    () => served,
    { deno: "2.9.6", tzdata: "2026a" },
  );
  await service.access.credentials.loaded;
  if (options.prepare !== undefined) {
    service.live.start();
    await options.prepare(clock, () => service.live.noteRequest());
  }

  const relative = createRelativeRemains();
  let count = 1;
  return {
    async send(request) {
      random.reseed(++count);
      if (request.at !== undefined) clock.set(Date.parse(request.at));
      const response = await answer(service.app, request, names);
      const etag = response.headers.get("etag");
      if (etag !== null) names.set("etag", etag);
      return await describe(response, relative, (body) => {
        const { status, headers } = response;
        const made = /"id":"(w_\w{12})"/.exec(new TextDecoder().decode(body))?.[1];
        if (made !== undefined) names.set("webhook", made);
        onAnswer({ request, catalog, status, headers, body });
      });
    },
    async [Symbol.asyncDispose]() {
      let isClosed = false;
      const closed = service.quiet().then(service.close).finally(() => isClosed = true);
      while (!isClosed) await clock.advance(10);
      await closed;
      assertNoFaults(log);
    },
  };
}

/** The clock stands still for a request: a short wait is over at once. */
function impatient(clock: ManualClock): Clock {
  return {
    now: clock.now,
    after(delayMs, task) {
      if (delayMs > SHORT_MS) return clock.after(delayMs, task);
      const waiting = setImmediate(task);
      return () => clearImmediate(waiting);
    },
  };
}

function createStore(random: SeededRandom): Store {
  const kv = createMemoryKv();
  const secretHash = createMac(PEPPER);
  const deps = { kv, secretHash, random };
  return {
    ...{
      kv,
      random,
      secretHash,
      pepper: PEPPER,
      pepperFile: undefined,
      engine: "file",
      isFile: false,
    },
    keys: createKeyStore(deps),
    tokens: createTokenStore(deps),
    users: createUserStore(kv),
    codes: createCodeStore(deps),
    feeds: createFeedTokenStore(deps),
  };
}

/** Makes one credential of every kind, each from a seed of its own; returns them by name. */
async function createCredentials(
  store: Store,
  random: SeededRandom,
  narrowTo: string,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const { keys, tokens, users, codes, secretHash } = store;
  let seed = 1_000_000;
  async function make(name: string, maker: () => Promise<{ id: string; secret: string }>) {
    random.reseed(++seed);
    const { id, secret } = await maker();
    names.set(name, secret).set(`${name}.id`, id);
    return id;
  }
  const code = async (limit: number, email: string | undefined) => {
    const { record, secret } = await codes.issue({ limit, createdAt: 0, ...email && { email } });
    return { id: record.id, secret };
  };

  await make("key", () => issueKey(store, { plan: "wide" }));
  await make("standard", () => issueKey(store));
  await make("free", () => issueKey(store, { plan: "free" }));
  await make("tiny", () => issueKey(store, { plan: "tiny" }));
  await make("planless", () => issueKey(store, { plan: "gone" }));
  await make("open", () => issueKey(store, { plan: "wide", ips: [] }));
  await make("abroad", () => issueKey(store, { plan: "wide", ips: ["203.0.113.0/24"] }));
  await make("narrow", () => issueKey(store, { plan: "wide", groups: [narrowTo] }));
  await make("expired", () => issueKey(store, { expiresAt: 1 }));
  await make("replaced", async () => {
    const issued = await issueKey(store);
    await replaceSecret(store, issued.id, { random });
    return issued;
  });
  const revoked = await make("revoked", () => issueKey(store));
  await keys.update(revoked, (key) => ({ ...key, revokedAt: 1 }));
  await make("token", () => issueToken(store, "Fans 1"));
  await make("replacedToken", async () => {
    const issued = await issueToken(store, "Fans 2");
    await renewToken(store, issued.id);
    return issued;
  });
  const ended = await make("revokedToken", () => issueToken(store, "Fans 3"));
  await tokens.update(ended, (token) => ({ ...token, state: "revoked", revokedAt: 1 }));
  await make("code", () => code(3, undefined));
  await make("boundCode", () => code(1, "sari@fans.example"));
  const usedCode = await make("usedCode", () => code(1, undefined));
  await codes.update(usedCode, (record) => ({ ...record, used: 1 }));
  const endedCode = await make("revokedCode", () => code(1, undefined));
  await codes.update(endedCode, (record) => ({ ...record, revokedAt: 1 }));
  const narrow = (await keys.find(names.get("narrow.id")!))!;
  await make("feed", () => issueFeedToken(store, narrow));
  const full = await make("full", () => issueKey(store, { plan: "wide" }));
  for (let n = 0; n < MAX_FEED_TOKENS; n++) await issueFeedToken(store, (await keys.find(full))!);
  random.reseed(++seed);
  const password = await createPasswords({ secretHash, random, rounds: 1 }).make(
    "root",
    "good password",
  );
  await users.add({ username: "root", password, createdAt: 0, changedAt: 0 });
  return names;
}

async function answer(
  app: Handler,
  { method, target, headers, body, from = HOME }: RecordedRequest,
  names: ReadonlyMap<string, string>,
): Promise<Response> {
  const sent = new Request(`http://oshibase.test${fillIn(target, names)}`, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, fillIn(value, names)]),
    ...(body !== undefined && { body: fillIn(body, names) }),
  });
  return await app(sent, from);
}

/** Remains of this size stand as differences from the last one: a charge more moves one line, not all. */
const LARGE_REMAINS = /^("quota";r=)(\d{7,})(.*)$/;

type Relative = (name: string, value: string) => string;

function createRelativeRemains(): Relative {
  let last = 0;
  return (name, value) => {
    if (name !== "ratelimit") return value;
    return value.replace(LARGE_REMAINS, (_, front, remains, back) => {
      const difference = Number(remains) - last;
      last = Number(remains);
      return `${front}${difference > 0 ? "+" : ""}${difference}${back}`;
    });
  };
}

async function describe(
  response: Response,
  relative: Relative,
  onBody: (body: Uint8Array) => void,
): Promise<RecordedAnswer> {
  const coding = response.headers.get("content-encoding");
  assert.match(response.headers.get("x-request-id") ?? "", REQUEST_ID);
  const bytes = await bodyOf(response);
  onBody(bytes);
  const headers = [...response.headers]
    // How small a body gets depends on the machine's compressor.
    .filter(([name]) => name !== "content-length" || coding === null)
    .filter(([name]) => name !== "x-request-id")
    .map(([name, value]) => `${name}: ${relative(name, value)}`)
    .sort();
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  return { status: response.status, headers, body: bytes.length === 0 ? "-" : hash };
}

/** The body, decoded; of a stream that goes on, its first piece. */
async function bodyOf({ headers, body }: Response): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  if (headers.get("content-type")?.startsWith("text/event-stream")) {
    const reader = body.getReader();
    const { value = new Uint8Array() } = await reader.read();
    await reader.cancel();
    return value;
  }
  const coding = headers.get("content-encoding");
  const bytes = await new Response(body).bytes();
  return coding === null
    ? bytes
    : coding === "br"
    ? brotliDecompressSync(bytes)
    : gunzipSync(bytes);
}

function assertNoFaults({ lines }: QuietLog): void {
  const faults = lines.filter((line) => line.startsWith("error"));
  if (faults.length > 0) throw new Error(`The program logged faults:\n${faults.join("\n")}`);
}
