import assert from "node:assert/strict";
import { listAll } from "../../src/platform/kv.ts";
import { AUDIT_CHUNKS } from "../../src/platform/store_keys.ts";
import { issueFeedToken, issueKey, issueToken, replaceSecret } from "../support/issue.ts";
import { type Ask, createProgram, type Program, type ProgramOptions } from "../support/program.ts";
import { TRIO } from "../support/contents.ts";

/** The three groups, as somebody who brings no credential but those that a test names. */
async function openTrio(options: Partial<ProgramOptions> = {}) {
  const app = await createProgram({ ...TRIO, ...options });
  const issued = await issueKey(app.stores, { groups: ["melati"], ips: ["203.0.113.7"] });
  const feed = await issueFeedToken(app.stores, issued.record);
  await app.service.access.credentials.refresh();
  const ask = (path: string, init: Ask = {}) => app.ask(path, { key: null, ...init });
  const status = async (path: string, init?: Ask) => (await ask(path, init)).status;
  return { app, key: issued, feed, ask, status };
}

const FEEDS = [
  ...["theater.ics", "events.ics", "birthdays.ics", "schedule.ics", "news.atom", "news.json"],
].map((name) => `/api/melati/${name}`);

Deno.test("a feed token opens each feed of its key's groups from any address, and is told of nowhere", async () => {
  const { app, feed, ask } = await openTrio();
  await using _ = app;
  for (const path of FEEDS) {
    const response = await ask(`${path}?feed=${feed.secret}`, { from: "198.51.100.200" });
    assert.equal(response.status, 200, path);
    assert.equal((await response.text()).includes(feed.secret.slice(6, 38)), false, path);
    assert.equal(JSON.stringify([...response.headers]).includes(feed.secret.slice(6, 38)), false);
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
  assert.equal(JSON.stringify(app.log.lines).includes(feed.secret.slice(6, 38)), false);
});

Deno.test("a feed token opens nothing else, and is read from ?feed= alone", async () => {
  const { app, feed: { secret }, ask } = await openTrio();
  await using _ = app;
  const feed = FEEDS[0]!;
  const json = { "content-type": "application/json" };
  const wrong: [string, Ask?][] = [
    ...["x-api-key", "api-key", "x-priority-token", "feed", "x-feed", "x-feed-token", "cookie"]
      .map((name): [string, Ask] => [feed, {
        headers: { [name]: name === "cookie" ? `feed=${secret}` : secret },
      }]),
    [feed, { headers: { authorization: `Bearer ${secret}` } }],
    [feed, { headers: { authorization: `Basic ${btoa(`feed:${secret}`)}` } }],
    [feed, { headers: { "x-admin-username": "feed", "x-admin-password": secret } }],
    ...["apikey", "priority_token", "password", "feed[]", "Feed", "token", "FEED", "feeds"]
      .map((name): [string] => [`${feed}?${name}=${secret}`]),
    [`${feed}?feed=`],
    [`${feed}?feed=${secret.slice(0, -1)}`],
    [`${feed}?feed=${secret.toLowerCase()}`],
    [`${feed}?feed=${secret}x`],
    [`${feed}/${secret}`],
    [`${feed}/feed=${secret}`],
    [`${feed}%3Ffeed=${secret}`],
    [`${feed};feed=${secret}`],
    [`${feed}?x=1#feed=${secret}`],
    [`${feed}?feed=${secret}`, { method: "POST" }],
    [`${feed}?feed=${secret}`, { method: "PUT" }],
    [feed, { method: "POST", headers: json, body: JSON.stringify({ feed: secret }) }],
    [feed, { method: "POST", headers: json, body: JSON.stringify({ apikey: secret }) }],
    ...["members", "theater", "news", "events", "releases", "schedule", "birthdays", "live"]
      .map((name): [string] => [`/api/melati/${name}?feed=${secret}`]),
    [`/api/melati/live/stream?feed=${secret}`, { headers: { upgrade: "websocket" } }],
    ...["kembang", "anggrek"].map((
      group,
    ): [string] => [`/api/${group}/theater.ics?feed=${secret}`]),
    ...["birthdays", "birthdays/today", "key", "key/feeds"]
      .map((name): [string] => [`/v1/${name}?feed=${secret}`]),
    [`/v1/key/feeds?feed=${secret}`, { method: "POST" }],
    ...["keys", "feeds", "status"].map((name): [string] => [`/api/admin/${name}?feed=${secret}`]),
  ];
  assert.ok(wrong.length > 45);
  for (const [path, init = {}] of wrong) {
    const response = await ask(path, init);
    const what = `${JSON.stringify(init)} ${path.replaceAll(secret, "…")}`;
    assert.ok([400, 403, 404, 405].includes(response.status), `${response.status} ${what}`);
    const told = JSON.stringify([...response.headers]) + await response.text();
    assert.equal(told.includes(secret.slice(6, 38)), false, what);
  }
  assert.equal(JSON.stringify(app.log.lines).includes(secret.slice(6, 38)), false);
});

Deno.test("two different feed tokens are malformed, the same one twice is not", async () => {
  const { app, feed: { secret }, status } = await openTrio();
  await using _ = app;
  const path = FEEDS[0]!;
  assert.equal(await status(`${path}?feed=${secret}&feed=${secret}`), 200);
  assert.equal(await status(`${path}?feed=&feed=${secret}`), 200);
  assert.equal(await status(`${path}?feed=${secret}&feed=${secret}x`), 400);
  assert.equal(await status(`/api/melati/members?feed=a&feed=b`), 403, "elsewhere it is nothing");
});

Deno.test("a bad feed token beside a good credential does no harm, and a good one costs the key nothing", async () => {
  const plans = {
    standard: { rate: "unlimited", quota: { requests: 2, per: "day", timezone: "UTC" } },
  } as const;
  const { app, key, feed, status } = await openTrio({ plans });
  await using _ = app;
  const path = FEEDS[0]!;
  const home = "203.0.113.7";
  assert.equal(await status(`${path}?feed=F-osb_nobody`, { key: key.secret, from: home }), 200);
  assert.equal(await status(path, { key: key.secret, from: "198.51.100.1" }), 403, "whitelist");
  for (let n = 0; n < 5; n++) {
    assert.equal(await status(`${path}?feed=${feed.secret}`, { key: key.secret, from: home }), 200);
  }
  assert.equal(await status(path, { key: key.secret, from: home }), 200);
  assert.equal(await status(path, { key: key.secret, from: home }), 403, "the key is used up");
  assert.equal(await status(`${path}?feed=${feed.secret}`), 200, "its feeds are not");
});

Deno.test("the use of a priority token on a feed is on record, also beside a feed token", async () => {
  const { app, feed, status } = await openTrio();
  await using _ = app;
  const { secret } = await issueToken(app.stores);
  await app.service.access.credentials.refresh();
  assert.equal(await status(`${FEEDS[0]}?feed=${feed.secret}`, { token: secret }), 200);
  let text = "";
  for await (const { value } of listAll<Uint8Array>(app.kv, AUDIT_CHUNKS)) {
    text += new TextDecoder().decode(value!);
  }
  assert.match(text, /theater\.ics/);
  assert.equal(text.includes(feed.secret.slice(6, 38)), false);
});

Deno.test("a feed token makes 20 requests at once and one a second, and is told when to come back", async () => {
  const { app, key, feed, ask, status } = await openTrio();
  await using _ = app;
  const path = `${FEEDS[0]}?feed=${feed.secret}`;
  for (let n = 0; n < 20; n++) assert.equal(await status(path), 200, `${n}`);
  const refused = await ask(path);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get("retry-after"), "1");
  assert.equal((await refused.json()).type, "RATE_LIMITED");
  const other = await issueFeedToken(app.stores, key.record);
  await app.service.access.credentials.refresh();
  assert.equal(await status(`${FEEDS[0]}?feed=${other.secret}`), 200, "another token");
  app.at(app.clock.now() + 1000);
  assert.deepEqual([await status(path), await status(path)], [200, 429]);
});

Deno.test("a feed token ends with its key: revoked, expired, rotated, moved to other groups", async () => {
  const { app, status } = await openTrio();
  await using _ = app;
  const ends: [string, (app: Program, id: string) => Promise<unknown>][] = [
    [
      "revoked",
      ({ stores, clock }, id) =>
        stores.keys.update(id, (key) => ({ ...key, revokedAt: clock.now() })),
    ],
    ["rotated", ({ stores }, id) => replaceSecret(stores, id)],
    [
      "expired",
      ({ stores, clock }, id) =>
        stores.keys.update(id, (key) => ({ ...key, expiresAt: clock.now() })),
    ],
    [
      "moved",
      ({ stores }, id) => stores.keys.update(id, (key) => ({ ...key, groups: ["kembang"] })),
    ],
  ];
  for (const [what, end] of ends) {
    const { id, record } = await issueKey(app.stores);
    const { secret } = await issueFeedToken(app.stores, record);
    await app.service.access.credentials.refresh();
    assert.equal(await status(`${FEEDS[0]}?feed=${secret}`), 200, what);
    await end(app, id);
    await app.service.access.credentials.refresh();
    assert.equal(await status(`${FEEDS[0]}?feed=${secret}`), 403, what);
  }
});
