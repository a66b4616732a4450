import type { MadeMemory } from "../cache/remember.ts";
import type { KnownPages } from "./known_pages.ts";
import type { PackPage } from "./blob.ts";

/** The pages of a pack so far; the next one has the number that is their count. */
export interface PageList {
  readonly pages: PackPage[];
  /** Has the pages that were made before. */
  readonly memory: MadeMemory;
  /** What is known of pages by what they are made of; left out: nothing. */
  readonly known?: KnownPages | undefined;
}
