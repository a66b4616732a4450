import { z } from "zod";
import { slug, timezone } from "./field.ts";
import { QUOTA_PERIODS } from "../enums.ts";
import { DEFAULT_STREAMS, DEFAULT_WEBHOOKS } from "../plans.ts";

const rate = z.strictObject({
  per_second: z.number().positive().describe(
    "Requests per second that are allowed in the long run.",
  ),
  burst: z.int().positive().describe("How many requests may come at once."),
});

const quota = z.strictObject({
  requests: z.int().positive().describe("Requests in each period."),
  per: z.enum(QUOTA_PERIODS).describe("How long a period is."),
  timezone: timezone.describe("The zone whose midnight begins a new period."),
});

/** `plans.yaml`: what each package of keys allows. */
export const plansFile = z.record(
  slug,
  z.strictObject({
    rate: z.union([z.literal("unlimited"), rate]).describe("How fast a key may ask, or unlimited."),
    quota: z.union([z.literal("unlimited"), quota]).describe(
      "How much a key may ask, or unlimited.",
    ),
    streams: z.int().nonnegative().optional().describe(
      `How many event streams a key holds open at once; ${DEFAULT_STREAMS} if left out.`,
    ),
    webhooks: z.int().nonnegative().optional().describe(
      `How many webhooks a key has; ${DEFAULT_WEBHOOKS} if left out.`,
    ),
  }),
).refine((plans) => Object.keys(plans).length > 0, {
  message: "expected at least one plan, such as standard; no key works without one",
});

export type PlansFile = z.infer<typeof plansFile>;
