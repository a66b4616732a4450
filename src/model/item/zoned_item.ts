import { z } from "zod";

const localStart = z.string().optional().describe(
  "When it starts, in the time zone asked for; empty where the time of day is unknown.",
);

/** An item of a list that takes a time zone. */
export function zonedItem<Shape extends z.ZodRawShape>(item: z.ZodObject<Shape>) {
  const zoned = z.strictObject({ ...item.shape, local_start_at: localStart });
  return zoned.describe(item.description ?? "");
}
