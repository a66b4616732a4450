import type { MadeMemory } from "../cache/remember.ts";
import type { GroupContent } from "../check/content.ts";
import type { Naming } from "../derive/people.ts";
import type { PageList } from "../emit/page_list.ts";
import type { RenderArticle } from "../article/article_texts.ts";

/** What every kind is rendered with. */
export interface RenderContext extends Naming {
  readonly content: GroupContent;
  /** The group's zone. */
  readonly zone: string;
  /** Where the group's pages come. */
  readonly pages: PageList;
  readonly renderArticle: RenderArticle;
  readonly memory: MadeMemory;
}
