import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { NO_CACHE } from "../../build/cache/build_cache.ts";
import { createKeptSites } from "../../build/cache/kept_sites.ts";
import {
  articleName,
  type ArticleSource,
  renderArticle,
} from "../../build/article/article_texts.ts";
import { createSiteWriter } from "../../build/site_writer.ts";
import { createRenderThread, type RenderThread } from "../../build/thread/render_thread.ts";
import { newsFile } from "../../build/schema/content/publications.ts";
import { SITE_FILE } from "../../src/model/site_pack.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { shippedSite } from "../support/shipped_site.ts";

const ARTICLES = Array.from(
  { length: 100 },
  (_, number) =>
    articleOf(`**Article ${number}**\n\n- [one](https://a.example/${number})\n- <b>two</b>`),
);

function articleOf(body: string): ArticleSource {
  const file = newsFile.parse({ title: "Article", date: "2026-07-04", category: "News" });
  return { slug: "article", zone: "Asia/Jakarta", file, body };
}

const NOTHING_KEPT = createKeptSites(() => undefined);

/** The thread, ended behind the test. */
function disposableThread(): RenderThread & Disposable {
  const thread = createRenderThread();
  return Object.assign(thread, { [Symbol.dispose]: () => thread.end() });
}

Deno.test("articles are rendered and named alike by either thread", async () => {
  using thread = disposableThread();
  const [some, none] = await Promise.all([
    thread.ask("articles", ARTICLES),
    thread.ask("articles", []),
  ]);
  const own = ARTICLES.map((source) => ({
    name: articleName(source),
    text: renderArticle(source),
  }));
  assert.deepEqual([some, none], [own, []]);
});

Deno.test("a thread that cannot do a job says why, and does the next one", async () => {
  using thread = disposableThread();
  const noText = articleOf(1 as unknown as string);
  const failed = thread.ask("articles", [noText]);
  const wrong = thread.ask("site", { source: {} as never, before: undefined });
  await assert.rejects(failed, /is not a function|should be a String/);
  await assert.rejects(wrong, /Cannot read properties of undefined/);
  assert.deepEqual(await thread.ask("articles", []), []);
});

Deno.test("a thread that was ended is started again", async () => {
  using thread = disposableThread();
  void thread.ask("articles", ARTICLES);
  thread.end();
  const again = await thread.ask("articles", ARTICLES.slice(0, 1));
  assert.equal(again[0]!.name, articleName(ARTICLES[0]!));
});

Deno.test("a site that a failed build has begun is rendered by the next build, and written", async () => {
  await using folder = await temporaryFolder();
  using thread = disposableThread();
  const source = shippedSite();
  const writer = createSiteWriter(folder.path, NO_CACHE, thread, NOTHING_KEPT);
  writer.begin(source);
  thread.end();
  writer.begin(source);
  const draft = await writer.draft(false);
  await draft?.place();
  assert.ok(Deno.statSync(`${folder.path}/${SITE_FILE}`).size > 0);
});

Deno.test("a site is kept for other folders, by the program and the source that it was rendered of", async () => {
  await using folder = await temporaryFolder();
  const kept = `${folder.path}/kept`;
  const source = shippedSite();
  const pack = new TextEncoder().encode("a site pack");
  let jobs = 0;
  const ask = () => {
    jobs++;
    return Promise.resolve({
      pack: pack.slice().buffer,
      packHash: hash("sha256", pack, "base64url"),
    });
  };
  const thread = { ask: ask as unknown as RenderThread["ask"], end() {} };
  const build = async (version: string | undefined, built = source) => {
    const out = `${folder.path}/out-${crypto.randomUUID()}`;
    Deno.mkdirSync(out);
    const writer = createSiteWriter(out, NO_CACHE, thread, createKeptSites(() => version, kept));
    const isKnown = writer.isKnown();
    writer.begin(built);
    await (await writer.draft(false))?.place();
    assert.deepEqual(Deno.readFileSync(`${out}/${SITE_FILE}`), pack);
    return [isKnown, jobs];
  };
  assert.deepEqual(await build(undefined), [false, 1]);
  assert.deepEqual(await build("one"), [false, 2], "what a program without a name made was kept");
  assert.deepEqual(await build("one"), [true, 2], "it was rendered again");
  assert.deepEqual(await build("two"), [false, 3], "that of another program was taken");
  const other = { ...source, site: { ...source.site, title: "Another" } };
  assert.deepEqual(await build("one", other), [true, 4], "that of another source was taken");
  for (const { name } of Deno.readDirSync(kept)) {
    const bytes = Deno.readFileSync(`${kept}/${name}`);
    Deno.writeFileSync(`${kept}/${name}`, bytes.fill(0, bytes.length - 1));
  }
  assert.deepEqual(await build("one"), [true, 5], "a damaged one was taken");
  for (const version of ["three", "four", "five", "six"]) await build(version);
  assert.deepEqual(await build("six"), [true, 9]);
  assert.equal([...Deno.readDirSync(kept)].length, 4);
});
