import { HttpError } from "../http/http_error.ts";
import type { NewsRow, Row } from "../model/pack.ts";
import type { Group } from "./catalog.ts";
import { nextPhase, spanAt } from "./phases.ts";

/**
 * The detail of the article with this id, slug or former slug.
 *
 * @throws {HttpError} `NOT_FOUND`
 */
export function findNews(
  group: Group,
  id: string,
  now: number,
): { item: Row; madeAt: number; validUntil: number } {
  const news = group.table("news");
  const kinds: ((item: NewsRow) => boolean)[] = [
    (item) => item.id === id,
    (item) => item.slug === id,
    (item) => item.formerSlugs.includes(id),
  ];
  for (const matches of kinds) {
    const found = news.find((item) => matches(item) && spanAt(item.detail, now) !== undefined);
    if (found !== undefined) {
      const item = { id: found.id, open: found.detail };
      return { item, madeAt: now, validUntil: nextPhase(found.detail, now) };
    }
  }
  throw new HttpError("NOT_FOUND", { message: "No news article has that id" });
}
