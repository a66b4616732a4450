import type { BuildCache } from "../cache/build_cache.ts";
import type { GroupContent } from "../check/content.ts";
import type { Naming } from "../derive/people.ts";
import type { Blob } from "../emit/blob.ts";

/** What every kind is rendered with. */
export interface RenderContext extends Naming {
  readonly content: GroupContent;
  /** The group's zone. */
  readonly zone: string;
  readonly blob: Blob;
  readonly cache: BuildCache;
}
