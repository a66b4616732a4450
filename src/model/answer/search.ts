import { z } from "zod";
import { SEARCH_KINDS } from "../enums.ts";
import type { ItemOf } from "../item/item_of.ts";

const searchHit = z.strictObject({
  kind: z.enum(SEARCH_KINDS),
  group: z.string().describe("The group's name in addresses."),
  id: z.string(),
  title: z.string().describe("Its title, or a member's name."),
  matched: z.string().describe("The name, nickname or title that answers the search."),
  url: z.string().describe(
    "The path of its detail here; of a setlist or song that of the next show with it, or of the last; " +
      "empty where there is none.",
  ),
});

/** What a search found. */
export const searchItem = z.strictObject({
  total: z.int().nonnegative().describe("How many items were found."),
  data: searchHit.array().describe("The best of them, best first."),
}).describe("What a search found, best first.");

export type SearchAnswer = ItemOf<typeof searchItem>;
