import assert from "node:assert/strict";
import { NO_CACHE } from "../../build/cache/build_cache.ts";
import { compilerVersion } from "../../build/cache/compiler_version.ts";
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

Deno.test("the program is named alike by either thread, also by one that was started again", async () => {
  using thread = disposableThread();
  const name = compilerVersion();
  const loadedAt = performance.timeOrigin;
  assert.equal(await thread.ask("version", loadedAt), name);
  void thread.ask("articles", []);
  void thread.ask("version", loadedAt);
  thread.end();
  assert.equal(await thread.ask("version", loadedAt), name);
});

Deno.test("a site that a failed build has begun is rendered by the next build, and written", async () => {
  await using folder = await temporaryFolder();
  using thread = disposableThread();
  const source = shippedSite();
  const writer = createSiteWriter(folder.path, NO_CACHE, thread);
  writer.begin(source);
  thread.end();
  writer.begin(source);
  const draft = await writer.draft(false);
  await draft?.place();
  assert.ok(Deno.statSync(`${folder.path}/${SITE_FILE}`).size > 0);
});
