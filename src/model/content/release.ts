import { z } from "zod";
import { day, identifier, image, memberName, publication, text, titledLink } from "./field.ts";

const track = z.strictObject({
  number: z.int().positive().optional(),
  title: text,
  original_title: text.optional(),
  members: z.array(memberName).default([]),
});

/** `releases/<slug>.yaml`: one record. Tracks without a number are counted from 1. */
export const releaseFile = z.strictObject({
  id: identifier.optional(),
  title: text,
  type: z.enum(["single", "album", "ep", "digital"]),
  /** Which single or album of the group this is. */
  number: z.int().positive().optional(),
  release_date: day.optional(),
  cover: image.optional(),
  tracks: z.array(track).default([]),
  /** The record company. */
  label: text.optional(),
  links: z.array(titledLink).default([]),
  description: text.optional(),
  ...publication,
});

export type ReleaseFile = z.infer<typeof releaseFile>;
