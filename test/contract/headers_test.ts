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

const REFUSED: [number, string, Ask][] = [
  [400, "/api/kembang/%zz", {}],
  [400, "/api/kembang/theater?page=x", {}],
  [400, "/api/melati/members", { method: "POST", body: "[" }],
  [400, "/api/kembang/members", { headers: { host: "a b" } }],
  [403, "/api/kembang/members", { key: null }],
  [403, "/api/melati/members", { key: "J-wrong" }],
  [403, "/v1/birthdays", { key: null }],
  [403, "/api/admin/keys", { key: null }],
  [404, "/nope", {}],
  [404, "/api/nope/members", {}],
  [404, "/api/kembang/nope", {}],
  [404, "/api/kembang/news/nope", {}],
  [405, "/api/kembang/members", { method: "POST" }],
  [405, "/status", { method: "DELETE" }],
  [413, "/api/melati/members", { method: "PUT", body: "x".repeat(5000) }],
  [414, `/${"x".repeat(9000)}`, {}],
];

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

const OWN = /^[0-9a-f]{16}-[1-9]\d*$/;
const idOf = (response: Response) => response.headers.get("x-request-id") ?? "";

Deno.test("a proxy's own id is kept where the proxy is trusted and the id well-formed", async () => {
  await using app = await world({ ...TRIO, env: { TRUSTED_PROXIES: "10.0.0.0/8" } });
  const idFor = async (sent: string, from = "10.1.1.1") => {
    const response = await app.ask("/healthz", { headers: { "x-request-id": sent }, from });
    await response.body?.cancel();
    return idOf(response);
  };
  for (const id of ["a", "0194.Ab_c-D", "x".repeat(64)]) {
    assert.equal(await idFor(id), id);
    assert.match(await idFor(id, "192.0.2.1"), OWN);
  }
  for (const id of ["", "x".repeat(65), "a b", "a,b", 'a"b', "é", app.key]) {
    assert.match(await idFor(id), OWN);
  }
});

Deno.test("the id of a fault stands in its body, its header and the log", async () => {
  await using app = await world({ ...TRIO, outage: true });
  app.setBroken(true);
  const response = await app.ask("/api/kembang/members");
  assert.equal(response.status, 500);
  const { request_id, type } = await response.json();
  assert.equal(type, "INTERNAL");
  assert.equal(request_id, idOf(response));
  const faults = app.log.lines.splice(0).filter((line) => line.startsWith("error"));
  assert.equal(faults.length, 1);
  assert.ok(faults[0]!.includes(`"request_id":"${request_id}"`), faults[0]);
});

Deno.test("every kind of answer carries what all do and an id of its own, an error no tag, and is kept by no cache", async () => {
  await using app = await world(TRIO);
  const answers: [number, string, Ask][] = [
    [200, "/api/kembang/members", { method: "HEAD" }],
    [200, "/api/kembang/live/stream", {}],
    [200, "/api/kembang/theater.ics", {}],
    [200, "/healthz", {}],
    [200, "/status", {}],
    [204, "/api/kembang/members", { method: "OPTIONS" }],
    [304, "/api/kembang/members", { headers: { "if-none-match": "*" } }],
  ];
  const ids: string[] = [];
  for (const [status, path, ask] of [...answers, ...REFUSED]) {
    const response = await app.ask(path, ask);
    assert.equal(response.status, status, path.slice(0, 80));
    assertOnEveryResponse(response, path);
    assert.match(idOf(response), OWN, path);
    ids.push(idOf(response));
    if (status < 400) {
      await response.body?.cancel();
      continue;
    }
    const { headers } = response;
    assert.equal(headers.get("content-type"), JSON_TYPE);
    assert.equal(headers.get("cache-control"), "no-store");
    for (const name of ["etag", "last-modified"]) assert.equal(headers.get(name), null);
    assert.match(headers.get("link")!, /^<\/docs\/errors#[A-Z_]+>; rel="help"$/);
    const body = await response.json();
    assert.equal(body.status, false);
    assert.match(body.message, /\S/);
  }
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(new Set(ids.map((id) => id.split("-")[0])).size, 1, "they begin with one name");
});

Deno.test("HSTS is sent where a trusted proxy, or Deno Deploy, says https, and only there", async () => {
  const env = { TRUSTED_PROXIES: "127.0.0.1" };
  await using direct = await world(TRIO);
  await using behind = await world({ ...TRIO, env });
  await using deployed = await world({ ...TRIO, options: { onDeploy: true } });
  const hasHsts = async (app: World, scheme: string, path: string, ask: Ask) => {
    const response = await app.ask(path, { ...ask, base: `${scheme}://oshibase.test` });
    await response.body?.cancel();
    const header = response.headers.get("strict-transport-security");
    if (header !== null) assert.match(header, /^max-age=\d{7,}/);
    return header !== null;
  };
  const told = { "x-forwarded-proto": "https" };
  for (const path of ["/api/kembang/members", "/healthz", "/nope", "/api/kembang/nope"]) {
    for (const method of ["GET", "HEAD", "OPTIONS", "DELETE"]) {
      assert.equal(await hasHsts(deployed, "http", path, { method }), false);
      assert.equal(await hasHsts(deployed, "https", path, { method }), true);
      assert.equal(await hasHsts(behind, "http", path, { method }), false);
      assert.equal(await hasHsts(behind, "http", path, { method, headers: told }), true);
      const [was, is] = ["https, http", "http, https"].map((proto) => ({
        ...{ method, headers: { "x-forwarded-proto": proto } },
      }));
      assert.equal(await hasHsts(behind, "http", path, was!), false);
      assert.equal(await hasHsts(behind, "http", path, is!), true);
      // An absolute-form target is the client's own word.
      assert.equal(await hasHsts(behind, "https", path, { method }), false);
      assert.equal(await hasHsts(direct, "https", path, { method, headers: told }), false);
    }
  }
});
