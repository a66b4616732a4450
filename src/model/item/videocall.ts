import { z } from "zod";

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
  status: z.enum(["upcoming", "preparation", "ongoing", "finished"]),
});

export type SessionItem = z.infer<typeof sessionItem>;
