import { z } from "zod";
import { SESSION_STATUSES } from "../enums.ts";
import type { ItemOf } from "./item_of.ts";

/** A session of video calls. */
export const sessionItem = z.strictObject({
  session: z.string(),
  title: z.string().optional(),
  category: z.string().optional(),
  date: z.string(),
  preparation_start: z.string().optional(),
  start_time: z.string(),
  end_time: z.string().optional(),
  members: z.array(z.string()),
  status: z.enum(SESSION_STATUSES),
});

export type SessionItem = ItemOf<typeof sessionItem>;
