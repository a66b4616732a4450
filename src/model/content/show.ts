import { z } from "zod";
import { clockTime, day, identifier, image, link, memberName, publication, text } from "./field.ts";

/** Whom a show celebrates: a member's name, or an object where the old system's id is to be kept. */
const celebrated = z.union([
  memberName,
  z.strictObject({ member: memberName, id: z.union([text, z.int()]) }),
]);

/** Whether something announced takes place as announced. */
export const state = z.enum(["scheduled", "cancelled", "postponed"]);

/** `shows/<slug>.yaml`: one theater show. */
export const showFile = z.strictObject({
  id: identifier.optional(),
  /** The setlist's name where left out. */
  title: text.optional(),
  setlist: text.optional(),
  date: day,
  /** Unknown: the show counts as upcoming until the end of its day. */
  time: clockTime.optional(),
  venue: text.optional(),
  team: text.optional(),
  state: state.default("scheduled"),
  members: z.array(memberName).default([]),
  seitansai: z.array(celebrated).default([]),
  graduation: z.array(celebrated).default([]),
  poster: image.optional(),
  banner: image.optional(),
  url: link.optional(),
  ...publication,
}).refine((show) => show.title !== undefined || show.setlist !== undefined, {
  message: "expected a title or a setlist, found neither",
});

export type ShowFile = z.infer<typeof showFile>;
