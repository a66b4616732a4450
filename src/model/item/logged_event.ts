import { z } from "zod";
import { memberItem, zonedBirthdayItem } from "./member.ts";
import { type ItemOf, number, optionalText, text, texts } from "./item_of.ts";
import { announcedItem } from "./around_live.ts";
import { liveEndItem, liveItem } from "./live.ts";
import { newsItem, releaseItem } from "./publications.ts";
import { eventItem, milestone, showItem } from "./occasions.ts";

const changedShowItem = z.strictObject({
  ...showItem.shape,
  changed: texts("The names of the content's fields that changed."),
  former: showItem.pick({ title: true, date: true, time: true, venue: true, start_at: true })
    .partial().optional().describe(
      "The old values of `title`, `date`, `time`, `venue` and `start_at`, each only if it changed; absent if none of them did.",
    ),
}).describe("A show that was changed, as lists have it now.");

/** What is left to say of a show that does not take place, or whose file is gone. */
const cancelledShowItem = z.strictObject({
  id: text("Names the show."),
  title: text("The show's title."),
  date: text("The day on which it was to take place, `YYYY-MM-DD` in the group's time zone."),
  start_at: text("The instant at which it was to begin, with the group's offset."),
  venue: text("Where it was to take place; empty if unknown."),
  state: z.literal("cancelled").describe("Always `cancelled`, also of a removed show."),
}).describe("A show that is cancelled, or was removed from the content.");

const milestoneItem = z.strictObject({
  ...showItem.shape,
  milestones: z.array(milestone).describe("Who reaches which number with it; at least one."),
}).describe("A show with which members reach a round number of shows, as lists have it.");

const ticketSaleItem = z.strictObject({
  kind: z.enum(["show", "event"]).describe("What the tickets are for."),
  id: text("Names the show or event: what `theater/{id}` or `events/{id}` takes."),
  title: text("Its title."),
  start_at: text(
    "The instant at which it begins, with the group's offset; the last second of its day if the time of day is unknown.",
  ),
  venue: text("Where it takes place; empty if unknown."),
  sale_from: text("The instant at which the sale begins, with the group's offset."),
  tickets: eventItem.shape.tickets.unwrap().describe("The tickets that are sold from then on."),
  url: optionalText(
    "Where to buy tickets or read more, as the show or event has it; absent if unknown.",
  ),
}).describe("The tickets of a show or event whose sale begins.");

const changeCounts = z.strictObject({
  added: number("How many items are new."),
  changed: number("How many items have other fields."),
  removed: number("How many items are gone."),
});

/** How much of a group's content a build has changed. */
const contentChangeItem = z.strictObject({
  build: text("Names the content that is served since."),
  ...changeCounts.shape,
  kinds: z.record(z.string(), changeCounts).describe(
    "The same counts by kind (`member`, `show`, `news`, `event`, `release`, `videocall`, `setlist`); a kind without changes is absent.",
  ),
}).describe("How many items of a group a build has changed.");

/** The data of an event, by its type. */
const EVENT_DATA = {
  "live.started": liveItem,
  "live.resumed": liveItem,
  "live.ended": liveEndItem,
  "show.added": showItem,
  "show.changed": changedShowItem,
  "show.cancelled": cancelledShowItem,
  "news.published": newsItem,
  "release.added": releaseItem,
  "member.joined": memberItem,
  "member.graduated": memberItem,
  "birthday.today": zonedBirthdayItem,
  "content.changed": contentChangeItem,
  "show.soon": showItem,
  "live.announced": announcedItem,
  "show.milestone": milestoneItem,
  "ticket.sale": ticketSaleItem,
} satisfies Record<string, z.ZodType>;

function eventOf<Type extends keyof typeof EVENT_DATA>(type: Type) {
  return z.strictObject({
    id: text("Its place in the log: larger than that of every event before it."),
    type: z.literal(type).describe("What has happened."),
    group: text("The group's name in addresses."),
    at: text("When it was logged; an instant in UTC."),
    data: EVENT_DATA[type],
  });
}

/** The events of the log, by type. */
export const LOGGED_EVENTS = {
  "live.started": eventOf("live.started"),
  "live.resumed": eventOf("live.resumed"),
  "live.ended": eventOf("live.ended"),
  "show.added": eventOf("show.added"),
  "show.changed": eventOf("show.changed"),
  "show.cancelled": eventOf("show.cancelled"),
  "news.published": eventOf("news.published"),
  "release.added": eventOf("release.added"),
  "member.joined": eventOf("member.joined"),
  "member.graduated": eventOf("member.graduated"),
  "birthday.today": eventOf("birthday.today"),
  "content.changed": eventOf("content.changed"),
  "show.soon": eventOf("show.soon"),
  "live.announced": eventOf("live.announced"),
  "show.milestone": eventOf("show.milestone"),
  "ticket.sale": eventOf("ticket.sale"),
};

type EventSchema = typeof LOGGED_EVENTS[keyof typeof LOGGED_EVENTS];

/** Something that has happened. */
export const loggedEventItem = z
  .discriminatedUnion("type", Object.values(LOGGED_EVENTS) as [EventSchema, ...EventSchema[]])
  .describe("Something that has happened.");

export const eventListItem = z.strictObject({
  total: number("How many events `data` holds."),
  cursor: text("Ask for what comes then with `after=`."),
  data: z.array(loggedEventItem).describe("The events, oldest first."),
}).describe("A part of the log of events, oldest first.");

/** What a stream says where events that the caller has not seen are not kept any more. */
export const eventGapItem = z.strictObject({
  oldest: text("Events up to this id are not kept any more."),
}).describe("Events that the caller has not seen are not kept any more.");

export type ChangedShowItem = ItemOf<typeof changedShowItem>;
export type CancelledShowItem = ItemOf<typeof cancelledShowItem>;
export type TicketSaleItem = ItemOf<typeof ticketSaleItem>;
export type ContentChangeItem = ItemOf<typeof contentChangeItem>;
