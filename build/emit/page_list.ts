import { PAGE_NUMBERS } from "../../src/model/pack.ts";
import type { MadeMemory } from "../cache/remember.ts";
import type { KnownPages } from "./known_pages.ts";
import type { PackPage } from "./blob.ts";
import { hashName } from "./runs.ts";

/** The pages of a pack so far. */
export interface PageList {
  /** By their numbers, in the order in which they lie in the file. */
  readonly pages: Map<number, PackPage>;
  /** Has the pages that were made before. */
  readonly memory: MadeMemory;
  /** What is known of pages by what they are made of; left out: nothing. */
  readonly known?: KnownPages | undefined;
}

/**
 * The number of the next page. It is made of a name: whatever comes or goes before a page, its addresses
 * stay. Where another page has that number, it is the next one that is free.
 */
export function numberFor(name: string, { pages }: Pick<PageList, "pages">): number {
  let number = hashName(name) % PAGE_NUMBERS;
  while (pages.has(number)) number = (number + 1) % PAGE_NUMBERS;
  return number;
}
