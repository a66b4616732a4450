import type { MadeMemory } from "../cache/remember.ts";
import type { PackPage } from "./blob.ts";

/** The pages of a pack so far; the next one has the number that is their count. */
export interface PageList {
  readonly pages: PackPage[];
  /** Has the pages that were made before. */
  readonly memory: MadeMemory;
}
