import { type Article, renderMarkdown } from "../article/markdown.ts";
import type { RenderArticle } from "../render/context.ts";
import type { RenderThread } from "./render_thread.ts";
import { claim, type Claims, PART_SIZE } from "./thread_messages.ts";

/** Articles that two threads render. */
export interface SharedArticles {
  /** Begins to render some on the other thread. */
  share(bodies: readonly string[]): void;
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
  articles?: (Article | undefined)[];
}

export function createSharedArticles(thread: RenderThread): SharedArticles {
  const parts: Part[] = [];
  /** Where an article stands: the number of its part times the size, and its place there. */
  const places = new Map<string, number>();
  const take = (part: Part) => {
    if (part.articles === undefined && claim(part.claims, part.place)) part.articles = [];
    while (part.articles === undefined) {
      const answer = thread.next();
      if (answer.kind === "articles") parts[answer.part]!.articles = [...answer.articles];
    }
    return part.articles;
  };
  return {
    share(bodies) {
      const first = parts.length;
      const count = Math.ceil(bodies.length / PART_SIZE);
      const claims: Claims = new Int32Array(new SharedArrayBuffer(4 * count));
      for (let place = 0; place < count; place++) parts.push({ claims, place });
      bodies.forEach((body, place) => places.set(body, first * PART_SIZE + place));
      thread.post({ kind: "articles", bodies, claims, first });
    },
    render(body) {
      const place = places.get(body);
      if (place === undefined) return renderMarkdown(body);
      const articles = take(parts[Math.floor(place / PART_SIZE)]!);
      const article = articles[place % PART_SIZE];
      // Hardly any is asked for again, and all of them take much memory.
      articles[place % PART_SIZE] = undefined;
      return article ?? renderMarkdown(body);
    },
  };
}
