import { PERILOUS, REPOSITORY, TRIO } from "../../support/contents.ts";
import { type Ask, type World, world, type WorldOptions } from "../../support/world.ts";
import { DOMParser, type Element } from "@xmldom/xmldom";
import assert from "node:assert/strict";

const ATOM = "http://www.w3.org/2005/Atom";

/** RFC 3339, as RFC 4287 (3.3) and JSON Feed take it. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/;

/** What these tests read of an article. */
interface Article {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly content: string;
  readonly published_at: string;
  readonly url: string;
}

for (const [where, options] of Object.entries({ REPOSITORY, PERILOUS })) {
  Deno.test(`Atom and JSON Feed tell the newest articles, whole and in order: ${where}`, async () => {
    await using app = await world(options);
    for (const { slug } of app.index.groups) {
      const articles = await articlesOf(app, slug);
      await assertAtom(app, slug, articles);
      await assertJsonFeed(app, slug, articles);
    }
  });
}

Deno.test("a feed holds the 100 newest articles, and whatever signs their titles have", async () => {
  const title = `<b>Malam & \\"siang\\"</b> ]]> 月🎂 \\u0001\\uFFFE end`;
  const file = (n: number) => {
    const day = new Date(Date.UTC(2025, 0, n)).toISOString().slice(0, 10);
    return `---\ntitle: "${title} ${n}"\ndate: ${day}\n---\n\nHalo & <b>${n}</b>.\n`;
  };
  const files = Array.from({ length: 103 }, (_, n) => [`groupa/news/n-${n}.md`, file(n + 1)]);
  const content = { "groupa/news/2026-01-03-jadwal.md": null, ...Object.fromEntries(files) };
  await using app = await world({ content, now: "2026-07-04T00:00:00Z" });
  const articles = (await articlesOf(app, "groupa")).slice(0, 100);
  assert.match(articles[0]!.title, /^<b>Malam & "siang"<\/b> ]]> 月🎂 .* 103$/);
  await assertAtom(app, "groupa", articles);
  await assertJsonFeed(app, "groupa", articles);
});

async function articlesOf(app: World, group: string): Promise<Article[]> {
  const list = await app.json(`/api/${group}/news`);
  const ids: { id: string }[] = Array.isArray(list) ? list : list.data;
  return await Promise.all(ids.map(async ({ id }) => {
    const one = await app.json(`/api/${group}/news/${encodeURIComponent(id)}`);
    return one.data?.[0] ?? one;
  }));
}

/** RFC 4287, 4.1: what a feed and an entry must have. */
async function assertAtom(app: World, group: string, articles: readonly Article[]) {
  const response = await app.ask(`/api/${group}/news.atom`);
  assert.equal(response.headers.get("content-type"), "application/atom+xml");
  const feed = parseXml(await response.text());
  assert.deepEqual([feed.namespaceURI, feed.localName], [ATOM, "feed"]);
  for (const name of ["id", "title", "updated"]) assert.notEqual(only(feed, name), "", name);
  const base = app.index.site.base_url;
  const hasPages = app.index.groups.find(({ slug }) => slug === group)!.public === "site";
  assert.equal(linkOf(feed, "self"), `${base}/api/${group}/news.atom`);
  assert.match(only(feed, "updated"), TIMESTAMP);
  const entries = childrenOf(feed, "entry");
  assert.deepEqual(entries.map((entry) => only(entry, "title")), articles.map(titleInXml));
  const ids = entries.map((entry) => only(entry, "id"));
  assert.equal(new Set(ids).size, ids.length);
  entries.forEach((entry, place) => {
    const { content, published_at, url, slug } = articles[place]!;
    const page = hasPages ? `${base}/groups/${group}/news/${slug}` : undefined;
    assert.match(only(entry, "id"), new RegExp(`^tag:[^,]+,2026:${group}/news/.`));
    assert.equal(only(entry, "content"), content);
    assert.equal(only(entry, "published"), published_at);
    assert.match(only(entry, "updated"), TIMESTAMP);
    assert.equal(linkOf(entry, "alternate"), URL.canParse(url) ? url : page);
  });
}

/** jsonfeed.org, version 1.1: what a feed and an item must have. */
async function assertJsonFeed(app: World, group: string, articles: readonly Article[]) {
  const response = await app.ask(`/api/${group}/news.json`);
  assert.equal(response.headers.get("content-type"), "application/feed+json");
  const feed = await response.json();
  assert.equal(feed.version, "https://jsonfeed.org/version/1.1");
  assert.equal(typeof feed.title, "string");
  assert.equal(feed.feed_url, `${app.index.site.base_url}/api/${group}/news.json`);
  assert.deepEqual(
    feed.items.map((item: Record<string, unknown>) => [item.title, item.content_html]),
    articles.map(({ title, content }) => [title, content]),
  );
  const ids = feed.items.map(({ id }: { id: string }) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const { id, date_published, date_modified, url, image } of feed.items) {
    assert.equal(typeof id, "string");
    assert.match(date_published, TIMESTAMP);
    assert.match(date_modified, TIMESTAMP);
    for (const address of [url, image]) assert.ok(address === undefined || URL.canParse(address));
  }
}

/** @throws where it is not well-formed: the parser tells of every fault. */
function parseXml(text: string): Element {
  const parser = new DOMParser({
    onError: (level, message) => {
      throw new SyntaxError(`${level}: ${message}`);
    },
  });
  return parser.parseFromString(text, "application/xml").documentElement!;
}

function childrenOf(element: Element, name: string): Element[] {
  return Array.from(element.childNodes).filter((node): node is Element => node.nodeName === name);
}

/** The text of the one child of this name. */
function only(element: Element, name: string): string {
  const found = childrenOf(element, name);
  assert.equal(found.length, 1, name);
  return found[0]!.textContent ?? "";
}

function linkOf(element: Element, relation: string): string | undefined {
  return childrenOf(element, "link").find((link) => link.getAttribute("rel") === relation)
    ?.getAttribute("href") ?? undefined;
}

/** XML cannot hold every character that a title can (XML 1.0, 2.2). */
function titleInXml({ title }: Article): string {
  // deno-lint-ignore no-control-regex
  return title.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "");
}

const HOME = "203.0.113.7";

/** The three groups, as somebody who brings no credential but those that a test names. */
async function openTrio(options: Partial<WorldOptions> = {}) {
  const app = await world({ ...TRIO, ...options });
  const key = await app.issue("standard", "--group", "melati", "--ip", HOME);
  const feed = await app.told(["key", "feed", key.id]) as { secret: string; url: string };
  const ask = (path: string, init: Ask = {}) => app.ask(path, { key: null, ...init });
  const status = async (path: string, init?: Ask) => (await ask(path, init)).status;
  return { app, key, feed, ask, status };
}

const FEEDS = [
  ...["theater.ics", "events.ics", "birthdays.ics", "schedule.ics", "news.atom", "news.json"],
].map((name) => `/api/melati/${name}`);

const FEED = FEEDS[0]!;

/** The part of a token that nobody else could make. */
function macOf({ secret }: { secret: string }): string {
  return secret.split(".")[2]!;
}

Deno.test("a feed token opens each feed of its key's groups from any address, and is told of nowhere", async () => {
  const { app, key, feed, ask } = await openTrio({ faulty: true });
  await using _ = app;
  assert.match(feed.secret, new RegExp(`^F-osb_${key.id}\\.0\\.[\\w-]{22,}$`));
  for (const path of FEEDS) {
    const response = await ask(`${path}?feed=${feed.secret}`, { from: "198.51.100.200" });
    assert.equal(response.status, 200, path);
    assert.equal((await response.text()).includes(macOf(feed)), false, path);
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
  const stored = JSON.stringify(await app.kv.list([]));
  for (const text of [stored, JSON.stringify(app.log.lines)]) {
    assert.equal(text.includes(macOf(feed)), false);
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
    [`${FEED}?feed=${secret}&feed=${secret}x`],
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
  assert.equal(JSON.stringify(app.log.lines).includes(macOf({ secret })), false);
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

Deno.test("a feed token makes 20 requests at once and one a second, and is told when to come back", async () => {
  const { app, feed, ask, status } = await openTrio();
  await using _ = app;
  const path = `${FEED}?feed=${feed.secret}`;
  for (let n = 0; n < 20; n++) assert.equal(await status(path), 200, `${n}`);
  const refused = await ask(path);
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "1"]);
  assert.equal((await refused.json()).type, "RATE_LIMITED");
  const other = await app.told(["key", "feed", (await app.issue("standard")).id]);
  assert.equal(await status(`${FEED}?feed=${other.secret}`), 200, "of another key");
  app.at(app.clock.now() + 1000);
  assert.deepEqual([await status(path), await status(path)], [200, 429]);
});

Deno.test("a token that says another key, generation or MAC opens nothing", async () => {
  const { app, feed, status } = await openTrio();
  await using _ = app;
  const other = await app.issue("standard");
  const [claim, generation, mac = ""] = feed.secret.split(".");
  const forged = [
    `F-osb_${other.id}.${generation}.${mac}`,
    `${claim}.1.${mac}`,
    `${claim}.00.${mac}`,
    `${claim}.${generation}.${mac[0] === "A" ? "B" : "A"}${mac.slice(1)}`,
    `${claim}.${generation}.`,
    `${claim}.${generation}.${mac}${"A".repeat(4_000)}`,
  ];
  for (const secret of forged) {
    assert.equal(await status(`${FEED}?feed=${secret}`), 403, secret.slice(0, 80));
  }
});

Deno.test("what a key may read is looked up each time", async () => {
  const { app, key, feed, status } = await openTrio({ faulty: true });
  await using _ = app;
  const hikari = `/api/hikari/theater.ics?feed=${feed.secret}`;
  assert.deepEqual([await status(hikari), await status(`${FEED}?feed=${feed.secret}`)], [403, 200]);
  const { value } = await app.kv.get<object>(["key", key.id]);
  await app.kv.commit([], [
    { set: ["key", key.id], value: { ...value, groups: ["hikari"] } },
    { set: ["revision", "key"], value: key.id },
  ]);
  await app.pass(3_000);
  assert.deepEqual([await status(hikari), await status(`${FEED}?feed=${feed.secret}`)], [200, 403]);
});

Deno.test("a feed token ends in every process with its key, its secret, or its owner's word", async () => {
  type End = (app: World, key: { id: string; secret: string }) => Promise<unknown>;
  const ends: [string, End][] = [
    ["revoked", (app, { id }) => app.run(["key", "revoke", id])],
    ["rotated", (app, { id }) => app.run(["key", "rotate", id, "--now"])],
    ["expired", (app, { id }) => app.run(["key", "extend", id, "2026-07-04T10:00:00Z"])],
    ["ended", (app, { secret }) => app.ask("/v1/key/feeds", { key: secret, method: "DELETE" })],
  ];
  const { app, status } = await openTrio();
  await using _ = app;
  await using other = await app.beside();
  for (const [what, end] of ends) {
    const key = await app.issue("standard");
    const feed = await app.told(["key", "feed", key.id]);
    const path = `${FEED}?feed=${feed.secret}`;
    await app.pass(3_000);
    const there = async () => (await other.ask(path, { key: null })).status;
    assert.deepEqual([await status(path), await there()], [200, 200], what);
    await end(app, key);
    await app.pass(3_000);
    assert.deepEqual([await status(path), await there()], [403, 403], what);
  }
  const revoked = await app.issue("standard");
  await app.run(["key", "revoke", revoked.id]);
  assert.match((await app.run(["key", "feed", revoked.id])).err, /it is revoked/);
  assert.match((await app.run(["key", "feed", "k_nobody000000"])).err, /"key list"/);
});

Deno.test("a key makes its feed token itself, and ends all it gave away", async () => {
  await using app = await world({ ...TRIO, env: { ADMIN_API: "on" } });
  await using other = await app.beside();
  const { id, secret: key } = await app.issue("standard");
  await app.addAdmin("root", "correct horse");
  const status = async (feed: string, at = app) =>
    (await at.ask(`${FEED}?feed=${feed}`, { key: null })).status;
  const make = async () => await (await app.ask("/v1/key/feeds", { key, method: "POST" })).json();
  const own = await make();
  assert.deepEqual(Object.keys(own), ["secret", "url"]);
  assert.ok(own.url.endsWith(`/api/hikari/theater.ics?feed=${own.secret}`), own.url);
  assert.equal((await app.ask(own.url.replace(/^\w+:..[^/]+/, ""), { key: null })).status, 200);
  assert.deepEqual(await make(), own, "there is nothing else to make");
  await app.run(["key", "rotate", id]);
  assert.equal(await status(own.secret), 200, "a rotation");

  const byHttp = await app.ask(`/api/admin/keys/${id}/feed`, {
    ...{ key: null, method: "POST", headers: { username: "root", password: "correct horse" } },
  });
  assert.equal((await byHttp.json()).secret, own.secret);

  const ended = await app.ask("/v1/key/feeds", { key, method: "DELETE" });
  assert.deepEqual([ended.status, await ended.json()], [200, { id }]);
  assert.equal(await status(own.secret), 403);
  const next = await make();
  assert.notEqual(next.secret, own.secret);
  await app.pass(3_000);
  assert.deepEqual([await status(next.secret), await status(own.secret, other)], [200, 403]);
  assert.deepEqual(await app.told(["key", "feed", id]).then(({ secret }) => secret), next.secret);

  const listed = await app.ask("/v1/key/feeds", { key });
  assert.deepEqual([listed.status, listed.headers.get("allow")], [405, "POST, DELETE, OPTIONS"]);
  assert.equal((await app.ask(`/v1/key/feeds/${id}`, { key, method: "DELETE" })).status, 405);
});

Deno.test("a key makes a feed token from an address of its whitelist alone, and changes them 6 times a minute", async () => {
  const { app, key, ask } = await openTrio();
  await using _ = app;
  const write = (method: string, from = HOME) =>
    ask("/v1/key/feeds", { key: key.secret, method, from });
  const elsewhere = await write("POST", "198.51.100.1");
  assert.deepEqual([elsewhere.status, (await elsewhere.json()).type], [403, "IP_NOT_WHITELISTED"]);
  for (let n = 0; n < 6; n++) assert.equal((await write(n % 2 ? "DELETE" : "POST")).status, 200);
  for (const method of ["POST", "DELETE"]) {
    const refused = await write(method);
    assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "10"]);
  }
  app.at(app.clock.now() + 10_000);
  assert.equal((await write("POST")).status, 200);
});
