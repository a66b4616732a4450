import { z } from "zod";
import type { ItemOf } from "../item/item_of.ts";

/** The feed tokens of a key. */
export const feedTokenListItem = z.strictObject({
  total: z.int().nonnegative(),
  data: z.strictObject({
    id: z.string(),
    hint: z.string().describe("The kind and last four characters of the token."),
    created_at: z.string().describe("In UTC."),
  }).array(),
}).describe("The feed tokens of a key, oldest first.");

export type FeedTokenList = ItemOf<typeof feedTokenListItem>;

/** A feed token that was made just now. */
export const newFeedTokenItem = z.strictObject({
  id: z.string().describe("Names the token where it is listed or ended."),
  secret: z.string().describe("The token itself; it is not shown again."),
  url: z.string().describe(
    "The theater calendar of the first group that the key may read, with the token: an address to " +
      "subscribe to.",
  ),
}).describe("A feed token, shown this once.");

export type NewFeedToken = ItemOf<typeof newFeedTokenItem>;

/** A feed token that was ended. */
export const revokedFeedTokenItem = z.strictObject({ id: z.string() })
  .describe("The feed token that was ended.");

export type RevokedFeedToken = ItemOf<typeof revokedFeedTokenItem>;
