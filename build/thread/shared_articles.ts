import type { NewsFile } from "../../src/model/content/publications.ts";
import { type BuildCache, keepText } from "../cache/build_cache.ts";
import { type ArticleSource, cachedArticle, type RenderArticle } from "../article/article_texts.ts";
import type { RenderThread } from "./render_thread.ts";
import { createSharedWork } from "./shared_work.ts";

/** Articles that two threads render. */
export interface SharedArticles {
  /** Begins to render some on the other thread. */
  share(sources: readonly ArticleSource[]): void;
  /** The number of the job with which the article of a file was shared. */
  jobOf(file: NewsFile): number | undefined;
  /** Gives what was rendered there, or renders it. */
  readonly render: RenderArticle;
}

/** Shares articles with a thread; `cache` keeps all of them. */
export function createSharedArticles(thread: RenderThread, cache: BuildCache): SharedArticles {
  const parts = createSharedWork("articles", thread);
  /** Where the article of a file stands. */
  const places = new Map<NewsFile, number>();
  const jobs: number[] = [];
  return {
    share(sources) {
      const { place: first, ...job } = parts.add(sources.length);
      sources.forEach(({ file }, place) => places.set(file, first + place));
      jobs.push(first);
      thread.post({ kind: "articles", sources, ...job });
    },
    jobOf(file) {
      const place = places.get(file);
      return place === undefined ? undefined : jobs.findLastIndex((first) => first <= place);
    },
    render(source) {
      const place = places.get(source.file);
      const article = place === undefined ? undefined : parts.take(place);
      if (article === undefined) return cachedArticle(source, cache);
      keepText(cache, article.name, article.text);
      return article.text;
    },
  };
}
