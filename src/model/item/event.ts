import { z } from "zod";
import { EVENT_TYPES, OCCASION_STATES } from "../enums.ts";
import type { ItemOf } from "./item_of.ts";

/** An event: both shapes that clients read, in one object. */
export const eventItem = z.strictObject({
  id: z.string(),
  title: z.string(),
  date: z.string(),
  venue: z.string(),
  description: z.string(),
  label: z.string(),
  url: z.string(),
  members: z.array(z.string()).optional(),
  type: z.enum(EVENT_TYPES).exclude(["media"]),
  is_upcoming: z.boolean(),
  state: z.enum(OCCASION_STATES),
  end_at: z.string().optional(),
}).describe("An event: both shapes that clients read, in one object.");

export type EventItem = ItemOf<typeof eventItem>;
