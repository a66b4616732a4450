import { z } from "zod";
import { RELEASE_TYPES } from "../enums.ts";
import type { ItemOf } from "./item_of.ts";

/** A record of the discography. */
export const releaseItem = z.strictObject({
  id: z.string(),
  title: z.string(),
  type: z.enum(RELEASE_TYPES),
  number: z.number().optional(),
  release_date: z.string().optional(),
  cover: z.string().optional(),
  tracks: z.array(z.strictObject({
    number: z.number(),
    title: z.string(),
    original_title: z.string().optional(),
    members: z.array(z.string()),
  })),
  label: z.string().optional(),
  links: z.array(z.strictObject({ title: z.string(), url: z.string() })),
  description: z.string().optional(),
}).describe("A record of the discography.");

export type ReleaseItem = ItemOf<typeof releaseItem>;
