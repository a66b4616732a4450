import assert from "node:assert/strict";
import { NO_CACHE } from "../../build/cache/build_cache.ts";
import { compilerVersion } from "../../build/cache/compiler_version.ts";
import { NO_MEMORY } from "../../build/cache/file_memory.ts";
import { hashGroup } from "../../build/changes/hash_group.ts";
import { hashedJson, runsIn } from "../../build/changes/write_hashed.ts";
import { namingRoster } from "../../build/derive/roster.ts";
import { compile } from "../../build/compile.ts";
import {
  type ArticleSource,
  articleSource,
  renderArticle,
} from "../../build/article/article_texts.ts";
import { siteSourceOf } from "../../build/documented_content.ts";
import { createSiteWriter } from "../../build/site_writer.ts";
import { createRenderThread, type RenderThread } from "../../build/thread/render_thread.ts";
import { createSharedHashes } from "../../build/thread/shared_hashes.ts";
import { createSharedArticles } from "../../build/thread/shared_articles.ts";
import { newsFile } from "../../src/model/content/news.ts";
import { temporaryFolder } from "../support/temporary.ts";

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

Deno.test("articles are the same from either thread, in any order, asked for once or again", () => {
  using thread = disposableThread();
  const { share, render } = createSharedArticles(thread, NO_CACHE);
  share(ARTICLES.slice(0, 30));
  share(ARTICLES.slice(30));
  for (
    const article of [...ARTICLES.toReversed(), ...ARTICLES.slice(0, 5), articleOf("*Of no list*")]
  ) {
    assert.deepEqual(render(article), renderArticle(article));
  }
});

Deno.test("what the other thread has rendered ahead is taken from it", () => {
  using thread = disposableThread();
  const { share, render } = createSharedArticles(thread, NO_CACHE);
  share(ARTICLES);
  // It answers part for part: the first one is there when this returns.
  const first = thread.next("articles");
  assert.ok(first.made.length > 0);
  const rest = ARTICLES.slice(first.made.length);
  assert.deepEqual(rest.map(render), rest.map(renderArticle));
});

Deno.test("a thread that cannot render hands the article back, and one that fails says why", () => {
  using thread = disposableThread();
  const noText = articleOf(1 as unknown as string);
  const { share, render } = createSharedArticles(thread, NO_CACHE);
  share([noText]);
  assert.throws(() => render(noText), /is not a function|should be a String/);
  thread.post({ kind: "site", key: "k", source: {} as never, before: undefined });
  assert.throws(() => thread.next("site"), /Cannot read properties of undefined/);
});

Deno.test("a group's items are hashed alike by either thread", () => {
  using thread = disposableThread();
  const articles = createSharedArticles(thread, NO_CACHE);
  const hashes = createSharedHashes(thread, articles);
  const { content: { groups } } = compile("content");
  for (const content of groups) {
    articles.share(content.news.map((entry) => articleSource(entry, content.group.timezone)));
    hashes.share(content);
  }
  // Behind this, all is hashed there, and nothing is left to this thread.
  thread.beginVersion();
  assert.equal(thread.version(), compilerVersion());
  for (const content of groups) {
    const lists = hashGroup(content, namingRoster(content, NO_MEMORY), NO_MEMORY);
    const pages = lists.flatMap((list) =>
      runsIn(list, NO_MEMORY).map((run) => hashedJson(list, run.items()))
    );
    assert.deepEqual(pages.map((_, place) => hashes.of(content)!.find(place)), pages);
  }
});

Deno.test("the program is named alike by either thread, also where another one has begun to", () => {
  using thread = disposableThread();
  const name = compilerVersion();
  assert.equal(thread.version(), name);
  thread.beginVersion();
  thread.post({ kind: "libraries" });
  assert.equal(thread.version(), name);
  thread.beginVersion();
  thread.end();
  thread.start();
  assert.equal(thread.version(), name);
});

Deno.test("a site that a failed build has begun is rendered by the next build, and written", async () => {
  await using folder = await temporaryFolder();
  using thread = disposableThread();
  const { content: { site, plans, groups } } = compile("content");
  const source = siteSourceOf(site!, plans!, groups);
  const path = `${folder.path}/site.pack`;
  const writer = createSiteWriter(path, NO_CACHE, thread);
  writer.begin(source);
  thread.end();
  writer.begin(source);
  const draft = writer.draft(false);
  await draft?.place();
  assert.ok(Deno.statSync(path).size > 0);
});
