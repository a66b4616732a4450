import assert from "node:assert/strict";
import { LATER, REPOSITORY, TRIO } from "../support/contents.ts";
import { cp } from "node:fs/promises";
import { temporaryFolder } from "../support/temporary.ts";
import { world } from "../support/world.ts";

Deno.test("/healthz says ok and the build, to everybody", async () => {
  await using app = await world(TRIO);
  const answer = await app.json("/healthz", { key: null });
  assert.deepEqual(answer, { status: "ok", build: app.index.build });
});

Deno.test("/readyz is 503 while draining, not while the store is away", async () => {
  await using app = await world({ ...TRIO, faulty: true, outage: true });
  const { build } = app.index;
  assert.deepEqual(await app.json("/readyz", { key: null }), { status: "ok", store: "ok", build });

  app.kv.outOfReach = true;
  await app.pass(60_000);
  assert.deepEqual(await app.json("/readyz", { key: null }), {
    status: "ok",
    store: "down",
    build,
  });
  app.kv.outOfReach = false;
  await app.pass(60_000);
  app.drain();
  const draining = await app.ask("/readyz", { key: null });
  assert.equal(draining.status, 503);
  assert.deepEqual(await draining.json(), { status: "draining", store: "ok", build });
});

Deno.test("/readyz is 503 until a process that starts knows who may call", async () => {
  await using app = await world({ ...TRIO, faulty: "away", outage: true });
  const { build } = app.index;
  const loading = await app.ask("/readyz", { key: null });
  assert.equal(loading.status, 503);
  assert.deepEqual(await loading.json(), { status: "loading", store: "down", build });
  app.kv.outOfReach = false;
  await app.pass(60_000);
  assert.deepEqual(await app.json("/readyz", { key: null }), { status: "ok", store: "ok", build });
});

Deno.test("/status tells the program's state, to everybody, in the contract's order", async () => {
  await using app = await world(TRIO);
  const answer = await app.json("/status", { key: null });
  assert.equal(
    Object.keys(answer).join(" "),
    "build started_at content sources store audit deno",
  );
  assert.equal(answer.build, app.index.build);
  assert.equal(answer.started_at, "2026-07-04T10:00:00.000Z");
  assert.deepEqual(answer.store, { state: "ok", engine: "file" });
  assert.deepEqual(Object.keys(answer.audit), ["backlog"]);
  assert.ok(Array.isArray(answer.sources));
});

Deno.test("/status counts the content of each group", async () => {
  await using app = await world(TRIO);
  const { content } = await app.json("/status");
  assert.deepEqual(Object.keys(content), ["hikari", "kembang", "melati"]);
  assert.deepEqual(content.kembang, {
    members: 8,
    shows: 16,
    news: 6,
    events: 5,
    schedule: 21,
    releases: 0,
    videocalls: 2,
  });
});

Deno.test("the repository serves its two groups, and nothing of them without a key", async () => {
  await using app = await world(REPOSITORY);
  const { content } = await app.json("/status");
  assert.deepEqual(Object.keys(content), ["groupa", "groupb"]);
  for (const path of ["/api/groupa/members", "/api/groupb/members", "/v1/birthdays/today"]) {
    assert.equal((await app.ask(path, { key: null })).status, 403);
    assert.equal((await app.ask(path)).status, 200);
  }
});

Deno.test("new content is served from the next request on, cached answers are not", async () => {
  await using app = await world(TRIO);
  const path = "/v1/birthdays/upcoming?days=366";
  const before = await app.ask(path);
  const build = app.index.build;
  await app.swap(LATER.content);
  assert.notEqual((await app.json("/healthz")).build, build);
  assert.equal((await app.ask("/api/kembang/members")).status, 404);
  const after = await app.ask(path, { headers: { "if-none-match": before.headers.get("etag")! } });
  assert.equal(after.status, 200);
  const groups = new Set((await after.json()).data.map(({ group }: { group: string }) => group));
  assert.deepEqual(groups, new Set(["nanti", "kelak"]));
});

Deno.test("the front page shows the public group and no other, to everybody", async () => {
  await using app = await world(REPOSITORY);
  const answer = await app.ask("/", { key: null });
  const page = await answer.text();
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
  assert.equal(answer.headers.get("cache-control"), "public, max-age=30");
  assert.equal(answer.headers.get("vary"), "Accept-Encoding");
  assert.match(answer.headers.get("content-security-policy")!, /default-src 'none'/);
  const [shown, hidden] = app.index.groups;
  assert.ok(page.includes(shown!.name), "groupa says public: site");
  assert.ok(!page.includes(hidden!.name), "groupb is for callers alone");
  assert.match(page, /deno task dev -- --demo-live/);
  assert.ok(page.length < 50_000);
});

Deno.test("without a public group the front page speaks to visitors, and of no list that is not there", async () => {
  await using app = await world(TRIO);
  const page = await (await app.ask("/", { key: null })).text();
  assert.match(page, /is read with a key: who is on air/);
  assert.match(page, /Every list is JSON, with a key/);
  assert.doesNotMatch(page, /group\.yaml|list above/);
  for (const { name } of app.index.groups) assert.ok(!page.includes(name), name);
});

Deno.test("the front page asks no other host for anything but pictures", async () => {
  await using app = await world(REPOSITORY);
  const page = await (await app.ask("/", { key: null })).text();
  const loaded = page.matchAll(
    /<(script|link(?! rel="canonical")|iframe|object|embed|style)[^>]*?(?:src|href)="([^"]*)"/g,
  );
  for (const [tag, , address] of loaded) assert.ok(address!.startsWith("/"), tag);
  assert.ok(!/<style|<script>|\son\w+=/.test(page), "nothing inline");
});

Deno.test("the front page takes GET and HEAD alone, and says so", async () => {
  await using app = await world(TRIO);
  const answer = await app.ask("/", { key: null, method: "POST" });
  assert.equal(answer.status, 405);
  assert.equal(answer.headers.get("allow"), "GET, HEAD, OPTIONS");
});

const PATH = "/api/melati/theater.ics";

/** The three groups, of which the wrapped one and the bare one show their feeds to everybody. */
async function openPublic(level: "page" | "feeds" = "feeds") {
  const folder = await temporaryFolder();
  const content = `${folder.path}/content`;
  await cp("test/fixtures/trio", content, { recursive: true });
  for (const group of ["melati", "kembang"]) {
    const file = `${content}/${group}/group.yaml`;
    await Deno.writeTextFile(file, `${await Deno.readTextFile(file)}\npublic: ${level}\n`);
  }
  const app = await world({ ...TRIO, content });
  return {
    app,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

Deno.test("feeds of a public group open without a credential, for shared caches too, and nothing else does", async () => {
  await using at = await openPublic();
  const { app } = at;
  const feeds = [
    ...["theater.ics", "events.ics", "birthdays.ics", "birthdays.ics?status=graduated"],
    ...["schedule.ics", "news.atom", "news.json"],
  ];
  for (const group of ["melati", "kembang"]) {
    for (const feed of feeds) {
      const path = `/api/${group}/${feed}`;
      const open = await app.ask(path, { key: null });
      assert.equal(open.status, 200, path);
      assert.equal(open.headers.get("cache-control"), "public, max-age=300");
      assert.match(open.headers.get("vary")!, /Authorization, x-priority-token/);
      assert.equal(open.headers.has("deno-cdn-cache-control"), false);
      assert.equal(open.headers.has("ratelimit"), false);
      const etag = open.headers.get("etag")!;
      const again = await app.ask(path, { key: null, headers: { "if-none-match": etag } });
      assert.deepEqual([again.status, again.headers.get("cache-control")], [
        304,
        "public, max-age=300",
      ]);
      const withKey = await app.ask(path);
      assert.equal(await withKey.text(), await open.text());
      assert.equal(withKey.headers.get("cache-control"), "private, max-age=3600");
      assert.equal(withKey.headers.get("deno-cdn-cache-control"), "no-store");
    }
    const closed = await app.ask(`/api/${group}/members`, { key: null });
    assert.equal(closed.status, 403);
  }
  const others = app.index.groups.map(({ slug }) => slug)
    .filter((slug) => slug !== "melati" && slug !== "kembang");
  assert.ok(others.length > 0);
  for (const group of others) {
    assert.equal((await app.ask(`/api/${group}/theater.ics`, { key: null })).status, 403, group);
  }
});

Deno.test("a credential on a public feed has to be good, and is used as anywhere", async () => {
  await using at = await openPublic();
  const { app } = at;
  const { id } = await app.issue("standard", "--group", "kembang");
  const feed = await app.told(["key", "feed", id]);
  const status = async (path: string, headers: HeadersInit = {}) =>
    (await app.ask(path, { key: null, headers })).status;
  assert.equal(await status(PATH, { "x-api-key": "J-osb_nobody" }), 403);
  assert.equal(await status(PATH, { authorization: "Bearer J-osb_nobody" }), 403);
  assert.equal(await status(PATH, { "x-priority-token": "P-osb_nobody" }), 403);
  assert.equal(await status(PATH, { username: "root", password: "wrong" }), 403);
  assert.equal(await status(`${PATH}?feed=F-osb_nobody`), 403);
  assert.equal(await status(`${PATH}?feed=${feed.secret}`), 403, "a feed token of another group");
  assert.equal(await status(`/api/kembang/theater.ics?feed=${feed.secret}`), 200);
  assert.equal(await status(`${PATH}?feed=`), 200, "an empty one is none");
});

Deno.test("the front page shows how to subscribe to a public group, and elsewhere how one gets an address", async () => {
  await using at = await openPublic();
  const page = await (await at.app.ask("/", { key: null })).text();
  const { hostname } = new URL(at.app.index.site.base_url);
  assert.match(page, /<h3>Subscribe<\/h3>/);
  const path = `${hostname}/api/melati/schedule.ics`;
  for (
    const link of [
      `href="webcal://${path}"`,
      `href="https://calendar.google.com/calendar/r?cid=webcal://${path}"`,
      `href="https://outlook.live.com/calendar/0/addfromweb?url=https://${path}"`,
      `>https://${path}</code>`,
      `href="/docs/calendars"`,
      `href="webcal://${hostname}/api/kembang/schedule.ics"`,
      `href="https://${hostname}/api/kembang/news.atom"`,
    ]
  ) assert.ok(page.includes(link), link);

  await using closed = await openPublic("page");
  const other = await (await closed.app.ask("/", { key: null })).text();
  assert.ok(other.includes('href="/docs/calendars"'));
  assert.doesNotMatch(other, /webcal:|<h3>Subscribe/);
});

const README = Deno.readTextFileSync(new URL("../../README.md", import.meta.url));

Deno.test("what README tells newcomers to ask is answered as it says, with a key and with a wrong one", async () => {
  const [, first = ""] = /^## Ask it$([^]*?)^## /m.exec(README) ?? [];
  const path = /127\.0\.0\.1:8000(\/[^?']+)\?apikey=/.exec(first)![1]!;
  const [, answer = ""] = /```json\n([^]*?)```/.exec(first) ?? [];
  const [, refusal = ""] = /`(\{"status":false[^`]*)`/.exec(first) ?? [];
  await using app = await world({ content: "content", now: "2026-11-22T05:00:00Z" });
  // What stands for the rest of a member is left out.
  const { data: [{ "…": _, ...shown }], ...around } = JSON.parse(answer);
  const { data: [member, ...others], ...answered } = await app.json(path);
  assert.deepEqual([answered, others], [around, []]);
  assert.ok(Object.keys(shown).length >= 3);
  for (const [name, value] of Object.entries(shown)) assert.deepEqual(member[name], value, name);
  const refused = await app.ask(path, { key: "J-osb_wrong" });
  assert.equal(refused.status, 403);
  assert.equal(await refused.text(), refusal);
});
