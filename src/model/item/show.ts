import { z } from "zod";
import type { ItemOf } from "./item_of.ts";
import { OCCASION_STATES } from "../enums.ts";

/** A setlist. */
export const setlistItem = z.strictObject({
  id: z.string(),
  name: z.string(),
  songs: z.array(z.string()),
  image: z.string().optional(),
}).describe("A setlist and its songs, in order.");

export type SetlistItem = ItemOf<typeof setlistItem>;

/** Whom a show celebrates, or who performs in it; guests have neither id nor address. */
const person = z.strictObject({
  id: z.union([z.string(), z.number()]).optional(),
  name: z.string(),
  img: z.string().optional(),
  url_key: z.string().optional(),
});

/** A show in the bare list. */
export const showItem = z.strictObject({
  title: z.string(),
  setlist: z.string(),
  date: z.string(),
  time: z.string(),
  venue: z.string(),
  members: z.array(z.string()),
  is_upcoming: z.boolean(),
  id: z.string(),
  start_at: z.string(),
  state: z.enum(OCCASION_STATES),
  member_count: z.number(),
  team: z.string().optional(),
  poster: z.string().optional(),
  banner: z.string().optional(),
  url: z.string().optional(),
  end_at: z.string().optional(),
}).describe("A show in the bare list.");

/** A show in a page of the list. */
export const pagedShowItem = z.strictObject({
  ...showItem.shape,
  seitansai: z.array(person),
  graduation: z.array(person),
}).describe("A show in a page of the list.");

/** A show in detail. */
export const showDetailItem = z.strictObject({
  ...pagedShowItem.shape,
  lineup: z.array(person),
  setlist_detail: z.strictObject({ name: z.string(), songs: z.array(z.string()) }),
}).describe("A show in detail.");

export type ShowItem = ItemOf<typeof showItem>;
export type PagedShowItem = ItemOf<typeof pagedShowItem>;
export type ShowDetailItem = ItemOf<typeof showDetailItem>;
export type PersonItem = ItemOf<typeof person>;
