/**
 * This room defines the schemas of the content files.
 *
 * @module
 */

import { z } from "zod";
import {
  isCivilDate,
  isFarInstant,
  isInstant,
  isYearlessDay,
} from "../../../src/time/civil_date.ts";
import { parseTimezone } from "../../../src/time/timezone.ts";
import { FORMS, REMEDIES } from "./remedies.ts";

/** A line or more of text that is not blank. */
export const text = z.string().trim().min(
  1,
  "expected some text, found nothing between the quotes",
);

/** A web address; only https and http, so that no `javascript:` link reaches a page. */
export const link = z.string().regex(
  /^https?:\/\/(?!https?:?\/\/)[^\s"<>\\]+$/,
  FORMS.link,
).register(REMEDIES, { form: "link", example: "https://groupa.example" });

/**
 * The place of an image or icon: a picture of the group such as `pictures/nagi.jpg`, or a web address. A
 * path on the site that content came from, such as `/images/icon.png`, is let through, and warned of.
 */
export const image = z.string().regex(
  /^(https?:\/\/(?!https?:?\/\/)|\/(?!\/)|pictures\/)[^\s"<>\\]+$/,
  FORMS.picture,
).register(REMEDIES, { form: "picture" });

/** `publish_at: 9999-12-31T23:59:59Z` is how some write "never". */
const TOO_FAR = "expected a moment between the years 1 and 9998";

/** A day: `2026-07-04`. */
export const day = z.string().refine(
  isCivilDate,
  { error: FORMS.day },
).register(REMEDIES, { form: "day", example: "2026-07-04" });

/** A day, or an instant. */
export const dayOrInstant = z.string().refine(
  (value) => isCivilDate(value) || isInstant(value),
  { error: FORMS.day },
).register(REMEDIES, { form: "day", example: "2026-07-04" });

/** A day, or `--03-03` if the year is unknown. */
export const birthDate = z.string().refine(
  (value) => isYearlessDay(value) || isCivilDate(value),
  { error: FORMS.birthDay },
).register(REMEDIES, { form: "birthDay" });

/** A moment of the world: `2026-07-04T12:00:00Z` or with an offset. */
const instant = z.string().refine(
  isInstant,
  { error: orTooFar(FORMS.moment) },
).register(REMEDIES, { form: "moment" });

/** A day with a time on the clock of the group's zone: `2026-07-04 10:00`. */
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})[T ](([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)$/;

/** When a sale begins: a day, with a time on the clock of the group's zone or without, or an instant. */
export const saleStart = z.string().refine(
  (value) => isCivilDate(LOCAL_TIME.exec(value)?.[1] ?? value) || isInstant(value),
  { error: orTooFar(FORMS.saleStart) },
).register(REMEDIES, { form: "saleStart" });

/** The parts of a day with a time on the clock of the group's zone; undefined if it is none. */
export function localTimeIn(text: string): readonly [day: string, time: string] | undefined {
  const [, day, time] = LOCAL_TIME.exec(text) ?? [];
  return day === undefined ? undefined : [day, time!];
}

function orTooFar(usual: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => typeof input === "string" && isFarInstant(input) ? TOO_FAR : usual;
}

/** A time on the clock of the group's zone: `19:00`, `19:00:00` or `9:00`, which becomes `09:00`. */
export const clockTime = z.string().regex(
  /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/,
  FORMS.time,
).register(REMEDIES, { form: "time", example: '"19:00"' }).transform((time) =>
  /^\d:/.test(time) ? `0${time}` : time
);

/** Letters of kana and of the Latin alphabet, with what stands between them. */
const READING =
  /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Latin}\p{M}\p{N}\p{P}\p{Zs}ー]+$/u;

const reading = text.refine(
  (value) => READING.test(value),
  "expected a reading in kana or Latin letters, such as ありさわ みずほ or Chen Meilan",
);

/** A name in its own script, and how that is read. */
export const nativeName = {
  name_native: text.optional().describe("The name in its own script, such as 有沢 瑞穂."),
  name_reading: reading.optional().describe(
    "How that name is read, in kana or Latin letters, such as ありさわ みずほ.",
  ),
};

/** Hours, minutes or both: `2h 30m`, `2 jam`, `150 minutes`; or `2:30`, which no clock shows. */
const DURATION =
  /^(?=\d)(?:0?(\d):([0-5]\d)|(?:(\d{1,2}) ?(?:h|hours?|jam) ?)?(?:(\d{1,4}) ?(?:m|mins?|minutes?|menit))?)$/;

/** How long something takes, at most a day; read as whole minutes. */
export const duration = z.string().regex(DURATION, FORMS.duration).register(REMEDIES, {
  form: "duration",
}).transform((value, context) => {
  const [, ...parts] = DURATION.exec(value)!;
  const [hours, rest, h, m] = parts.map((part) => Number(part ?? 0)) as Quartet;
  const minutes = (hours + h) * 60 + rest + m;
  if (minutes >= 1 && minutes <= 24 * 60) return minutes;
  context.addIssue({ code: "custom", message: FORMS.duration });
  return z.NEVER;
});

type Quartet = [number, number, number, number];

/** The name of a file without its ending, as it is written in addresses. */
export const slug = z.string().regex(
  /^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/,
  FORMS.slug,
).register(REMEDIES, { form: "slug" });

const identifier = z.union([
  z.string().regex(/^[^\s/?#%]+$/, "expected an id without spaces or slashes"),
  z.int(),
])
  .transform(String);

/** An identifier of the old system; numbers are read as text. */
export const oldId = identifier.optional().describe(
  "The old system's id. The file name if left out.",
);

/** The slugs that a file had, without its ending. */
export const formerSlugs = z.array(
  slug.refine((name) => !/\.(?:ya?ml|md)$/.test(name), FORMS.slug),
).default([]).describe(
  "Earlier names of this file; old addresses keep working.",
);

/** A member by slug, full name or nickname; a name without a roster entry is a guest. */
export const memberName = text.clone().register(REMEDIES, { example: "Aya Putri" });

/** What any entry may say about when it is shown. */
export const publication = {
  draft: z.boolean().optional().describe("true keeps the entry out of every answer."),
  publish_at: instant.optional().describe("Keeps the entry out of every answer until this moment."),
};

/** Links of a member or release to other places. */
export const titledLink = z.strictObject({
  title: text.describe("What the link says, such as Instagram.").register(REMEDIES, {
    example: "Instagram",
  }),
  url: link.describe("Where it leads.").register(REMEDIES, {
    example: "https://instagram.com/siti",
  }),
});

/** What something costs; a number is read as text. */
export const price = z.union([text, z.number().nonnegative()]).transform(String);

/** An IANA time zone, in the spelling of the zone database. */
export const timezone = z.string().register(REMEDIES, {
  form: "timezone",
  example: "Asia/Jakarta",
}).transform((value, context) => {
  try {
    return parseTimezone(value);
  } catch {
    context.addIssue({ code: "custom", message: FORMS.timezone });
    return z.NEVER;
  }
});
