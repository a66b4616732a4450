import { type BuildCache, keepText } from "../cache/build_cache.ts";
import { type ArticleSource, cachedArticle, type RenderArticle } from "../article/article_texts.ts";
import type { RenderThread } from "./render_thread.ts";
import { claim, type Claims, PART_SIZE, type RenderedArticle } from "./thread_messages.ts";

/** Articles that two threads render. */
export interface SharedArticles {
  /** Begins to render some on the other thread. */
  share(sources: readonly ArticleSource[]): void;
  /**
   * Gives what was rendered there, waits for what is being rendered, and renders the others itself: nobody
   * waits for a thread that is slow to start.
   */
  readonly render: RenderArticle;
}

/** Some articles, which one of the threads renders together. */
interface Part {
  readonly claims: Claims;
  readonly place: number;
  /** As soon as they are here: none of those that are rendered here. */
  articles?: (RenderedArticle | undefined)[];
}

/** Shares articles with a thread; `cache` keeps all of them. */
export function createSharedArticles(thread: RenderThread, cache: BuildCache): SharedArticles {
  const parts: Part[] = [];
  /** Where the article of a file stands: the number of its part times the size, and its place there. */
  const places = new Map<object, number>();
  const take = (part: Part) => {
    if (part.articles === undefined && claim(part.claims, part.place)) part.articles = [];
    while (part.articles === undefined) {
      const answer = thread.next("articles");
      parts[answer.part]!.articles = [...answer.articles];
    }
    return part.articles;
  };
  const taken = (file: object) => {
    const place = places.get(file);
    if (place === undefined) return undefined;
    const articles = take(parts[Math.floor(place / PART_SIZE)]!);
    const article = articles[place % PART_SIZE];
    // Hardly any is asked for again, and all of them take much memory.
    articles[place % PART_SIZE] = undefined;
    return article;
  };
  return {
    share(sources) {
      const first = parts.length;
      const count = Math.ceil(sources.length / PART_SIZE);
      const claims: Claims = new Int32Array(new SharedArrayBuffer(4 * count));
      for (let place = 0; place < count; place++) parts.push({ claims, place });
      sources.forEach(({ file }, place) => places.set(file, first * PART_SIZE + place));
      thread.post({ kind: "articles", sources, claims, first });
    },
    render(source) {
      const article = taken(source.file);
      if (article === undefined) return cachedArticle(source, cache);
      keepText(cache, article.name, article.text);
      return article.text;
    },
  };
}
