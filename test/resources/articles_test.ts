import assert from "node:assert/strict";
import { PERILOUS, TRIO } from "../support/contents.ts";
import { world } from "../support/world.ts";
import { check } from "../support/check.ts";

interface News {
  id: string;
  slug: string;
  content: string;
  content_text: string;
  published_at: string;
}

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

Deno.test("an article is found by its id, its file's name and a former one; in the wrapper it is the one", async () => {
  await using app = await world(TRIO);
  for (const id of ["1926", "2026-06-01-jadwal", "jadwal-juni"]) {
    const article: News = await app.json(`/api/kembang/news/${id}`);
    assert.equal(article.id, "1926");
    assert.deepEqual(await app.json(`/api/kembang/news-detail?id=${id}`), article);
  }
  for (const id of ["m2", "2026-05-20-item-2"]) {
    const { total, data } = await app.json(`/api/melati/news/${id}`);
    assert.deepEqual([total, data.length, data[0].id], [1, 1, "m2"]);
    assert.equal(data[0].content, "<p>Text of item <strong>2</strong>.</p>");
    assert.equal(data[0].content_text, "Text of item 2.");
  }
});

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
  // What was script or style is not told as text either.
  const { content_text }: News = await app.json("/api/awas/news/2026-07-01-html");
  assert.match(content_text, /Before after\./);
  assert.match(content_text, /Styled bold/);
  assert.doesNotMatch(content_text, /alert|display: none|evil/);
});

Deno.test("releases are newest first, undated ones last, and name their tracks and who sings", async () => {
  await using app = await world(TRIO);
  const { data } = await app.json("/api/melati/releases");
  assert.deepEqual(data.map(({ id }: { id: string }) => id), ["bloom", "r1", "echo"]);
  const [bloom, first] = data;
  assert.deepEqual(bloom.tracks, [{ number: 3, title: "Bloom", members: [] }]);
  assert.deepEqual(first.tracks, [
    {
      number: 1,
      title: "First Light",
      original_title: "最初の光",
      members: ["Ann Drea Tey", "Annabel Lee", "A Guest"],
    },
    { number: 2, title: "Second Wind", members: [] },
  ]);
  assert.deepEqual(first.links, [{ title: "Spotify", url: "https://spotify.example/r1" }]);
});

const NOW = "2026-07-04T10:00:00Z";

/** What these tests read of an item. */
interface Item {
  readonly id: string;
  readonly title: string;
  readonly venue?: string;
  readonly label?: string;
}

Deno.test("what names no venue takes place at the group's, but on television", async () => {
  for (const family of ["bare", "wrapped"]) {
    const content = {
      "groupa/group.yaml": `name: A\nfamily: ${family}\ndefaults: { venue: Teater A }\n`,
      "groupa/shows/a.yaml": "title: A\ndate: 2026-08-01\n",
      "groupa/shows/b.yaml": "title: B\ndate: 2026-08-02\nvenue: Balai\n",
      "groupa/events/c.yaml": "title: C\ndate: 2026-08-01\n",
      "groupa/events/d.yaml": "title: D\ndate: 2026-08-01\nvenue: Balai\n",
      "groupa/events/e.yaml": "title: E\ndate: 2026-08-01\ntype: media\n",
    };
    await using app = await world({ content, now: NOW });
    const venues = async (list: string) => {
      const answer = await app.json(`/api/groupa/${list}?from=2026-08-01`);
      const items: Item[] = answer.data ?? answer;
      const own = items.filter(({ title }) => title.length === 1);
      return Object.fromEntries(own.map(({ title, venue = "" }) => [title, venue]));
    };
    const shows = { A: "Teater A", B: "Balai" };
    const events = { C: "Teater A", D: "Balai", E: "" };
    assert.deepEqual(await venues("theater"), shows, family);
    assert.deepEqual(await venues("events"), events, family);
    assert.deepEqual(await venues("schedule"), { ...shows, ...events }, family);
  }
});

Deno.test("shows, events, articles and members answer at names that their files had", async () => {
  for (const family of ["bare", "wrapped"]) {
    const content = {
      "groupa/group.yaml": `name: A\nfamily: ${family}\n`,
      "groupa/members/bela-sari.yaml": "name: Bela Sari\nformer_slugs: [bella]\n",
      "groupa/shows/b.yaml": "title: B\ndate: 2026-08-01\nformer_slugs: [lama, kuno]\n",
      "groupa/events/c.yaml": "id: 7\ntitle: C\ndate: 2026-08-01\nformer_slugs: [dulu]\n",
      "groupa/news/d.md": "---\ntitle: D\ndate: 2026-01-01\nformer_slugs: [basi]\n---\n",
      "groupa/releases/e.yaml": "title: E\ntype: single\nformer_slugs: [dulu]\n",
    };
    await using app = await world({ content, now: NOW });
    const idAt = async (path: string) => {
      const body = await app.json(`/api/groupa/${path}`) as { id: string; data: Item[] };
      return family === "bare" ? body.id : body.data[0]!.id;
    };
    const paths = ["theater/lama", "theater/kuno", "events/dulu", "news/basi"];
    assert.deepEqual(await Promise.all(paths.map(idAt)), ["b", "b", "7", "d"], family);
    assert.equal((await app.ask("/api/groupa/events/lama")).status, 404);
    if (family === "bare") assert.equal(await idAt("member/bella"), "bela-sari");
  }
});

Deno.test("a label that is a path on another site is a warning, and no event has it", async () => {
  const content = {
    "groupa/events/a.yaml": "title: A\ndate: 2026-08-01\nlabel: /icon.png\n",
    "groupa/events/b.yaml": "title: B\ndate: 2026-08-02\nlabel: https://img.example/icon.png\n",
    "groupa/news/c.md": "---\ntitle: C\ndate: 2026-07-01\nlabel: /icon.png\n---\n\nHalo.\n",
  };
  const { messages } = check(content);
  assert.equal(messages.filter((text) => text.includes('label "/icon.png"')).length, 2);
  await using app = await world({ content, now: NOW });
  const events: Item[] = await app.json("/api/groupa/events?from=2026-08-01");
  assert.deepEqual(events.map(({ label }) => label), ["https://img.example/icon.png", ""]);
  const [news] = await app.json("/api/groupa/news") as Item[];
  assert.equal(news!.label, "/icon.png");
});
