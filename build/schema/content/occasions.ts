import { z } from "zod";
import { EVENT_TYPES, OCCASION_STATES } from "../../../src/model/enums.ts";
import { REMEDIES } from "./remedies.ts";
import {
  clockTime,
  day,
  duration,
  formerSlugs,
  image,
  link,
  memberName,
  nativeName,
  oldId,
  price,
  publication,
  saleStart,
  slug,
  text,
} from "./field.ts";

/** Whom a show celebrates: a member's name, or an object if the old system's id is to be kept. */
const celebrated = z.union([
  memberName,
  z.strictObject({
    member: memberName.describe("Name, nickname or file name."),
    id: z.union([text, z.int()]).describe("The old system's id, kept in answers."),
  }),
]);

/** Tickets of one sort. */
const ticket = z.strictObject({
  type: text.clone().register(REMEDIES, { example: "VIP" }).optional().describe(
    "What is sold, such as VIP.",
  ),
  price: price.optional().describe("What one costs, with its currency."),
  sale_from: saleStart.optional().describe(
    "When their sale begins: a day and a time on the group's clock, such as 2026-07-04 10:00, or the day alone.",
  ),
  url: link.optional().describe("Where they are sold."),
});

/** How people come to see a show or event. */
const admission = {
  tickets: z.array(ticket).default([]).describe(
    "The tickets that are sold, one entry for each sort.",
  ),
  stream: z.strictObject({
    url: link.describe("Where people watch it."),
    price: price.optional().describe("What it costs to watch it, with its currency."),
  }).optional().describe("Where it is broadcast."),
};

/** `shows/<slug>.yaml`: one theater show. */
export const showFile = z.strictObject({
  id: oldId,
  title: text.optional().describe("The show's title. The setlist's name if left out."),
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
  seitansai: z.array(celebrated).default([]).describe(
    "Whose birthday is celebrated.",
  ),
  graduation: z.array(celebrated).default([]).describe(
    "Whose last show it is.",
  ),
  poster: image.optional().describe("An upright picture."),
  banner: image.optional().describe("A wide picture."),
  url: link.optional().describe("Where to buy tickets or read more."),
  ...admission,
  former_slugs: formerSlugs,
  ...publication,
}).refine((show) => show.title !== undefined || show.setlist !== undefined, {
  message: "expected a title or a setlist, found neither",
});

export type ShowFile = z.infer<typeof showFile>;

/** A song of which more than its title is known. */
export const songForm = z.strictObject({
  title: text.describe("The song's title.").register(REMEDIES, { example: "Jendela Pagi" }),
  original_title: text.optional().describe("Its title in the original language."),
  center: z.array(memberName).default([]).describe(
    "Who is the center: name, nickname or file name. Other names stay as guests.",
  ),
  unit: z.array(memberName).default([]).describe(
    "Who sings it, if not all do: name, nickname or file name. Other names stay as guests.",
  ),
});

/** `setlists/<slug>.yaml`: one programme that shows perform. */
export const setlistFile = z.strictObject({
  name: text.describe("The setlist's name, as shows call it.").register(REMEDIES, {
    example: "Jendela Pagi",
  }),
  ...nativeName,
  songs: z.array(z.union([text, songForm])).default([]).describe(
    "Its songs in order: each its title alone, or fields that say more of it.",
  ),
  image: image.optional().describe("Its picture."),
  former_slugs: z.array(slug).default([]).describe(
    "Earlier addresses of this setlist, which its names made; they keep working.",
  ),
});

export type SetlistFile = z.infer<typeof setlistFile>;

/** `events/<slug>.yaml`: a handshake event, a concert, an appearance. */
export const eventFile = z.strictObject({
  id: oldId,
  title: text.describe("The event's name.").register(REMEDIES, { example: "Jendela Pagi" }),
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
  ...admission,
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

const session = z.strictObject({
  session: text.describe("What the session is called, such as Sesi 1.").register(REMEDIES, {
    example: "Sesi 1",
  }),
  title: text.optional().describe("The record or product it belongs to."),
  category: text.optional().describe("The sort of product."),
  code: text.optional().describe("The code of the product it is sold under. No answer has it."),
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
