import { z } from "zod";
import { clockTime, day, duration, formerSlugs, image, link, memberName, oldId, publication, text } from "./field.ts";
import { EVENT_TYPES, OCCASION_STATES } from "../enums.ts";

/** `events/<slug>.yaml`: a handshake event, a concert, an appearance. */
export const eventFile = z.strictObject({
  id: oldId,
  title: text.describe("The event's name."),
  /** `media` (television, radio, print) is distinguished in the wrapped family's schedule only. */
  type: z.enum(EVENT_TYPES).default("other").describe(
    "The sort of event. media is television, radio or print.",
  ),
  date: day.describe("The day it takes place, in the group's time zone."),
  time: clockTime.optional().describe("When it begins, in quotes."),
  duration: duration.optional().describe("How long it takes, such as 2h 30m."),
  venue: text.optional().describe("Where it takes place."),
  description: text.optional().describe("What visitors should know."),
  label: image.optional().describe("The icon of the event's category."),
  url: link.optional().describe("The official page of the event."),
  members: z.array(memberName).optional().describe(
    "Who takes part: name, nickname or file name. Other names stay as guests.",
  ),
  state: z.enum(OCCASION_STATES).default("scheduled").describe(
    "Whether it takes place as announced.",
  ),
  former_slugs: formerSlugs,
  ...publication,
});

export type EventFile = z.infer<typeof eventFile>;
