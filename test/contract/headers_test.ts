import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { everyPath } from "../support/endpoints.ts";
import { maxAge } from "../support/turns.ts";
import { type Ask, type World, world } from "../support/world.ts";

const EXPOSED = "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Live-Sources, " +
  "X-Ignored, X-Request-Id, Sunset, Repr-Digest";

const VARY = "Accept-Encoding, Authorization, x-priority-token, x-api-key, api-key, username, " +
  "password, x-admin-username, x-admin-password";

/** What every response carries, whatever came of the request. */
function assertOnEveryResponse({ headers }: Response, what: string): void {
  assert.equal(headers.get("access-control-allow-origin"), "*", what);
  assert.equal(headers.get("access-control-expose-headers"), EXPOSED, what);
  assert.equal(headers.get("x-content-type-options"), "nosniff", what);
  assert.equal(headers.get("referrer-policy"), "no-referrer", what);
  assert.equal(headers.get("set-cookie"), null, what);
}

const JSON_TYPE = "application/json; charset=utf-8";

Deno.test("every answer is JSON, private to its caller, with a tag, and kept by no shared cache", async () => {
  await using app = await world(TRIO);
  for (const path of await everyPath(app)) {
    const response = await app.ask(path);
    assertOnEveryResponse(response, path);
    const { headers } = response;
    assert.equal(headers.get("content-type"), JSON_TYPE, path);
    assert.match(headers.get("cache-control")!, /^private, max-age=([0-9]|[1-5][0-9]|60)$/, path);
    assert.equal(headers.get("deno-cdn-cache-control"), "no-store", path);
    assert.equal(headers.get("vary"), VARY, path);
  }
});

Deno.test("one Vary line names the credentials, on all that was answered to one, and nowhere else", async () => {
  await using app = await world(TRIO);
  const vary = async (path: string, ask: Ask = {}) => {
    const { headers, body } = await app.ask(path, ask);
    await body?.cancel();
    return [...headers].filter(([name]) => name === "vary").map(([, value]) => value);
  };
  const known = { headers: { "if-none-match": "*" } };
  assert.deepEqual(await vary("/api/kembang/members", known), [VARY]);
  assert.deepEqual(await vary("/api/kembang/live/stream"), [VARY]);
  assert.deepEqual(await vary("/v1/key"), [VARY]);
  assert.deepEqual(await vary("/api/kembang/nope"), [VARY]);
  for (const path of ["/healthz", "/nope"]) assert.deepEqual(await vary(path), []);
  // A browser gets a page.
  assert.deepEqual(await vary("/status"), ["Accept"]);
});

const REFUSED: [number, string, string, Ask][] = [
  [400, "a broken escape", "/api/kembang/%zz", {}],
  [400, "a wrong parameter", "/api/kembang/theater?page=x", {}],
  [400, "a broken body", "/api/melati/members", { method: "POST", body: "[" }],
  [403, "no key, bare", "/api/kembang/members", { key: null }],
  [403, "a wrong key, wrapped", "/api/melati/members", { key: "J-wrong" }],
  [403, "no key, /v1", "/v1/birthdays", { key: null }],
  [404, "an unknown path", "/nope", {}],
  [404, "an unknown group", "/api/nope/members", {}],
  [404, "an unknown path in a group", "/api/kembang/nope", {}],
  [404, "an unknown item", "/api/kembang/news/nope", {}],
  [405, "a method", "/api/kembang/members", { method: "POST" }],
  [405, "a method of a public page", "/status", { method: "DELETE" }],
  [413, "a large body", "/api/melati/members", { method: "PUT", body: "x".repeat(5000) }],
  [414, "a long address", `/${"x".repeat(9000)}`, {}],
];

Deno.test.each(REFUSED)(
  "an error %d is JSON that no cache keeps: %s",
  async (status, _what, path, ask) => {
    await using app = await world(TRIO);
    const response = await app.ask(path, ask);
    assert.equal(response.status, status);
    assertOnEveryResponse(response, path);
    const { headers } = response;
    assert.equal(headers.get("content-type"), JSON_TYPE);
    assert.equal(headers.get("cache-control"), "no-store");
    for (const name of ["etag", "last-modified"]) assert.equal(headers.get(name), null);
    assert.match(headers.get("link")!, /^<\/docs\/errors#[A-Z_]+>; rel="help"$/);
    const body = await response.json();
    assert.equal(body.status, false);
    assert.match(body.message, /\S/);
  },
);

Deno.test("a bare group refuses a key with exactly two fields", async () => {
  await using app = await world(TRIO);
  for (const key of [null, "", "J-wrong", app.key.toLowerCase(), `${app.key}x`]) {
    const response = await app.ask("/api/kembang/members", { key });
    assert.equal(response.status, 403);
    assert.equal(await response.text(), '{"status":false,"message":"Invalid API Key"}');
  }
});

Deno.test("the other families name the type of what they refuse", async () => {
  await using app = await world(TRIO);
  for (const path of ["/api/melati/members", "/v1/birthdays/today"]) {
    for (const key of [null, "", "J-wrong"]) {
      const response = await app.ask(path, { key });
      assert.equal(response.status, 403);
      const hint =
        "Send a key as x-api-key (or apikey in the query), or a token as x-priority-token";
      assert.deepEqual(await response.json(), {
        status: false,
        message: "Invalid API Key",
        type: "INVALID_CREDENTIALS",
        // Who sent something wrong knows where it goes.
        ...(key === "J-wrong" ? {} : { hint }),
      });
    }
  }
});

Deno.test("preflights, public pages and 304 carry what every response carries", async () => {
  await using app = await world(TRIO);
  assertOnEveryResponse(await app.ask("/api/kembang/members", { method: "OPTIONS" }), "OPTIONS");
  assertOnEveryResponse(await app.ask("/healthz"), "healthz");
  assertOnEveryResponse(await app.ask("/status"), "status");
  const headers = { "if-none-match": "*" };
  const unchanged = await app.ask("/api/kembang/members", { headers });
  assert.equal(unchanged.status, 304);
  assertOnEveryResponse(unchanged, "304");
});

async function hasHsts(app: World, url: string, method = "GET", proto?: string) {
  const { origin: base, pathname } = new URL(url);
  const headers = proto === undefined ? {} : { "x-forwarded-proto": proto };
  const response = await app.ask(pathname, { base, method, headers });
  await response.body?.cancel();
  const header = response.headers.get("strict-transport-security");
  if (header !== null) assert.match(header, /^max-age=\d{7,}/);
  return header !== null;
}

Deno.test("HSTS is sent where a trusted proxy, or Deno Deploy, says https, and only there", async () => {
  await using direct = await world(TRIO);
  await using behind = await world({
    ...TRIO,
    env: { TRUSTED_PROXIES: "127.0.0.1" },
  });
  await using deployed = await world({ ...TRIO, options: { onDeploy: true } });
  for (const path of ["/api/kembang/members", "/healthz", "/nope", "/api/kembang/nope"]) {
    for (const method of ["GET", "HEAD", "OPTIONS", "DELETE"]) {
      const [plain, secure] = [`http://oshibase.test${path}`, `https://oshibase.test${path}`];
      assert.equal(await hasHsts(deployed, plain, method), false);
      assert.equal(await hasHsts(deployed, secure, method), true);
      assert.equal(await hasHsts(behind, plain, method), false);
      assert.equal(await hasHsts(behind, plain, method, "https"), true);
      // An absolute-form target is the client's own word.
      assert.equal(await hasHsts(behind, secure, method), false);
      assert.equal(await hasHsts(direct, secure, method, "https"), false);
    }
  }
});

Deno.test("no answer, header or link repeats the key, however it came", async () => {
  await using app = await world(TRIO);
  const asks: [string, Ask][] = [
    [`/api/kembang/theater?page=2&perpage=2&apikey=${app.key}`, { key: null }],
    [`/api/melati/news?page=2&perpage=2&apikey=${app.key}`, { key: null }],
    [`/api/kembang/theater?page=x&apikey=${app.key}`, { key: null }],
    [`/api/kembang/nope?apikey=${app.key}`, { key: null }],
    ["/api/melati/news", {
      method: "POST",
      key: null,
      body: JSON.stringify({ apikey: app.key, page: 1 }),
    }],
    ["/api/kembang/members", { headers: { "api-key": app.key } }],
  ];
  for (const [path, ask] of asks) {
    const response = await app.ask(path, ask);
    const everything = JSON.stringify([...response.headers]) + await response.text();
    assert.ok(!everything.includes(app.key), path);
    assert.notEqual(response.status, 403, path);
  }
});

Deno.test("a path that is nearly one of ours is answered with the one that was meant", async () => {
  await using app = await world(TRIO);
  const hints: [path: string, hint: string | undefined][] = [
    ["/api/kembang/theatre", "Did you mean theater?"],
    ["/api/kembang/theatre/2026-07-04-pelangi", "Did you mean theater/{id}?"],
    ["/api/melati/live/showrom", "Did you mean live/showroom?"],
    ["/v1/birthday", "Did you mean birthdays?"],
    ["/v1/dataset/kembang.cvs", "Did you mean dataset/{group}.csv?"],
    ["/v1/dataset/kembang.ndjsn", "Did you mean dataset/{group}.ndjson?"],
    ["/v1/datset/kembang.csv", "Did you mean dataset/{group}.csv?"],
    ["/v1/birthday/today", "Did you mean birthdays/today?"],
    ["/v1/birthday/ayu-lestari", "Did you mean birthdays/{member_id}?"],
    ["/api/kembang/shows", "Did you mean theater?"],
    ["/api/kembang/shows/2026-07-04-pelangi", "Did you mean theater/{id}?"],
    ["/api/kemban/members", "Did you mean /api/kembang?"],
    ["/api/Kembang", "Did you mean /api/kembang?"],
    ["/api/kembang/constructor", undefined],
    ["/api/kembang/something-else", undefined],
    ["/api/someone-else/members", undefined],
    ["/kembang/members", "Did you mean /api/kembang?"],
    ["/kemban/members", undefined],
  ];
  for (const [path, hint] of hints) {
    const response = await app.ask(path);
    assert.equal(response.status, 404, path);
    assert.equal((await response.json()).hint, hint, path);
  }
  const closed = await app.ask("/api/kembang/theatre", { key: null });
  assert.equal(await closed.text(), '{"status":false,"message":"Invalid API Key"}');
});

Deno.test("a bearer is a token where one is known, else a key, and other schemes are passed over", async () => {
  await using app = await world(TRIO);
  const ask = async (authorization: string, further: Record<string, string> = {}) => {
    const headers = { ...further, authorization };
    return (await app.ask("/api/kembang/members", { key: null, headers })).status;
  };
  assert.equal(await ask(`Bearer ${app.key}`), 200);
  assert.equal(await ask(`bearer  ${app.key}`), 200);
  assert.equal(await ask(`Basic cm9vdDpyb290, Bearer ${app.key}`), 200);
  assert.equal(await ask(`Basic ${app.key}`), 403);
  assert.equal(await ask(`Bearer ${app.key}x`), 403);
  assert.equal(await ask(`Bearer ${app.key}`, { "x-api-key": app.key }), 200);
  assert.equal(await ask(`Bearer ${app.key}x`, { "x-api-key": app.key }), 400);
  assert.equal(await ask("Basic cm9vdDpyb290", { "x-api-key": app.key }), 200);
});

const CURTAIN = "2026-07-04T12:00:00Z";

Deno.test("max-age counts down to the next change, from 60 seconds at most", async () => {
  await using app = await world(TRIO);
  const path = "/api/kembang/theater/2026-07-04-hujan";
  const left = [3_600_000, 60_000, 59_999, 59_000, 30_500, 1999, 1000, 999, 1];
  for (const ms of left) {
    app.at(Date.parse(CURTAIN) - ms);
    assert.equal(maxAge(await app.ask(path)), Math.min(60, Math.floor(ms / 1000)), `${ms} ms`);
  }
  app.at(CURTAIN);
  assert.equal(maxAge(await app.ask(path)), 60);
});

Deno.test("a client that asks again within max-age misses no change, at any instant", async () => {
  await using app = await world(TRIO);
  const paths = [
    "/api/kembang/theater",
    "/api/kembang/birthday",
    "/api/melati/schedule?status=today",
    "/api/kembang/member/ayu",
    "/v1/birthdays/today",
    "/api/kembang/videocall",
  ];
  const changes = ["2026-07-04T12:00:00Z", "2026-07-04T16:00:00Z", "2026-07-04T17:00:00Z"];
  for (const path of paths) {
    for (const change of changes) {
      for (const before of [90_000, 60_001, 59_500, 12_345, 1_001, 999, 1, 0]) {
        const now = Date.parse(change) - before;
        app.at(now);
        const first = await app.ask(path);
        app.at(now + maxAge(first) * 1000 - (maxAge(first) > 0 ? 1 : 0));
        const last = await app.ask(path);
        assert.equal(last.headers.get("etag"), first.headers.get("etag"), `${path} at ${now}`);
      }
    }
  }
});
