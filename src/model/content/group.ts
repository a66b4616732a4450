import { z } from "zod";
import { image, slug, text, timezone } from "./field.ts";

const language = z.string().refine(isLanguage, "expected a language such as id, en or ja");

/** `group.yaml`: what holds for one group as a whole. */
export const groupFile = z.strictObject({
  name: text,
  /** Which of the two response conventions its endpoints follow. */
  family: z.enum(["bare", "wrapped"]),
  timezone: timezone.default("Asia/Jakarta"),
  /** Decides the order of names (BCP 47). */
  language: language.default("id"),
  /** When someone born on 29 February celebrates in common years. */
  leap_day: z.enum(["feb28", "mar1"]).default("feb28"),
  /** Further path segments under which the group is served. */
  aliases: z.array(slug).default([]),
  image: image.optional(),
  /** The group's own accounts on the live platforms. */
  accounts: z.strictObject({
    idn: text.optional(),
    showroom: z.strictObject({ room_id: z.int().positive(), url_key: text }).optional(),
    youtube: z.array(text).default([]),
  }).default({ youtube: [] }),
});

export type GroupFile = z.infer<typeof groupFile>;

function isLanguage(value: string): boolean {
  try {
    return Intl.Collator.supportedLocalesOf(value).length === 1;
  } catch {
    return false;
  }
}
