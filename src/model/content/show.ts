import { z } from "zod";
import { clockTime, day, duration, formerSlugs, image, link, memberName, oldId, publication, text } from "./field.ts";
import { OCCASION_STATES } from "../enums.ts";

/** Whom a show celebrates: a member's name, or an object where the old system's id is to be kept. */
const celebrated = z.union([
  memberName,
  z.strictObject({
    member: memberName.describe("Name, nickname or file name."),
    id: z.union([text, z.int()]).describe("The old system's id, kept in answers."),
  }),
]);

/** `shows/<slug>.yaml`: one theater show. */
export const showFile = z.strictObject({
  id: oldId,
  title: text.optional().describe("The show's title. The setlist's name where left out."),
  setlist: text.optional().describe("What is performed: the name of a setlist."),
  date: day.describe("The day it takes place, in the group's time zone."),
  /** Unknown: the show counts as upcoming until the end of its day. */
  time: clockTime.optional().describe("When it begins, in quotes."),
  duration: duration.optional().describe("How long it takes, such as 2h 30m."),
  venue: text.optional().describe("Where it takes place."),
  team: text.optional().describe("The team that performs."),
  state: z.enum(OCCASION_STATES).default("scheduled").describe(
    "Whether it takes place as announced.",
  ),
  members: z.array(memberName).default([]).describe(
    "The line-up: name, nickname or file name. Other names stay as guests.",
  ),
  seitansai: z.array(celebrated).default([]).describe("Whose birthday is celebrated."),
  graduation: z.array(celebrated).default([]).describe("Whose last show it is."),
  poster: image.optional().describe("An upright picture."),
  banner: image.optional().describe("A wide picture."),
  url: link.optional().describe("Where to buy tickets or read more."),
  former_slugs: formerSlugs,
  ...publication,
}).refine((show) => show.title !== undefined || show.setlist !== undefined, {
  message: "expected a title or a setlist, found neither",
});

export type ShowFile = z.infer<typeof showFile>;
