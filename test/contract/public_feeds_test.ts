import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { TRIO } from "../support/contents.ts";
import { issueFeedToken, issueKey } from "../support/issue.ts";
import { createProgram } from "../support/program.ts";
import { temporaryFolder } from "../support/temporary.ts";

const PATH = "/api/melati/theater.ics";

/** The three groups, of which the wrapped one and the bare one show their feeds to everybody. */
async function openPublic() {
  const folder = await temporaryFolder();
  const content = `${folder.path}/content`;
  await cp("test/fixtures/trio", content, { recursive: true });
  for (const group of ["melati", "kembang"]) {
    const file = `${content}/${group}/group.yaml`;
    await Deno.writeTextFile(file, `${await Deno.readTextFile(file)}\npublic: feeds\n`);
  }
  const app = await createProgram({ ...TRIO, content });
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
  const others = app.catalog.groups.map(({ slug }) => slug)
    .filter((slug) => slug !== "melati" && slug !== "kembang");
  assert.ok(others.length > 0);
  for (const group of others) {
    assert.equal((await app.ask(`/api/${group}/theater.ics`, { key: null })).status, 403, group);
  }
});

Deno.test("a credential on a public feed has to be good, and is used as anywhere", async () => {
  await using at = await openPublic();
  const { app } = at;
  const { record } = await issueKey(app.stores, { groups: ["kembang"] });
  const feed = await issueFeedToken(app.stores, record);
  await app.service.access.credentials.refresh();
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

Deno.test("public feeds take 60 requests a minute from each address", async () => {
  await using at = await openPublic();
  const { app } = at;
  const ask = (from: string, path = PATH) => app.ask(path, { key: null, from });
  for (let n = 0; n < 60; n++) {
    const path = n % 2 === 0 ? PATH : "/api/kembang/news.atom";
    assert.equal((await ask("203.0.113.9", path)).status, 200, `${n}`);
  }
  const refused = await ask("203.0.113.9");
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get("retry-after")) <= 60);
  assert.equal(refused.headers.get("cache-control"), "no-store");
  assert.equal((await ask("203.0.113.10")).status, 200, "another address");
  assert.equal((await app.ask(PATH, { from: "127.0.0.1" })).status, 200, "a key");
  app.at(app.clock.now() + 60_000);
  assert.equal((await ask("203.0.113.9")).status, 200);
});

Deno.test("the front page shows how to subscribe to a public group, and elsewhere how one gets an address", async () => {
  await using at = await openPublic();
  const page = await (await at.app.ask("/", { key: null })).text();
  const { hostname } = new URL(at.app.catalog.index.site.base_url);
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

  await using shipped = await createProgram({ content: "content", now: "2026-11-21T04:00:00Z" });
  const other = await (await shipped.ask("/", { key: null })).text();
  assert.ok(other.includes('href="/docs/calendars"'));
  assert.doesNotMatch(other, /webcal:|<h3>Subscribe/);
});
