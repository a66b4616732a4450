import { z } from "zod";
import type { ItemOf } from "../item/item_of.ts";

/** A setlist. */
export const setlistItem = z.strictObject({
  id: z.string(),
  name: z.string(),
  songs: z.array(z.string()),
  image: z.string().optional(),
}).describe("A setlist and its songs, in order.");

export type SetlistItem = ItemOf<typeof setlistItem>;
