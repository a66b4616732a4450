import assert from "node:assert/strict";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { LATER, ON_AIR, REPOSITORY, TRIO } from "../support/contents.ts";
import { everyPath } from "../support/endpoints.ts";
import { createBusyNet } from "../support/busy_platforms.ts";
import { type World, world } from "../support/world.ts";
import { createPrng } from "../support/prng.ts";
import { sizeOf, testSeed } from "../support/size.ts";

const PATH = "/api/kembang/members";

const FEEDS = [
  ...["theater.ics", "events.ics", "birthdays.ics", "schedule.ics", "news.atom", "news.json"],
];

const LIVE = [
  ...["live", "live/idn", "live/showroom", "live/youtube", "live/upcoming", "live/stats"],
  ...["recent", "recent?page=1", "recent/idn-ani-talks", "videos"],
  ...["schedule.ics", "chat-stream?room_id=901"],
];

const DECODE = {
  identity: (bytes: Uint8Array) => bytes,
  br: (bytes: Uint8Array) => new Uint8Array(brotliDecompressSync(bytes)),
  gzip: (bytes: Uint8Array) => new Uint8Array(gunzipSync(bytes)),
};

const CODINGS = ["identity", "br", "gzip"] as const;

/** The headers but the one that names the request. */
function headersOf({ headers }: Response): Record<string, string> {
  const { "x-request-id": _, ...others } = Object.fromEntries(headers);
  return others;
}

/** GET, HEAD and 304 say the same in every coding, each with a strong tag of its own. */
async function assertRepresented(app: World, path: string): Promise<void> {
  const tags: string[] = [];
  let plain: Uint8Array = new Uint8Array();
  for (const coding of CODINGS) {
    const headers = { "accept-encoding": coding };
    const get = await app.ask(path, { headers });
    const head = await app.ask(path, { headers, method: "HEAD" });
    const bytes = await get.bytes();
    const what = `${path} ${coding}`;
    assert.equal(get.status, 200, what);
    // The server adds the length of a body that is there; of one that is not, the program does.
    const length = String(bytes.length);
    assert.deepEqual(headersOf(head), { ...headersOf(get), "content-length": length }, what);
    assert.deepEqual([head.status, head.body], [200, null], what);
    if (coding === "identity") plain = bytes;
    const isCoded = get.headers.has("content-encoding");
    assert.deepEqual(isCoded ? DECODE[coding](bytes) : bytes, plain, what);
    const tag = get.headers.get("etag")!;
    assert.match(tag, /^"[\x21\x23-\x7e]+"$/, what);
    for (const method of ["GET", "HEAD"]) {
      const known = { ...headers, "if-none-match": tag };
      const unchanged = await app.ask(path, { headers: known, method });
      assert.deepEqual([unchanged.status, unchanged.body], [304, null], what);
      for (const name of ["etag", "vary", "cache-control", "link", "x-live-sources"]) {
        assert.equal(unchanged.headers.get(name), get.headers.get(name), `${what}: ${name}`);
      }
      for (const other of tags) {
        const { status } = await app.ask(path, {
          headers: { ...headers, "if-none-match": other },
          method,
        });
        assert.equal(status, 200, `${what}: the tag of another coding`);
      }
    }
    tags.push(tag);
  }
  assert.equal(new Set(tags).size, 3, path);
}

Deno.test("GET, HEAD and 304 are alike in every coding, of all that content answers", async () => {
  await using app = await world(TRIO);
  const others = ["/v1/search?q=a", "/v1/dataset", "/v1/dataset/kembang.ndjson", "/"];
  const feeds = FEEDS.flatMap((name) => [`/api/kembang/${name}`, `/api/melati/${name}`]);
  for (const path of [...await everyPath(app), ...feeds]) await assertRepresented(app, path);
  for (const path of others) await assertRepresented(app, path);
});

Deno.test("GET, HEAD and 304 are alike in every coding, of what is and was on air", async () => {
  const platforms = createBusyNet();
  platforms.scene.comments.set(901, [{ name: "Fan", comment: "Halo", created_at: 1_783_160_000 }]);
  await using app = await world({ ...ON_AIR, platforms });
  platforms.scene.idn = [];
  await app.pass(60_000);
  for (const path of LIVE) await assertRepresented(app, `/api/kota/${path}`);
});

Deno.test("HEAD of what is refused is refused as GET is, without a body", async () => {
  await using app = await world(TRIO);
  const paths = [
    "/nope",
    "/api/kembang/nope",
    "/api/kembang/theater?page=0",
    "/healthz",
    "/status",
  ];
  for (const path of paths) {
    const get = await app.ask(path, { headers: { "accept-encoding": "br, gzip" } });
    const head = await app.ask(path, { method: "HEAD" });
    const text = await get.text();
    assert.equal(get.headers.get("content-encoding"), null, "errors are sent as they are");
    const { length } = new TextEncoder().encode(text);
    assert.deepEqual(headersOf(head), { ...headersOf(get), "content-length": String(length) });
    assert.deepEqual([head.status, head.body], [get.status, null], path);
  }
  const { status, body } = await app.ask(PATH, { method: "HEAD", key: null });
  assert.deepEqual([status, body], [403, null]);
});

/** `TAG` stands for the current tag. */
const KNOWN = [
  ...["TAG", "W/TAG", "*", " * ", '"other", TAG', '"other",W/TAG,"third"', 'TAG, "other"'],
  ...['"with, comma", TAG', 'W/"other" , TAG'],
];

const UNKNOWN = [
  ...['"other"', '"other", W/"third"', '"*"', '""', "", "nonsense", '"unclosed', "W/", ",,,"],
];

Deno.test("If-None-Match compares weakly, in lists, and opens nothing", async () => {
  await using app = await world(TRIO);
  const tag = (await app.ask(PATH)).headers.get("etag")!;
  const others = [tag.slice(1, -1), tag.toLowerCase(), `"${tag.slice(1, 5)}"`];
  for (const [templates, status] of [[KNOWN, 304], [[...UNKNOWN, ...others], 200]] as const) {
    for (const template of templates) {
      const headers = { "if-none-match": template.replace("TAG", tag) };
      assert.equal((await app.ask(PATH, { headers })).status, status, template);
    }
  }
  const headers = { "if-none-match": "*" };
  assert.equal((await app.ask(PATH, { headers, key: null })).status, 403);
  assert.equal((await app.ask("/api/kembang/theater/nope", { headers })).status, 404);
  assert.equal((await app.ask("/api/kembang/theater?page=0", { headers })).status, 400);
});

Deno.test("the tag goes by the body alone: same bytes, same tag; other bytes, another tag", async () => {
  await using one = await world(TRIO);
  await using other = await world(TRIO);
  const tags = new Map<string, string>();
  for (const path of await everyPath(one)) {
    const response = await one.ask(path);
    const tag = response.headers.get("etag")!;
    const body = await response.text();
    assert.equal(tags.get(tag) ?? body, body, path);
    tags.set(tag, body);
    assert.equal((await other.ask(path)).headers.get("etag"), tag, path);
  }
  assert.equal(new Set(tags.values()).size, tags.size);
});

Deno.test("If-Modified-Since and Range change nothing", async () => {
  await using app = await world(TRIO);
  const headers = { "if-modified-since": "Sat, 01 Jan 2050 00:00:00 GMT", "range": "bytes=0-9" };
  assert.equal((await app.json(PATH, { headers })).length, 8);
});

/** `Accept-Encoding` by what it gets. */
const ACCEPTED = {
  none: [
    ...["", "identity", "deflate", "zstd, deflate", "br;q=0", "br;q=0, gzip;q=0.000", "*;q=0"],
    ...["identity;q=1, br;q=0.5", "identity;q=0.5, gzip;q=0.4", "identity;q=0", "br;q=-1"],
    ...[",,;;=,", "br;level=5;q=0"],
  ],
  br: [
    ...["br", "gzip, deflate, br", "gzip, deflate, br, zstd", "gzip;q=0.5, br;q=1.0", "br;q=0.001"],
    ...["gzip ; q=0.4 , br ; q=0.6", "*", "gzip;q=0, *", "identity;q=0, br", "identity;q=0, *"],
  ],
  gzip: [
    ...["gzip", "x-gzip", "GZIP", "gzip;q=1.0, br;q=0.5", "gzip;Q=0.9,br;q=0.8", "br;q=0, gzip"],
    ...["gzip;q=0.5, *;q=0.1", "br;q=0, *;q=0.5", "identity;q=0.5, gzip;q=0.6"],
    ...["identity;q=0, gzip;q=0.1", "br;q=nonsense, gzip", "br;q=2, gzip;q=0.1"],
  ],
};

Deno.test("Accept-Encoding is read with its weights, identity's too", async () => {
  await using app = await world(TRIO);
  for (const [coding, headers] of Object.entries(ACCEPTED)) {
    for (const header of headers) {
      const response = await app.ask(PATH, { headers: { "accept-encoding": header } });
      await response.body?.cancel();
      assert.equal(response.headers.get("content-encoding") ?? "none", coding, header);
      assert.match(response.headers.get("vary")!, /^Accept-Encoding, /);
    }
  }
});

Deno.test("large answers are smaller on the way, also when many ask for the first time at once", async () => {
  await using app = await world(REPOSITORY);
  const path = "/api/groupa/theater";
  const { length } = await (await app.ask(path)).bytes();
  assert.ok(length > 100_000);
  for (const coding of ["br", "gzip"]) {
    const headers = { "accept-encoding": coding };
    const all = await Promise.all(
      Array.from({ length: 8 }, async () => await (await app.ask(path, { headers })).bytes()),
    );
    for (const body of all) assert.deepEqual(body, all[0]);
    assert.ok(all[0]!.length < length / 5);
  }
});

/** A stored answer, as RFC 9111 lets a cache keep it. */
interface Stored {
  readonly body: string;
  /** Epoch ms, without it. */
  readonly staleAt: number;
  /** The request's values of the headers that `Vary` names (4.1). */
  readonly selected: string;
}

type Headers = Readonly<Record<string, string>>;

/** Directives by name (5.2), of one `Cache-Control`. */
function directives({ headers }: Response): Map<string, string> {
  const text = headers.get("cache-control") ?? "";
  return new Map(
    text.split(",").map((part) => {
      const [name = "", value = ""] = part.trim().toLowerCase().split("=");
      return [name, value];
    }),
  );
}

/** A cache by the letter of RFC 9111; `isShared` stores neither `private` nor authorized answers (3). */
function createCache(isShared: boolean) {
  const stored = new Map<string, Stored[]>();
  const vary = new Map<string, string[]>();
  const select = (names: readonly string[], headers: Headers) =>
    JSON.stringify(names.map((name) => headers[name] ?? null));
  return {
    find(path: string, headers: Headers, now: number): Stored | undefined {
      const selected = select(vary.get(path) ?? [], headers);
      return stored.get(path)?.find((one) => one.selected === selected && one.staleAt > now);
    },
    async keep(path: string, headers: Headers, answer: Response, now: number): Promise<boolean> {
      const asked = directives(answer);
      if (asked.has("no-store") || !asked.has("max-age")) return false;
      if (isShared && asked.has("private")) return false;
      if (isShared && "authorization" in headers && !asked.has("public")) return false;
      const names = (answer.headers.get("vary") ?? "").toLowerCase().split(",")
        .map((name) => name.trim()).filter(Boolean);
      vary.set(path, names);
      const body = `${answer.status} ${await answer.clone().text()}`;
      const staleAt = now + Number(asked.get("max-age")) * 1000;
      const selected = select(names, headers);
      const others = (stored.get(path) ?? []).filter((one) => one.selected !== selected);
      stored.set(path, [...others, { body, staleAt, selected }]);
      return true;
    },
  };
}

async function fresh(app: World, path: string, headers: Headers): Promise<Response> {
  return await app.ask(path, { key: null, headers });
}

const STEPS = sizeOf({ default: 1_000, full: 150_000 });

for (const [name, content] of Object.entries({ TRIO, LATER })) {
  Deno.test(`${name}: caches that follow RFC 9111 never give another answer than the service`, async () => {
    await using app = await world(content);
    const random = createPrng(testSeed());
    const decided = (await everyPath(app)).filter((path) => !/live|recent|chat/.test(path));
    // Few enough that the same one is often asked for again.
    const paths = [...random.some(decided, 25), "/", "/docs", "/openapi.json", "/healthz"];
    const callers: Headers[] = [
      {},
      { "x-api-key": app.key },
      { "x-api-key": app.narrowKey },
      { authorization: `Bearer ${app.key}` },
      { "x-api-key": "J-osb_wrong" },
    ];
    const shared = createCache(true);
    const own = callers.map(() => createCache(false));
    let [reusedShared, reusedOwn, keptOfCallers] = [0, 0, 0];
    for (let step = 0; step < STEPS; step++) {
      const path = random.pick(paths);
      const place = random.between(0, callers.length - 1);
      const headers = callers[place]!;
      const now = app.clock.now();
      for (const [cache, isShared] of [[shared, true], [own[place]!, false]] as const) {
        const answer = await fresh(app, path, headers);
        const body = `${answer.status} ${await answer.clone().text()}`;
        const found = cache.find(path, headers, now);
        if (found !== undefined) {
          if (isShared) reusedShared++;
          else reusedOwn++;
          // The front page names times relative to now, and may be as old as it allows itself to be.
          if (path !== "/") assert.equal(found.body, body, `${path}, step ${step}`);
        } else if (await cache.keep(path, headers, answer, now) && isShared) {
          if (/^\/(api|v1)\//.test(path)) keptOfCallers++;
        }
      }
      // Often within what is kept, sometimes across a midnight.
      if (random.happens(0.1)) app.at(now + random.pick([500, 5_000, 59_999, 3_600_000]));
    }
    assert.equal(keptOfCallers, 0, "a shared cache kept what was answered to a key");
    assert.ok(reusedOwn > STEPS / 100, `${reusedOwn} answers were reused`);
    assert.ok(reusedShared > 0);
  });
}
