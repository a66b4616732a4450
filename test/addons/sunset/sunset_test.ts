import assert from "node:assert/strict";
import { everyPath } from "../../support/endpoints.ts";
import { REPOSITORY } from "../../support/contents.ts";
import { type World, world } from "../../support/world.ts";

const SUNSET = `
sunset:
  on: 2027-03-01
  successor: https://next.example/api
  note: Terima kasih untuk lima tahun <bersama>.
`;
const HEADER = "Mon, 01 Mar 2027 00:00:00 GMT";
const LINK = '<https://next.example/api>; rel="successor-version"';
const PAGE = { key: null, headers: { accept: "text/html" } };
const NOW = Date.parse(REPOSITORY.now);

/** The shipped content, and its end is announced. */
async function ending(sunset = SUNSET): Promise<World> {
  const app = await world(REPOSITORY);
  const site = await Deno.readTextFile(`${REPOSITORY.content}/site.yaml`);
  await app.edit({ "site.yaml": site + sunset });
  return app;
}

Deno.test("every answer says when the service ends and which one goes on", async () => {
  await using app = await ending();
  let answers = 0;
  const carries = async (path: string, ask: Parameters<World["ask"]>[1] = {}) => {
    const { headers, status, body } = await app.ask(path, ask);
    await body?.cancel();
    assert.equal(headers.get("sunset"), HEADER, `${ask.method ?? "GET"} ${path} ${status}`);
    assert.ok(headers.get("link")?.includes(LINK), `${path} ${status}: ${headers.get("link")}`);
    answers++;
    return { headers, status };
  };
  const paths = await everyPath(app);
  for (const path of paths) await carries(path);
  for (const path of paths.slice(0, 60)) {
    const { headers } = await carries(path, { method: "HEAD" });
    const etag = headers.get("etag")!;
    const { status } = await carries(path, { headers: { "if-none-match": etag } });
    assert.equal(status, 304);
    await carries(path, { method: "OPTIONS" });
    await carries(path, { key: null });
    await carries(path, { key: "J-osb_wrong" });
    await carries(path, { method: "DELETE" });
  }
  const others = [
    ...["/", "/?q=nagi", "/?q=", "/healthz", "/readyz", "/status", "/metrics", "/nothing", "/mcp"],
    ...["/groups/groupa", "/groups/groupa/members", "/groups/groupa/calendar", "/robots.txt"],
    ...["/embed/groupa/next", "/embed/groupa/birthdays", "/sitemap.xml", "/key", "/admin"],
    ...["/api/codes/verify", "/api/codes/verify?code=x", "/v1/dataset", "/v1/key", "/v1/nothing"],
    ...["/v1/dataset/groupa.ndjson", "/v1/events", "/v1/events/stream", "/v1/webhooks"],
    ...["/api/groupa/theater.ics", "/api/groupa/news.atom", "/api/groupa/live/stream"],
    ...["/api/groupa/theater?page=0", "/api/nobody/members", "/api/groupa/%ff", "/media/groupa/x"],
    ...["/api/admin/keys", `/${"x".repeat(9000)}`],
  ];
  for (const path of others) {
    await carries(path);
    await carries(path, PAGE);
  }
  await carries("/mcp", { method: "POST", body: "{}" });
  await carries("/v1/birthdays/today", { method: "POST", body: "{" });
  assert.ok(answers >= 1000, `${answers} answers`);
});

Deno.test("a service may end at an instant", async () => {
  await using app = await ending("sunset: { on: 2027-03-01T00:00+07 }\n");
  const { headers } = await app.ask("/");
  assert.equal(headers.get("sunset"), "Sun, 28 Feb 2027 17:00:00 GMT");
  assert.match((await articles(app))[0]!.title, /2027-03-01$/);
});

Deno.test("pages have a banner in their language, and feeds an article, once over restarts", async () => {
  await using app = await ending();
  for (const path of ["/", "/status", "/groups/groupa", "/groups/groupa/members", "/nothing"]) {
    const text = await (await app.ask(path, PAGE)).text();
    const [, banner = ""] = /<aside class="page">([^]*?)<\/aside>/.exec(text) ?? [];
    const isIndonesian = /<html lang="id/.test(text);
    assert.ok(banner.includes(isIndonesian ? "berakhir" : "ends"), path);
    assert.ok(banner.includes("2027-03-01") && banner.includes("&lt;bersama&gt;"), banner);
    assert.ok(banner.includes('href="https://next.example/api"'), banner);
  }
  const before = await articles(app);
  assert.equal(before.length, 1);
  assert.match(before[0]!.title, /berakhir pada 2027-03-01$/);
  assert.equal(before[0]!.url, "https://next.example/api");
  const atom = await (await app.ask("/api/groupb/news.atom")).text();
  assert.equal(atom.match(/#sunset-2027-03-01/g)?.length, 1);
  await using second = await app.beside();
  second.at(NOW + 3_600_000);
  await second.announce();
  assert.deepEqual(await articles(second), before);
});

interface Article {
  readonly id: string;
  readonly title: string;
  readonly url: string;
}

async function articles(app: World): Promise<Article[]> {
  const { items } = await app.json("/api/groupa/news.json");
  return items.filter(({ id }: Article) => id.includes("#sunset"));
}

Deno.test("without an announced end nothing says one", async () => {
  await using app = await world(REPOSITORY);
  await app.announce();
  for (const path of ["/", "/api/groupa/members", "/nothing"]) {
    const { headers } = await app.ask(path);
    assert.equal(headers.get("sunset"), null);
    assert.ok(!headers.get("link")?.includes("successor"));
  }
  assert.ok(!(await (await app.ask("/", PAGE)).text()).includes('<aside class="page"'));
  assert.deepEqual(await articles(app), []);
});
