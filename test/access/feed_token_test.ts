import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { isSecret } from "../support/is_secret.ts";
import { type Ask, type World, world, type WorldOptions } from "../support/world.ts";

const HOME = "203.0.113.7";

/** The three groups, as somebody who brings no credential but those that a test names. */
async function openTrio(options: Partial<WorldOptions> = {}) {
  const app = await world({ ...TRIO, ...options });
  const key = await app.issue("standard", "--group", "melati", "--ip", HOME);
  const feed = await app.told(["feed", "issue", key.id]) as { id: string; secret: string };
  const ask = (path: string, init: Ask = {}) => app.ask(path, { key: null, ...init });
  const status = async (path: string, init?: Ask) => (await ask(path, init)).status;
  return { app, key, feed, ask, status };
}

const FEEDS = [
  ...["theater.ics", "events.ics", "birthdays.ics", "schedule.ics", "news.atom", "news.json"],
].map((name) => `/api/melati/${name}`);
const FEED = FEEDS[0]!;

Deno.test("a feed token opens each feed of its key's groups from any address, and is told of nowhere", async () => {
  const { app, feed, ask } = await openTrio();
  await using _ = app;
  assert.ok(isSecret(feed.secret) && feed.secret.startsWith("F-"));
  for (const path of FEEDS) {
    const response = await ask(`${path}?feed=${feed.secret}`, { from: "198.51.100.200" });
    assert.equal(response.status, 200, path);
    assert.equal((await response.text()).includes(feed.secret.slice(6, 38)), false, path);
    assert.equal(response.headers.get("cache-control"), "private, max-age=3600");
    assert.equal(response.headers.get("deno-cdn-cache-control"), "no-store");
    assert.match(response.headers.get("vary")!, /Authorization/);
    assert.equal(response.headers.has("ratelimit"), false);
    const etag = response.headers.get("etag")!;
    const again = await ask(`${path}?feed=${feed.secret}`, { headers: { "if-none-match": etag } });
    assert.equal(again.status, 304, path);
    const head = await ask(`${path}?feed=${feed.secret}`, { method: "HEAD" });
    assert.deepEqual([head.status, await head.text()], [200, ""], path);
  }
  const { out } = await app.run(["feed", "list"]);
  assert.match(out, new RegExp(`${feed.id}.*live`));
  for (const text of [out, JSON.stringify(app.log.lines)]) {
    assert.equal(text.includes(feed.secret.slice(6, 38)), false);
  }
});

Deno.test("a feed token opens nothing else, and is read from ?feed= alone", async () => {
  const { app, feed: { secret }, ask } = await openTrio();
  await using _ = app;
  const json = { "content-type": "application/json" };
  const wrong: [string, Ask?][] = [
    ...["x-api-key", "api-key", "x-priority-token", "feed", "x-feed", "x-feed-token", "cookie"]
      .map((name): [string, Ask] => [FEED, {
        headers: { [name]: name === "cookie" ? `feed=${secret}` : secret },
      }]),
    [FEED, { headers: { authorization: `Bearer ${secret}` } }],
    [FEED, { headers: { authorization: `Basic ${btoa(`feed:${secret}`)}` } }],
    [FEED, { headers: { "x-admin-username": "feed", "x-admin-password": secret } }],
    ...["apikey", "priority_token", "password", "feed[]", "Feed", "token", "FEED", "feeds"]
      .map((name): [string] => [`${FEED}?${name}=${secret}`]),
    ...["feed=", `feed=${secret.slice(0, -1)}`, `feed=${secret.toLowerCase()}`, `feed=${secret}x`]
      .map((query): [string] => [`${FEED}?${query}`]),
    ...[`/${secret}`, `/feed=${secret}`, `%3Ffeed=${secret}`, `;feed=${secret}`]
      .map((end): [string] => [`${FEED}${end}`]),
    [`${FEED}?x=1#feed=${secret}`],
    [`${FEED}?feed=${secret}`, { method: "POST" }],
    [`${FEED}?feed=${secret}`, { method: "PUT" }],
    [FEED, { method: "POST", headers: json, body: JSON.stringify({ feed: secret }) }],
    [FEED, { method: "POST", headers: json, body: JSON.stringify({ apikey: secret }) }],
    ...["members", "theater", "news", "events", "releases", "schedule", "birthdays", "live"]
      .map((name): [string] => [`/api/melati/${name}?feed=${secret}`]),
    [`/api/melati/live/stream?feed=${secret}`, { headers: { upgrade: "websocket" } }],
    ...["kembang", "hikari"].map((group): [string] => [`/api/${group}/theater.ics?feed=${secret}`]),
    ...["birthdays", "birthdays/today", "key", "key/feeds"]
      .map((name): [string] => [`/v1/${name}?feed=${secret}`]),
    [`/v1/key/feeds?feed=${secret}`, { method: "POST" }],
    ...["keys", "feeds", "status"].map((name): [string] => [`/api/admin/${name}?feed=${secret}`]),
  ];
  for (const [path, init = {}] of wrong) {
    const { status } = await ask(path, init);
    const what = `${JSON.stringify(init)} ${path.replaceAll(secret, "…")}`;
    assert.ok([400, 403, 404, 405].includes(status), `${status} ${what}`);
  }
  assert.equal(JSON.stringify(app.log.lines).includes(secret.slice(6, 38)), false);
});

Deno.test("two different feed tokens are malformed, the same one twice is not", async () => {
  const { app, feed: { secret }, status } = await openTrio();
  await using _ = app;
  assert.equal(await status(`${FEED}?feed=${secret}&feed=${secret}`), 200);
  assert.equal(await status(`${FEED}?feed=&feed=${secret}`), 200);
  assert.equal(await status(`${FEED}?feed=${secret}&feed=${secret}x`), 400);
  assert.equal(await status(`/api/melati/members?feed=a&feed=b`), 403, "elsewhere it is nothing");
});

Deno.test("a bad feed token beside a good credential does no harm, and a good one costs the key nothing", async () => {
  const quota = { requests: 2, per: "day", timezone: "UTC" } as const;
  const { app, key, feed, status } = await openTrio({
    plans: { standard: { rate: "unlimited", quota } },
  });
  await using _ = app;
  const own = { key: key.secret, from: HOME };
  assert.equal(await status(`${FEED}?feed=F-osb_nobody`, own), 200);
  assert.equal(await status(FEED, { ...own, from: "198.51.100.1" }), 403, "whitelist");
  for (let n = 0; n < 5; n++) assert.equal(await status(`${FEED}?feed=${feed.secret}`, own), 200);
  assert.equal(await status(FEED, own), 200);
  assert.equal(await status(FEED, own), 403, "the key is used up");
  assert.equal(await status(`${FEED}?feed=${feed.secret}`), 200, "its feeds are not");
});

Deno.test("the use of a priority token on a feed is on record, also beside a feed token", async () => {
  const { app, feed, status } = await openTrio();
  await using _ = app;
  const { id, secret } = await app.issueToken();
  assert.equal(await app.until(status(`${FEED}?feed=${feed.secret}`, { token: secret })), 200);
  const [use] = await app.told(["audit", "tail", "--kind", "use"]);
  assert.deepEqual([use.token_id, use.endpoint], [id, FEED]);
});

Deno.test("a feed token makes 20 requests at once and one a second, and is told when to come back", async () => {
  const { app, key, feed, ask, status } = await openTrio();
  await using _ = app;
  const path = `${FEED}?feed=${feed.secret}`;
  for (let n = 0; n < 20; n++) assert.equal(await status(path), 200, `${n}`);
  const refused = await ask(path);
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "1"]);
  assert.equal((await refused.json()).type, "RATE_LIMITED");
  const other = await app.told(["feed", "issue", key.id]);
  assert.equal(await status(`${FEED}?feed=${other.secret}`), 200, "another token");
  app.at(app.clock.now() + 1000);
  assert.deepEqual([await status(path), await status(path)], [200, 429]);
});

Deno.test("a feed token ends in every process with its key, its secret, or a command", async () => {
  const ends: [string, (app: World, key: string, feed: string) => Promise<unknown>][] = [
    ["revoked", (app, key) => app.run(["key", "revoke", key])],
    ["rotated", (app, key) => app.run(["key", "rotate", key, "--now"])],
    ["expired", (app, key) => app.run(["key", "extend", key, "2026-07-04T10:00:00Z"])],
    ["ended itself", (app, _, feed) => app.run(["feed", "revoke", feed])],
  ];
  const { app, status } = await openTrio();
  await using _ = app;
  await using other = await app.beside();
  for (const [what, end] of ends) {
    const { id } = await app.issue("standard");
    const feed = await app.told(["feed", "issue", id]);
    const path = `${FEED}?feed=${feed.secret}`;
    await app.pass(3_000);
    const there = async () => (await other.ask(path, { key: null })).status;
    assert.deepEqual([await status(path), await there()], [200, 200], what);
    await end(app, id, feed.id);
    await app.pass(3_000);
    assert.deepEqual([await status(path), await there()], [403, 403], what);
  }
});

Deno.test("a key makes and ends feed tokens itself, 20 at most, also where several are asked for at once", async () => {
  await using app = await world({ ...TRIO, env: { ADMIN_API: "on" } });
  await using other = await app.beside();
  const { id: keyId, secret: key } = await app.issue("standard");
  await app.addAdmin("root", "correct horse");
  const made = await app.ask("/v1/key/feeds", { key, method: "POST" });
  const own = await made.json();
  assert.deepEqual(Object.keys(own), ["id", "secret", "url"]);
  assert.ok(own.url.endsWith(`/api/hikari/theater.ics?feed=${own.secret}`), own.url);
  assert.equal((await app.ask(own.url.replace(/^\w+:..[^/]+/, ""), { key: null })).status, 200);
  await app.pass(3_000);
  const { total, data: [item] } = await other.json("/v1/key/feeds", { key });
  assert.deepEqual([total, item.id, item.hint], [1, own.id, `F-…${own.secret.slice(-4)}`]);
  const ended = await app.ask(`/v1/key/feeds/${own.id}`, { key, method: "DELETE" });
  assert.deepEqual(await ended.json(), { id: own.id });
  assert.equal((await app.ask(`${FEED}?feed=${own.secret}`, { key: null })).status, 403);

  const byHttp = await app.ask("/api/admin/feeds", {
    ...{ key: null, method: "POST", headers: { username: "root", password: "correct horse" } },
    body: JSON.stringify({ key: keyId }),
  });
  const { id, secret } = await byHttp.json();
  await app.run(["key", "rotate", keyId]);
  assert.equal((await app.ask(`${FEED}?feed=${secret}`, { key: null })).status, 200, "a rotation");
  assert.equal((await app.told(["feed", "list", "--key", keyId]))[0].id, id);

  const { id: full, secret: ofFull } = await app.issue("standard");
  for (let n = 1; n < 20; n++) await app.told(["feed", "issue", full]);
  await app.pass(3_000);
  const racing = await Promise.all(
    [app, other, app, other].map((one) =>
      one.ask("/v1/key/feeds", { key: ofFull, method: "POST" })
    ),
  );
  assert.deepEqual(racing.map(({ status }) => status).sort(), [200, 409, 409, 409]);
  const [refused] = racing.filter(({ status }) => status === 409);
  assert.equal((await refused!.json()).type, "LIMIT_REACHED");
  assert.match((await app.run(["feed", "issue", full])).err, /20 already/);
  assert.match((await app.run(["feed", "revoke", own.id])).err, /"feed list"/);
});
