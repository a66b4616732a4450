import { z } from "zod";
import { clockTime, day, memberName, publication, text } from "./field.ts";

const session = z.strictObject({
  session: text.describe("What the session is called, such as Sesi 1."),
  title: text.optional().describe("The record or product it belongs to."),
  category: text.optional().describe("The sort of product."),
  code: text.optional().describe("The product it is sold under."),
  preparation_start: clockTime.optional().describe("When those who call get ready, in quotes."),
  start_time: clockTime.describe("When the calls begin, in quotes."),
  end_time: clockTime.optional().describe(
    "When they end, in quotes. At or before start_time: on the next day.",
  ),
  members: z.array(memberName).default([]).describe(
    "Who can be called: name, nickname or file name. Other names stay as guests.",
  ),
});

/** `videocalls/<slug>.yaml`: the sessions of one day. */
export const videocallFile = z.strictObject({
  date: day.describe("The day of the sessions."),
  sessions: z.array(session).min(1, "expected at least one session").describe(
    "The sessions of the day.",
  ),
  ...publication,
});

export type VideocallFile = z.infer<typeof videocallFile>;
