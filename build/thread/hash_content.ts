import type { ArticleSource } from "../article/article_texts.ts";
import { NO_MEMORY } from "../cache/file_memory.ts";
import { hashGroup } from "../changes/hash_group.ts";
import { hashedJson, runsIn } from "../changes/write_hashed.ts";
import type { GroupContent } from "../check/content.ts";
import { createRoster } from "../derive/roster.ts";

/** What makes the pages of a group's hashes, in their order. `json`: all of the group but its articles. */
export function pagesToHash(json: string, articles: readonly ArticleSource[]): (() => string)[] {
  // Hashing looks at no source but an article's text.
  const news = articles.map(({ slug, file, body }) => ({ slug, file, source: { body } }));
  const content: GroupContent = { ...JSON.parse(json), news };
  const roster = createRoster(content.members, content.group.guests);
  return hashGroup(content, roster, NO_MEMORY).flatMap((list) =>
    runsIn(list, NO_MEMORY).map((run) => () => hashedJson(list, run.items()))
  );
}
