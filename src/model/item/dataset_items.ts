import { z } from "zod";
import type { DatasetKind } from "../enums.ts";
import { eventItem, showDetailItem } from "./occasions.ts";
import { memberDetailItem } from "./member.ts";
import { newsDetailItem, releaseItem } from "./publications.ts";
import { setlistItem } from "./setlists.ts";
import { sessionItem } from "./videocalls.ts";

const formerSlugs = z.array(z.string()).optional().describe(
  "The names that it had in addresses before, the oldest first; absent if it had no other.",
);

const slug = z.string().describe("The name of its file, under which addresses find it, too.");

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
    birthday: z.string().optional().describe(
      "Month and day of her birth, `MM-DD`; absent if unknown.",
    ),
    youtube: z.string().optional().describe("The id of her YouTube channel; absent if unknown."),
    former_slugs: formerSlugs,
  }).describe("A member in a dataset."),
  show: z.strictObject({
    ...showDetailItem.omit({ is_upcoming: true, milestones: true }).shape,
    slug,
    former_slugs: formerSlugs,
  }).describe("A show in a dataset."),
  news: z.strictObject({ ...newsDetailItem.shape, former_slugs: formerSlugs }).describe(
    "An article in a dataset.",
  ),
  event: z.strictObject({
    ...eventItem.omit({ is_upcoming: true }).shape,
    slug,
    former_slugs: formerSlugs,
  }).describe("An event in a dataset."),
  release: releaseItem,
  setlist: z.strictObject({ ...setlistItem.shape, former_slugs: formerSlugs }).describe(
    "A setlist in a dataset.",
  ),
  videocall: z.strictObject(sessionItem.omit({ status: true }).shape).describe(
    "A session of video calls in a dataset.",
  ),
} satisfies Record<DatasetKind, z.ZodObject>;
