import { z } from "zod";
import { QUOTA_PERIODS } from "../enums.ts";
import type { ItemOf } from "../item/item_of.ts";

/** A key's plan and use; null where there is none. */
export const ownKeyItem = z.strictObject({
  plan: z.string().nullable().describe("Null for a caller without a key."),
  used: z.number().nullable().describe("Requests charged in this period."),
  limit: z.number().nullable().describe("Null under an unlimited plan."),
  remaining: z.number().nullable(),
  resets_at: z.string().nullable().describe("When the next period begins, in UTC."),
  period: z.enum(QUOTA_PERIODS).nullable(),
  rate: z.strictObject({ per_second: z.number(), burst: z.number() }).nullable(),
}).describe("A key's plan and use; null stands for what there is not.");

export type OwnKeyItem = ItemOf<typeof ownKeyItem>;

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

const codeStatus = z.strictObject({
  is_active: z.boolean().describe("Whether it was not revoked."),
  usage_count: z.number(),
  usage_limit: z.number(),
  is_used: z.boolean().describe("Whether it was used as often as it may be."),
});

/** The state of a code. */
export const codeItem = z.strictObject({ status: z.literal(true), data: codeStatus }).describe(
  "How a code stands.",
);

export type CodeItem = ItemOf<typeof codeItem>;
export type CodeStatus = ItemOf<typeof codeStatus>;
