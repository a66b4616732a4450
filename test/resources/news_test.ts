import assert from "node:assert/strict";
import { PERILOUS, REPOSITORY, TRIO } from "../support/contents.ts";
import { DOMParser, type Element } from "@xmldom/xmldom";
import { writeTree } from "../build/content_tree.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { type World, world } from "../support/world.ts";

interface News {
  id: string;
  slug: string;
  content: string;
  content_text: string;
  published_at: string;
}

Deno.test("news are newest first, in both families", async () => {
  await using app = await world(REPOSITORY);
  const lists: News[][] = [
    await app.json("/api/groupa/news"),
    (await app.json("/api/groupb/news")).data,
  ];
  for (const list of lists) {
    const instants = list.map(({ published_at }) => Date.parse(published_at));
    assert.ok(instants.length > 10);
    assert.deepEqual(instants, instants.toSorted((one, other) => other - one));
    assert.ok(instants[0]! <= Date.parse(REPOSITORY.now));
  }
});

Deno.test("in lists content is the summary, or the first 280 characters cut at a word", async () => {
  await using app = await world(TRIO);
  const news: News[] = await app.json("/api/kembang/news");
  const contentOf = (slug: string) => news.find((item) => item.slug === slug)!.content;
  assert.equal(contentOf("2026-06-11-ringkas"), "Cukup segini & tidak lebih.");
  assert.equal(contentOf("2026-06-01-jadwal"), "Halo, Kembang! Sabtu: Pelangi Minggu:");
  assert.equal(contentOf("2026-06-28-kosong"), "");
  // A word and its space take ten characters; the 280th is a space.
  assert.equal(contentOf("2026-06-10-panjang"), Array(28).fill("Kata-kata").join(" "));
});

Deno.test("the detail holds HTML and the same as text", async () => {
  await using app = await world(TRIO);
  const article: News = await app.json("/api/kembang/news-detail?id=1926");
  assert.match(article.content, /^<p>Halo, <strong>Kembang<\/strong>!<\/p>/);
  assert.match(article.content_text, /^Halo, Kembang!\n/);
  assert.ok(!article.content_text.includes("<"));
});

Deno.test.each(["1926", "2026-06-01-jadwal", "jadwal-juni"])(
  "an article is found by %j, in both addresses",
  async (id) => {
    await using app = await world(TRIO);
    const article: News = await app.json(`/api/kembang/news/${id}`);
    assert.equal(article.id, "1926");
    assert.deepEqual(await app.json(`/api/kembang/news-detail?id=${id}`), article);
  },
);

Deno.test.each(["m2", "2026-05-20-item-2"])(
  "wrapped: data holds the one article %j",
  async (id) => {
    await using app = await world(TRIO);
    const { success, total, data, message } = await app.json(`/api/melati/news/${id}`);
    assert.deepEqual([success, total, data.length], [true, 1, 1]);
    assert.match(message, /\S/);
    assert.equal(data[0].id, "m2");
    assert.equal(data[0].content, "<p>Text of item <strong>2</strong>.</p>");
    assert.equal(data[0].content_text, "Text of item 2.");
  },
);

const ALLOWED_TAGS = new Set(
  ("p br hr blockquote pre code ul ol li dl dt dd table thead tbody tfoot tr th td a img figure " +
    "figcaption strong b em i u s sub sup h1 h2 h3 h4 h5 h6").split(" "),
);
const ALLOWED_ATTRIBUTE =
  /^(href="https:\/\/[^"]*"|src="(https:\/\/[^"]*|x)"|(title|alt)="[^"<>]*")$/;

/** Every tag of an HTML text must be one that cannot run, load or redirect anything but images. */
function assertHarmless(html: string): void {
  for (const [, name = "", inner = ""] of html.matchAll(/<\/?([^\s>/]*)([^>]*)>/g)) {
    assert.ok(ALLOWED_TAGS.has(name), `<${name}> in ${html}`);
    for (const [attribute] of inner.matchAll(/[^\s="]+="[^"]*"/g)) {
      assert.match(attribute, ALLOWED_ATTRIBUTE);
    }
    assert.equal(inner.replace(/\s*[^\s="]+="[^"]*"/g, "").replace(/[\s/]/g, ""), "", inner);
  }
}

Deno.test("dangerous HTML and Markdown come out harmless, in both families", async () => {
  await using app = await world(PERILOUS);
  for (const slug of ["2026-07-01-html", "2026-07-02-markdown"]) {
    const bare: News = await app.json(`/api/awas/news/${slug}`);
    const wrapped: News = (await app.json(`/api/waspada/news/${slug}`)).data[0];
    assert.equal(wrapped.content, bare.content);
    assertHarmless(bare.content);
    assert.doesNotMatch(bare.content, /(href|src)="(?!https:|x")/);
    assert.match(bare.content, />fine<|alt="fine"/);
  }
});

Deno.test("what was script or style is not told as text either", async () => {
  await using app = await world(PERILOUS);
  const { content_text }: News = await app.json("/api/awas/news/2026-07-01-html");
  assert.match(content_text, /Before after\./);
  assert.match(content_text, /Styled bold/);
  assert.doesNotMatch(content_text, /alert|display: none|evil/);
});

Deno.test("assertHarmless() sees what it is there for", () => {
  const bad = [
    "<script>x</script>",
    '<p onclick="x">',
    '<a href="javascript:x">',
    '<img src="https://x.example/" onerror=x>',
    '<p style="x">',
    "<iframe>",
    '<a href="//x.example/">',
    '<a title="x" onclick>',
  ];
  for (const html of bad) assert.throws(() => assertHarmless(html), html);
});

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
