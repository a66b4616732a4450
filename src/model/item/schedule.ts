import { z } from "zod";
import { OCCASION_STATES, SCHEDULE_STATUSES, SCHEDULE_TYPES } from "../enums.ts";
import type { ItemOf } from "./item_of.ts";

/** A show or event in the wrapped family's schedule. */
export const scheduleItem = z.strictObject({
  id: z.string(),
  title: z.string(),
  type: z.enum(SCHEDULE_TYPES),
  setlist: z.string().optional(),
  date: z.string(),
  time: z.string().optional(),
  start_at: z.string(),
  venue: z.string().optional(),
  members: z.array(z.string()),
  status: z.enum(SCHEDULE_STATUSES),
  is_upcoming: z.boolean(),
  state: z.enum(OCCASION_STATES),
  url: z.string().optional(),
}).describe("A show or event in the wrapped family's schedule.");

export type ScheduleItem = ItemOf<typeof scheduleItem>;
