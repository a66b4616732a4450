import { z } from "zod";
import { slug, timezone } from "./field.ts";

const rate = z.strictObject({
  per_second: z.number().positive(),
  /** How many requests may come at once. */
  burst: z.int().positive(),
});

const quota = z.strictObject({
  requests: z.int().positive(),
  per: z.enum(["day", "month"]),
  /** The zone whose midnight begins a new period. */
  timezone,
});

/** `plans.yaml`: what each package of keys allows. */
export const plansFile = z.record(
  slug,
  z.strictObject({
    rate: z.union([z.literal("unlimited"), rate]),
    quota: z.union([z.literal("unlimited"), quota]),
  }),
);

export type PlansFile = z.infer<typeof plansFile>;
