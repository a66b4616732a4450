import { type Article, renderMarkdown } from "../article/markdown.ts";
import type { RenderArticle } from "../render/context.ts";
import type { RenderThread } from "./render_thread.ts";
import { claim, type Claims, PART_SIZE } from "./thread_messages.ts";

/**
 * Begins to render articles on the other thread. What is returned gives what was rendered there, waits
 * for what is being rendered, and renders the others itself: nobody waits for a thread that is slow to start.
 */
export function shareArticles(thread: RenderThread, bodies: readonly string[]): RenderArticle {
  const places = new Map(bodies.map((body, place) => [body, place]));
  const claims: Claims = new Int32Array(
    new SharedArrayBuffer(4 * Math.ceil(bodies.length / PART_SIZE)),
  );
  thread.post({ kind: "articles", bodies, claims });
  /** The articles of each part that was rendered there; none of those that are rendered here. */
  const parts = new Map<number, (Article | undefined)[]>();
  const take = (part: number) => {
    if (!parts.has(part) && claim(claims, part)) parts.set(part, []);
    while (!parts.has(part)) {
      const answer = thread.next();
      if (answer.kind === "articles") parts.set(answer.part, [...answer.articles]);
    }
    return parts.get(part)!;
  };
  return (body) => {
    const place = places.get(body);
    if (place === undefined) return renderMarkdown(body);
    const part = take(Math.floor(place / PART_SIZE));
    const article = part[place % PART_SIZE];
    // Hardly any is asked for again, and all of them take much memory.
    part[place % PART_SIZE] = undefined;
    return article ?? renderMarkdown(body);
  };
}
