import { optionalText, text } from "../../../src/model/item/item_of.ts";
import { z } from "zod";
import { EVENT_TYPES, type ItemKind, MEMBER_STATUSES } from "../../../src/model/enums.ts";
import { eventItem, showDetailItem } from "../../../src/model/item/occasions.ts";
import { memberDetailItem } from "../../../src/model/item/member.ts";
import { newsDetailItem, releaseItem } from "../../../src/model/item/publications.ts";
import { setlistItem } from "../../../src/model/item/setlists.ts";
import { sessionItem } from "../../../src/model/item/videocalls.ts";

const formerSlugs = z.array(z.string()).optional().describe(
  "The names that it had in addresses before, the oldest first; absent if it had no other.",
);

const slug = text("The name of its file, under which addresses find it, too.");

const member = memberDetailItem.omit({ recentTheater: true, upcomingTheater: true, stats: true });

/** The items of datasets: the details, without what clock or store decide, and with what only content has. */
export const DATASET_ITEMS = {
  member: z.strictObject({
    ...member.shape,
    status: member.shape.status.optional().describe(
      "What she is; absent if `graduated` names a day: from that day on she has graduated.",
    ),
    is_graduate: member.shape.is_graduate.optional().describe(
      "Whether she has graduated; absent if `graduated` names a day.",
    ),
    birthday: optionalText("Month and day of her birth, `MM-DD`; absent if unknown."),
    youtube: optionalText("The id of her YouTube channel; absent if unknown."),
    status_before: z.enum(MEMBER_STATUSES).optional().describe(
      "What she is until the day of `graduated`; absent without one.",
    ),
    former_slugs: formerSlugs,
  }).describe("A member in a dataset."),
  show: z.strictObject({
    ...showDetailItem.omit({ is_upcoming: true, milestones: true }).shape,
    slug,
    former_slugs: formerSlugs,
  }).describe("A show in a dataset."),
  news: z.strictObject({
    ...newsDetailItem.shape,
    summary: text("The short text that lists show; empty if it has no text."),
    former_slugs: formerSlugs,
  }).describe("An article in a dataset."),
  event: z.strictObject({
    ...eventItem.omit({ is_upcoming: true }).shape,
    type: z.enum(EVENT_TYPES).describe(
      "The sort of event; `media` is television, radio or print, which answers of events call `other`.",
    ),
    time: optionalText(
      "When it begins, `HH:MM` or `HH:MM:SS` on the clock of its group; absent if unknown.",
    ),
    slug,
    former_slugs: formerSlugs,
  }).describe("An event in a dataset."),
  release: z.strictObject({ ...releaseItem.shape, slug, former_slugs: formerSlugs }).describe(
    "A record in a dataset.",
  ),
  setlist: z.strictObject({ ...setlistItem.shape, former_slugs: formerSlugs }).describe(
    "A setlist in a dataset.",
  ),
  videocall: z.strictObject(sessionItem.omit({ status: true }).shape).describe(
    "A session of video calls in a dataset.",
  ),
} satisfies Record<ItemKind, z.ZodObject>;
