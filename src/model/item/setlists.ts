import { z } from "zod";
import { type ItemOf, optionalText, text, texts } from "./item_of.ts";

const songItem = z.strictObject({
  title: text("The song's title."),
  original_title: optionalText("Its title in the original language; absent if unknown."),
  center: texts("The names of its centers, guests included; empty if unknown."),
  unit: texts("The names of all who sing it, guests included; empty if all do or it is unknown."),
});

/** A setlist as content has it. */
export const setlistItem = z.strictObject({
  id: text("Names the setlist."),
  name: text("The setlist's name, as shows call it."),
  name_native: optionalText("Its name in its own script; absent if unknown."),
  name_reading: optionalText(
    "How `name_native` is read, in kana or Latin letters; absent if unknown.",
  ),
  image: optionalText(
    "The address of its picture, or a path that begins with `/`; absent if there is none.",
  ),
  songs: z.array(songItem).describe("Its songs, in order; empty if unknown."),
}).describe("A setlist and its songs, in order.");

export type SetlistItem = ItemOf<typeof setlistItem>;
export type SongItem = ItemOf<typeof songItem>;

const performed = z.strictObject({
  count: z.int().nonnegative().describe("How many shows of content have performed it."),
  first: optionalText("The day of the first of them, `YYYY-MM-DD`; absent if there is none."),
  last: optionalText("The day of the last of them, `YYYY-MM-DD`; absent if there is none."),
  since: optionalText(
    "The day of the first show of content, from which on it is counted; absent if content has all shows of the group, or none.",
  ),
});

export const listedSetlistItem = z.strictObject({
  ...setlistItem.shape,
  performed: performed.describe(
    "The shows that have begun and are neither cancelled nor postponed.",
  ),
}).describe("A setlist in the list of them.");

export const setlistDetailItem = z.strictObject({
  ...listedSetlistItem.shape,
  by_member: z.array(z.strictObject({
    id: text("The member's slug."),
    name: text("Her name."),
    count: z.int().positive().describe("In how many of its shows she was."),
  })).describe("The members who were in its shows, the most frequent first; no guests."),
}).describe("A setlist in detail.");

export type Performed = ItemOf<typeof performed>;
export type SetlistDetailItem = ItemOf<typeof setlistDetailItem>;
