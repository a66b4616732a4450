import { openPublic } from "../../support/public_trio.ts";
import assert from "node:assert/strict";
import { REPOSITORY, TRIO } from "../../support/contents.ts";
import { type World, world } from "../../support/world.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

function ask(
  app: Pick<World, "ask">,
  path: string,
  accept: string,
  method = "GET",
): Promise<Response> {
  return app.ask(path, { key: null, method, headers: { accept } });
}

const PREFERRED = [BROWSER, "text/html", "application/json;q=0.5, text/html;q=0.6"];

const OTHERS = [
  ...["text/html, application/json", "text/html;q=0.5, application/json", "text/html;q=0"],
  ...["text/html;q=nonsense", "*/*", "application/json", ""],
];

Deno.test("who takes HTML rather than JSON gets a page", async () => {
  await using app = await world(TRIO);
  for (
    const [accepted, type] of [[PREFERRED, "text/html"], [OTHERS, "application/json"]] as const
  ) {
    for (const accept of accepted) {
      const { headers, body } = await ask(app, "/status", accept);
      await body?.cancel();
      assert.equal(headers.get("content-type"), `${type}; charset=utf-8`, accept);
    }
  }
});

Deno.test("/status is a page for browsers, and the same JSON as ever for programs", async () => {
  await using app = await world(REPOSITORY);
  const page = await ask(app, "/status", BROWSER);
  assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
  assert.match(page.headers.get("vary")!, /\bAccept$/);
  assert.match(page.headers.get("cache-control")!, /^private, max-age=0$/);
  assert.match(page.headers.get("content-security-policy")!, /default-src 'none'/);
  const text = await page.text();
  const program = await ask(app, "/status", "*/*");
  assert.equal(program.headers.get("vary"), "Accept");
  const { build, content } = await program.json();
  assert.ok(text.includes(`<code>${build}</code>`));
  for (const { name, slug } of app.index.groups) {
    assert.ok(text.includes(name), name);
    assert.ok(text.includes(`>${content[slug].shows}<`), `${slug}: ${content[slug].shows} shows`);
  }
});

Deno.test("a browser gets a page where there is nothing, with a search and ways on", async () => {
  await using app = await world(REPOSITORY);
  for (const path of ["/nothing/here", "/docs/nothing", "/assets/nothing.css"]) {
    const answer = await ask(app, path, BROWSER);
    assert.equal(answer.status, 404, path);
    assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8", path);
    assert.equal(answer.headers.get("cache-control"), "no-store");
    assert.equal(answer.headers.get("vary"), "Accept");
    assert.match(answer.headers.get("link")!, /rel="help"/);
    const text = await answer.text();
    assert.match(text, /There is no page here/);
    assert.match(text, /<form method="get" action="\/">/);
    for (const way of ["/", "/docs", "/status", "/groups/groupa"]) {
      assert.ok(text.includes(`href="${way}"`), way);
    }
    const program = await ask(app, path, "*/*");
    assert.deepEqual([program.status, (await program.json()).status], [404, false], path);
    assert.equal(program.headers.get("vary"), null);
    const head = await ask(app, path, BROWSER, "HEAD");
    assert.equal(head.headers.get("content-length"), String(new TextEncoder().encode(text).length));
    assert.equal(await head.text(), "");
  }
});

Deno.test("without a public group the page of nothing offers no search", async () => {
  await using app = await world(TRIO);
  const text = await (await ask(app, "/nothing", BROWSER)).text();
  assert.match(text, /There is no page here/);
  assert.doesNotMatch(text, /<form/);
});

Deno.test("addresses of the API answer browsers in JSON", async () => {
  await using app = await world(REPOSITORY);
  for (const path of ["/api/nobody", "/api/groupa/members", "/v1/nothing", "/v1/key"]) {
    const answer = await ask(app, path, BROWSER);
    assert.match(answer.headers.get("content-type")!, /^application\/json/, path);
    await answer.body?.cancel();
  }
});

Deno.test("a method that a page does not take, and a broken query, are refused in a page", async () => {
  await using app = await world(REPOSITORY);
  const posted = await ask(app, "/status", BROWSER, "POST");
  assert.deepEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD, OPTIONS"]);
  assert.match(await posted.text(), /Nothing can be sent here/);
  const broken = await ask(app, "/?q=%zz", BROWSER);
  assert.equal(broken.status, 400);
  assert.match(await broken.text(), /This cannot be shown/);
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

Deno.test("the front page shows how to subscribe to a public group, and elsewhere how one gets an address", async () => {
  await using at = await openPublic();
  const page = await (await at.app.ask("/", { key: null })).text();
  const { hostname } = new URL(at.app.index.site.base_url);
  assert.match(page, /<summary>Subscribe<\/summary>/);
  const path = `${hostname}/api/melati/schedule.ics`;
  for (
    const link of [
      `href="webcal://${path}"`,
      `href="https://calendar.google.com/calendar/r?cid=webcal://${path}"`,
      `href="https://outlook.live.com/calendar/0/addfromweb?url=https://${path}"`,
      `api/<wbr>melati/<wbr>schedule.ics<wbr></code>`,
      `href="/docs/calendars"`,
      `href="webcal://${hostname}/api/kembang/schedule.ics"`,
      `href="https://${hostname}/api/kembang/news.atom"`,
    ]
  ) assert.ok(page.includes(link), link);

  await using closed = await openPublic("page");
  const other = await (await closed.app.ask("/", { key: null })).text();
  assert.ok(other.includes('href="/docs/calendars"'));
  assert.doesNotMatch(other, /webcal:|<summary>Subscribe/);
});
