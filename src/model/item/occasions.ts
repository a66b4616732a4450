import { z } from "zod";
import { EVENT_TYPES, OCCASION_STATES, SCHEDULE_STATUSES, SCHEDULE_TYPES } from "../enums.ts";
import { flag, type ItemOf, number, optionalText, pictureSide, text, texts } from "./item_of.ts";

const ticket = z.strictObject({
  type: optionalText("What is sold, such as `VIP`; absent if unknown."),
  price: optionalText("What one costs, in the words of content; absent if unknown."),
  sale_from: optionalText(
    "The instant at which their sale begins, with the group's offset; absent if unknown. Midnight if content names the day alone.",
  ),
  url: optionalText("Where they are sold; absent if unknown."),
});

const stream = z.strictObject({
  url: text("The address at which people watch it."),
  price: optionalText("What it costs, in the words of content; absent if unknown."),
});

/** How people come to see a show or event. */
const admission = {
  tickets: z.array(ticket).optional().describe(
    "The tickets that are sold; absent if content names none.",
  ),
  stream: stream.optional().describe("Where it is broadcast; absent if content names no stream."),
};

export type TicketItem = ItemOf<typeof ticket>;

/** Whom a show celebrates, or who performs in it; guests have neither id nor address. */
const person = z.strictObject({
  id: z.union([z.string(), z.number()]).optional().describe(
    "A member's slug; in `seitansai` and `graduation` the old system's id, a text or a number, if content has one; absent for a guest without such an id.",
  ),
  name: text("The member's name, or a guest's name as content writes it."),
  img: optionalText(
    "The address of her picture, or a path that begins with `/`; absent if there is none.",
  ),
  url_key: optionalText("A member's slug; absent for a guest."),
});

export const showItem = z.strictObject({
  title: text("The show's title; the setlist's name if it has none of its own."),
  setlist: text("The name of the setlist that is performed; empty if unknown."),
  date: text("The day it takes place, `YYYY-MM-DD` in the group's time zone."),
  time: text(
    "When it begins, `HH:MM`, or `HH:MM:SS` if content gives seconds, in the group's time zone; empty if unknown.",
  ),
  venue: text(
    "Where it takes place; the group's usual venue if content names none, empty if there is none.",
  ),
  members: texts("The names of all who perform, guests included; empty if the line-up is unknown."),
  is_upcoming: flag(
    "Whether it has not begun. A show without a time counts as upcoming until its day ends.",
  ),
  id: text("Names the show: what `theater/{id}` takes."),
  start_at: text(
    "The instant at which it begins, with the group's offset; the last second of its day if the time is unknown.",
  ),
  state: z.enum(OCCASION_STATES).describe("Whether it takes place as announced."),
  member_count: number("How many names `members` has."),
  team: optionalText("The team that performs; absent if unknown."),
  poster: optionalText(
    "The address of an upright picture, or a path that begins with `/`; absent if there is none.",
  ),
  banner: optionalText(
    "The address of a wide picture, or a path that begins with `/`; absent if there is none.",
  ),
  url: optionalText("Where to buy tickets or read more; absent if unknown."),
  end_at: optionalText(
    "The instant at which it ends, with the group's offset; absent if its time of day or its length is unknown.",
  ),
  ...admission,
  poster_width: pictureSide("width", "poster"),
  poster_height: pictureSide("height", "poster"),
}).describe("A show in the bare list.");

export const pagedShowItem = z.strictObject({
  ...showItem.shape,
  seitansai: z.array(person).describe("Whose birthday it celebrates; empty if no one's."),
  graduation: z.array(person).describe("Whose last show it is; empty if no one's."),
}).describe("A show in a page of the list.");

/** A round number of shows that a member reaches: the 1st, 10th, 50th, 100th, 150th and so on. */
export const milestone = z.strictObject({
  id: text("The member's slug."),
  name: text("Her name."),
  count: z.int().positive().describe("How many shows she has with this one."),
  setlist: optionalText(
    "The name of the setlist whose shows are counted; absent if all shows are.",
  ),
});

export const showDetailItem = z.strictObject({
  ...pagedShowItem.shape,
  lineup: z.array(person).describe("Who performs, in the order of `members`."),
  setlist_detail: z.strictObject({
    name: text("The setlist's name; empty if unknown."),
    songs: texts("The titles of its songs, in order; empty if unknown."),
  }).describe("The setlist that is performed."),
  milestones: z.array(milestone).describe(
    "Round numbers of shows that members reach with this one; empty until it begins, and where content cannot know them.",
  ),
}).describe("A show in detail.");

export type ShowItem = ItemOf<typeof showItem>;
export type PagedShowItem = ItemOf<typeof pagedShowItem>;
export type ShowDetailItem = ItemOf<typeof showDetailItem>;
export type Milestone = ItemOf<typeof milestone>;
export type PersonItem = ItemOf<typeof person>;

export const eventItem = z.strictObject({
  id: text("Names the event: what `events/{id}` takes."),
  title: text("The event's name."),
  date: text("When it begins, with the group's offset; at 00:00 if the time of day is unknown."),
  venue: text(
    "Where it takes place; the group's usual venue if content names none, but not for television, radio and print; empty if unknown.",
  ),
  description: text("What visitors should know, in plain text; empty if there is nothing."),
  label: text(
    "The web address of the icon of its category; empty if there is none, or only a path on a site.",
  ),
  url: text("The official page of the event; empty if there is none."),
  members: z.array(z.string()).optional().describe(
    "The names of all who take part, guests included; absent if content names no one.",
  ),
  type: z.enum(EVENT_TYPES).exclude(["media"]).describe(
    "The sort of event; television, radio and print are `other` here, and `media` in `schedule`.",
  ),
  is_upcoming: flag(
    "Whether it has not begun. An event without a time counts as upcoming until its day ends.",
  ),
  state: showItem.shape.state,
  end_at: showItem.shape.end_at,
  ...admission,
}).describe("An event: both shapes that clients read, in one object.");

export type EventItem = ItemOf<typeof eventItem>;

export const scheduleItem = z.strictObject({
  id: text("Names the show or event: what `theater/{id}` or `events/{id}` takes."),
  title: text("Its title."),
  type: z.enum(SCHEDULE_TYPES).describe(
    "`theater` for a show; `media` for television, radio and print; `event` for events of the type `handshake`, `concert` or `offair` (an appearance at somebody else's event); `other` for all others.",
  ),
  setlist: optionalText("The setlist that is performed; absent for events and if unknown."),
  date: showItem.shape.date,
  time: optionalText(
    "When it begins, `HH:MM`, or `HH:MM:SS` if content gives seconds, in the group's time zone; absent if unknown.",
  ),
  start_at: showItem.shape.start_at,
  venue: optionalText(
    "Where it takes place; the group's usual venue if content names none, but not for television, radio and print; absent if unknown.",
  ),
  members: texts("The names of all who take part, guests included; empty if unknown."),
  status: z.enum(SCHEDULE_STATUSES).describe(
    "`today` on its day; before it `upcoming`, after it `past`, by the group's clock.",
  ),
  is_upcoming: flag(
    "Whether it has not begun. An item without a time counts as upcoming until its day ends.",
  ),
  state: showItem.shape.state,
  url: showItem.shape.url,
}).describe("A show or event in `schedule`.");

export type ScheduleItem = ItemOf<typeof scheduleItem>;
