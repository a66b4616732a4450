import type { BuildCache } from "../cache/build_cache.ts";
import type { Article } from "../article/markdown.ts";
import type { MadeMemory } from "../cache/remember.ts";
import type { GroupContent } from "../check/content.ts";
import type { Naming } from "../derive/people.ts";
import type { PageList } from "../emit/page_list.ts";

/** Renders the Markdown of an article. */
export type RenderArticle = (body: string) => Article;

/** What every kind is rendered with. */
export interface RenderContext extends Naming {
  readonly content: GroupContent;
  /** The group's zone. */
  readonly zone: string;
  /** Where the group's pages come. */
  readonly pages: PageList;
  readonly cache: BuildCache;
  readonly renderArticle: RenderArticle;
  readonly memory: MadeMemory;
}
