import { z } from "zod";
import type { ItemOf } from "../item/item_of.ts";

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
