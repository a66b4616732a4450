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
