import assert from "node:assert/strict";
import { PERILOUS, REPOSITORY } from "../../support/contents.ts";
import { DOMParser, type Element } from "@xmldom/xmldom";
import { writeTree } from "../../build/content_tree.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { type World, world } from "../../support/world.ts";

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
  await using folder = await temporaryFolder();
  const title = `<b>Malam & "siang"</b> ]]> 月🎂 \\u0001\\uFFFE end`;
  const file = (n: number) => {
    const day = new Date(Date.UTC(2025, 0, n)).toISOString().slice(0, 10);
    return `---\ntitle: "${
      title.replaceAll('"', '\\"')
    } ${n}"\ndate: ${day}\n---\n\nHalo & <b>${n}</b>.\n`;
  };
  writeTree(folder.path, {
    "groupa/news/2026-01-03-jadwal.md": null,
    ...Object.fromEntries(
      Array.from({ length: 103 }, (_, n) => [`groupa/news/n-${n}.md`, file(n + 1)]),
    ),
  });
  await using app = await world({ content: folder.path, now: "2026-07-04T00:00:00Z" });
  const articles = (await articlesOf(app, "groupa")).slice(0, 100);
  assert.match(articles[0]!.title, /^<b>Malam & "siang"<\/b> ]]> 月🎂 .* 103$/);
  await assertAtom(app, "groupa", articles);
  await assertJsonFeed(app, "groupa", articles);
});

Deno.test("a group without news has feeds all the same", async () => {
  await using folder = await temporaryFolder();
  writeTree(folder.path, { "groupa/news/2026-01-03-jadwal.md": null });
  await using app = await world({ content: folder.path, now: "2026-07-04T00:00:00Z" });
  await assertAtom(app, "groupa", []);
  await assertJsonFeed(app, "groupa", []);
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
