import assert from "node:assert/strict";
import { PERILOUS, REPOSITORY, TRIO } from "../support/contents.ts";
import { world } from "../support/world.ts";

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
