import { z } from "zod";
import { day, image, publication, slug, text, titledLink } from "./field.ts";

/** `members/<slug>.yaml`: one person of the roster. Only the name must be known. */
export const memberFile = z.strictObject({
  name: text,
  fullname: text.optional(),
  nicknames: z.array(text).default([]),
  former_slugs: z.array(slug).default([]),
  generation: text.optional(),
  /** What she is, or was until the day of `graduated`. */
  status: z.enum(["active", "trainee", "graduated"]).default("active"),
  team: text.optional(),
  img: image.optional(),
  img_alt: image.optional(),
  birth_date: day.optional(),
  birthplace: text.optional(),
  blood_type: text.optional(),
  zodiac: text.optional(),
  /** Text, or a number of centimetres. */
  height: z.union([text, z.number().positive()]).optional(),
  hobby: text.optional(),
  description: text.optional(),
  jikosokai: text.optional(),
  joined: day.optional(),
  /** From this day on she has graduated; it may lie in the future. */
  graduated: day.optional(),
  idn_username: text.optional(),
  room_id: z.int().positive().optional(),
  showroom_url_key: text.optional(),
  sr_exists: z.boolean().optional(),
  /** YouTube channel id (`UC…`). */
  youtube: text.optional(),
  socials: z.array(titledLink).default([]),
  ...publication,
});

export type MemberFile = z.infer<typeof memberFile>;
