import { z } from "zod";

/** A show or event in the wrapped family's schedule. */
export const scheduleItem = z.strictObject({
  id: z.string(),
  title: z.string(),
  type: z.enum(["theater", "event", "media", "other"]),
  setlist: z.string().optional(),
  date: z.string(),
  time: z.string().optional(),
  start_at: z.string(),
  venue: z.string().optional(),
  members: z.array(z.string()),
  status: z.enum(["upcoming", "today", "past"]),
  is_upcoming: z.boolean(),
  state: z.enum(["scheduled", "cancelled", "postponed"]),
  url: z.string().optional(),
});

export type ScheduleItem = z.infer<typeof scheduleItem>;
