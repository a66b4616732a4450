import type { BuildCache } from "../cache/build_cache.ts";
import type { GroupContent } from "../check/content.ts";
import type { Naming } from "../derive/people.ts";
import type { Pages } from "../emit/pages.ts";
import type { PictureRow } from "../../src/model/picture.ts";

/** What every kind is rendered with. */
export interface RenderContext extends Naming {
  readonly content: GroupContent;
  /** Where the group's pages come. */
  readonly pages: Pages;
  /** Has articles that were rendered before. */
  readonly cache: BuildCache;
  /** The pictures that it publishes; undefined: there are none. */
  readonly pictures: readonly PictureRow[] | undefined;
}
