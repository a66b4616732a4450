import { z } from "zod";
import { PROFILES, PUBLIC_LEVELS } from "../../../src/model/enums.ts";
import { FORMS, REMEDIES } from "./remedies.ts";
import { roomId } from "./member.ts";
import { duration, image, slug, text, timezone } from "./field.ts";
import { GROUP_FAMILIES, LEAP_DAYS } from "../../../src/model/enums.ts";

const language = z.string().refine(isLanguage, FORMS.language).register(REMEDIES, {
  form: "language",
});

/** An alias: a word, or a word under which programs written for another service find that service. */
const alias = z.union([
  slug,
  z.strictObject({
    name: slug.describe("The word."),
    as: z.enum(PROFILES).describe("The service whose programs work under it."),
  }),
]);

/** `group.yaml`: what holds for one group as a whole. */
export const groupFile = z.strictObject({
  name: text.describe("The group's name.").register(REMEDIES, { example: "Aya Putri" }),
  family: z.enum(GROUP_FAMILIES).describe(
    "How its answers look: bare lists, or lists wrapped in an object.",
  ),
  timezone: timezone.default("Asia/Jakarta").describe("The time zone of all its dates and times."),
  /** Decides the order of names (BCP 47). */
  language: language.default("id").describe(
    "The language by which names are sorted, weekdays are called and messages are written.",
  ),
  leap_day: z.enum(LEAP_DAYS).default("feb28").describe(
    "When someone born on 29 February celebrates in common years.",
  ),
  show_duration: duration.optional().describe(
    "How long a show takes whose file does not say it, such as 2h.",
  ),
  shows_complete: z.boolean().default(false).describe(
    "Whether this folder has every show that the group has ever had.",
  ),
  aliases: z.array(alias).default([]).describe("Further words under which the group is served."),
  guests: z.array(text).default([]).describe(
    "Guests whom line-ups and credits may name without a warning.",
  ),
  defaults: z.strictObject({
    venue: text.optional().describe(
      "Where shows and events take place that name no venue; those of type media have none.",
    ),
  }).default({}).describe("What holds where a file says nothing."),
  public: z.enum(PUBLIC_LEVELS).register(REMEDIES, { isGuarded: true }).default("none").describe(
    "What everybody sees without a key: nothing (none), the group on the front page (page), or its calendars and feeds too (feeds). With site it also has pages of its own, which assistants read too.",
  ),
  image: image.optional().describe("The group's picture or logo."),
  accounts: z.strictObject({
    idn: text.optional().describe("The user name on IDN."),
    showroom: z.strictObject({
      room_id: roomId,
      url_key: text.clone().register(REMEDIES, { example: "aya_putri" }),
    }).optional().describe(
      "The room on SHOWROOM.",
    ),
    youtube: z.array(text).default([]).describe("YouTube channel ids."),
  }).default({ youtube: [] }).describe("The group's own accounts on the live platforms."),
});

type AliasEntry = z.infer<typeof alias>;

/** The word itself. */
export function aliasName(entry: AliasEntry): string {
  return typeof entry === "string" ? entry : entry.name;
}

export type GroupFile = z.infer<typeof groupFile>;

function isLanguage(value: string): boolean {
  try {
    return Intl.Collator.supportedLocalesOf(value).length === 1;
  } catch {
    return false;
  }
}
