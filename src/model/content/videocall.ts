import { z } from "zod";
import { clockTime, day, memberName, publication, text } from "./field.ts";

const session = z.strictObject({
  session: text,
  title: text.optional(),
  category: text.optional(),
  /** The product the session is sold under. */
  code: text.optional(),
  preparation_start: clockTime.optional(),
  start_time: clockTime,
  /** At or before `start_time`: on the next day. */
  end_time: clockTime.optional(),
  members: z.array(memberName).default([]),
});

/** `videocalls/<slug>.yaml`: the sessions of one day. */
export const videocallFile = z.strictObject({
  date: day,
  sessions: z.array(session).min(1, "expected at least one session"),
  ...publication,
});

export type VideocallFile = z.infer<typeof videocallFile>;
