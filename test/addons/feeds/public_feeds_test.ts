import { TRIO } from "../../support/contents.ts";
import { openPublic } from "../../support/public_trio.ts";
import assert from "node:assert/strict";
import { type World, world } from "../../support/world.ts";
import { readRecords } from "../../resources/read_csv.ts";

const PATH = "/api/melati/theater.ics";

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
  const token = await app.issueToken();
  await app.run(["token", "revoke", token.id]);
  assert.equal(await status(PATH, { authorization: `Bearer ${token.secret}` }), 403);
  assert.equal(await status(PATH, { username: "root", password: "wrong" }), 403);
  assert.equal(await status(`${PATH}?feed=F-osb_nobody`), 403);
  assert.equal(await status(`${PATH}?feed=${feed.secret}`), 403, "a feed token of another group");
  assert.equal(await status(`/api/kembang/theater.ics?feed=${feed.secret}`), 200);
  assert.equal(await status(`${PATH}?feed=`), 200, "an empty one is none");
});

const NAME = "CC-BY-SA-4.0";
const ADDRESS = "https://spdx.org/licenses/CC-BY-SA-4.0.html";
const SOURCE = 'Bunga & "Kebun" <fans>';
const LINES = `licence: CC-BY-SA-4.0\nattribution: '${SOURCE}'\n`;

/** Asks a service whose `site.yaml` also has these lines. */
async function withTerms(lines: string, ask: (app: World) => Promise<void>): Promise<void> {
  const site = `title: Test\ncontact: test@oshibase.example\nbase_url: https://oshibase.example\n`;
  const content = { "site.yaml": site + lines };
  await using app = await world({ content, now: "2026-07-04T10:00:00Z" });
  await ask(app);
}

async function text(app: World, path: string): Promise<string> {
  const response = await app.ask(path);
  assert.equal(response.status, 200, path);
  return await response.text();
}

/** A calendar without the breaks of its long lines (RFC 5545, 3.1). */
async function calendar(app: World): Promise<string> {
  return (await text(app, "/api/groupa/birthdays.ics")).replaceAll("\r\n ", "");
}

Deno.test("licence and attribution are on the front page, in feeds, calendars and datasets", async () => {
  await withTerms(LINES, async (app) => {
    const page = await text(app, "/");
    assert.ok(page.includes(`<a rel="license" href="${ADDRESS}">${NAME}</a>`), page);
    assert.match(page, /Source of the data: Bunga &amp; &quot;Kebun&quot; &lt;fans&gt;</);

    const atom = await text(app, "/api/groupa/news.atom");
    const line = `Licence: ${NAME}. Attribution: ${SOURCE}`;
    const escaped = line.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    assert.ok(atom.includes(`<rights>${escaped}</rights>`), atom);
    assert.ok(atom.includes(`<link rel="license" href="${ADDRESS}"/>`), atom);

    const { _terms } = JSON.parse(await text(app, "/api/groupa/news.json"));
    assert.deepEqual(_terms, {
      licence: "CC-BY-SA-4.0",
      licence_url: ADDRESS,
      attribution: SOURCE,
    });

    const ics = await calendar(app);
    const inCalendar = line.replaceAll(",", "\\,");
    assert.ok(ics.includes(`\r\nDESCRIPTION:${inCalendar}\r\n`), ics);
    assert.ok(ics.includes(`\r\nX-WR-CALDESC:${inCalendar}\r\n`), ics);

    const [first] = (await text(app, "/v1/dataset/groupa.ndjson")).split("\n");
    assert.equal(
      first,
      JSON.stringify({ kind: "licence", licence: "CC-BY-SA-4.0", attribution: SOURCE }),
    );
    const [head, record] = readRecords(await text(app, "/v1/dataset/groupa.csv?kind=member"));
    assert.deepEqual(head!.slice(-2).map((cell) => cell.text), ["attribution", "licence"]);
    assert.deepEqual(record!.slice(-2).map((cell) => cell.text), [SOURCE, "CC-BY-SA-4.0"]);
  });
});

Deno.test("a mirror sends nobody to the original, neither by feeds nor by letters with its secrets", async () => {
  const env = { BASE_URL: "https://mirror.example" };
  await using app = await world({ ...TRIO, plan: "standard", mail: true, env });
  const feeds = ["melati/news.atom", "melati/news.json"];
  const texts = await Promise.all(feeds.map((path) => text(app, `/api/${path}`)));
  const [owner, email] = ["Sari", "sari@fans.example"];
  const plan = ["--plan", "standard", "--owner", owner, "--email", email];
  const { id } = await app.told(["key", "issue", ...plan, "--send"]);
  const [letter] = await app.mails();
  const { url } = await app.told(["key", "feed", id]);
  const { base_url } = app.index.site;
  for (const one of [...texts, letter!.text, url]) {
    assert.ok(one.includes("https://mirror.example/"), one);
    assert.ok(!one.includes(`${base_url}/`), one);
  }
});

Deno.test("a service that names no terms says nothing of them", async () => {
  await withTerms("", async (app) => {
    for (const path of ["/", "/api/groupa/news.atom", "/api/groupa/news.json"]) {
      assert.doesNotMatch(await text(app, path), /rel="license"|<rights>|_terms|Source of/, path);
    }
    assert.doesNotMatch(await calendar(app), /^(?:DESCRIPTION|X-WR-CALDESC):Licence/m);
    assert.doesNotMatch(await text(app, "/v1/dataset/groupa.ndjson"), /"licence"|"attribution"/);
  });
});

Deno.test("a licence with a name alone has no address", async () => {
  await withTerms("licence: ask us\n", async (app) => {
    const page = await text(app, "/");
    assert.match(page, /Data: ask us<br>/);
    assert.doesNotMatch(page, /rel="license"/);
    assert.match(await text(app, "/api/groupa/news.atom"), /<rights>Licence: ask us<\/rights>/);
    const [first] = (await text(app, "/v1/dataset/groupa.ndjson")).split("\n");
    assert.equal(first, JSON.stringify({ kind: "licence", licence: "ask us" }));
  });
});
