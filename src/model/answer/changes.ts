import { z } from "zod";
import { CHANGE_KINDS } from "../enums.ts";
import type { ItemOf } from "../item/item_of.ts";

const change = z.strictObject({
  group: z.string().describe("The group's name in addresses."),
  kind: z.string().describe(
    "What it is: member, show, news, event, release, videocall, setlist, or a kind still to come.",
  ),
  id: z.string(),
  change: z.enum(CHANGE_KINDS),
  fields: z.string().array().describe(
    "The fields of a changed item that have other values, as files of the content call them; none " +
      "where it was away in between.",
  ),
  former_id: z.string().optional().describe("The id it had before, where it has another now."),
});

/** What changed from one cursor to another. */
export const changesItem = z.strictObject({
  cursor: z.string().describe("Where this answer ends: ask with it the next time."),
  from: z.string().describe("Where this answer begins."),
  total: z.int().nonnegative(),
  data: change.array().describe("One change for each item, by group, kind and id."),
}).describe("Which items changed, each told once.");

export type ChangesItem = ItemOf<typeof changesItem>;
