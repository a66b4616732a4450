import { z } from "zod";
import { QUOTA_PERIODS } from "../../../src/model/enums.ts";
import {
  DEFAULT_STREAMS,
  DEFAULT_WEBHOOKS,
  SIGNUP_STREAMS,
  SIGNUP_WEBHOOKS,
} from "../../../src/model/plans.ts";
import { FORMS, REMEDIES, type Remedy } from "./remedies.ts";
import { dayOrInstant, link, slug, text, timezone } from "./field.ts";
import { type Message, phrase, wordsOf } from "../../words/say.ts";

/** Red, green and blue, each 0 to 255. */
type Colour = readonly [red: number, green: number, blue: number];

/** The papers on which text is hardest to read: the raised ones of the stylesheet. */
const LIGHT_PAPER: Colour = [0xf6, 0xf6, 0xf8];
const DARK_PAPER: Colour = [0x1f, 0x1f, 0x27];
const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];
/** Least contrast of text with its paper (WCAG 2.2, success criterion 1.4.3). */
const LEAST = 4.5;
/** Pale text on dark paper is read with ease from here on. */
const COMFORTABLE = 7;

/** The colour of links and buttons on light paper: six hexadecimal digits after a `#`. */
export const accent = z.string()
  .regex(/^#[0-9a-f]{6}$/i, {
    error: FORMS.colour,
    abort: true,
  })
  .register(REMEDIES, { form: "colour" })
  .superRefine((value, context) => {
    if (contrast(colourOf(value), LIGHT_PAPER) >= LEAST) return;
    const said = tooPale(colourOf(value));
    context.addIssue({ code: "custom", message: wordsOf(said, "en"), params: { said } });
  });

/** The same colour, paler, for links and buttons on dark paper. */
export function accentOnDark(value: string): string {
  return hexOf(mixUntil(colourOf(value), WHITE, DARK_PAPER, COMFORTABLE));
}

function tooPale(colour: Colour): Message {
  const found = (Math.floor(contrast(colour, LIGHT_PAPER) * 10) / 10).toFixed(1);
  const enough = hexOf(mixUntil(colour, BLACK, LIGHT_PAPER, LEAST));
  return phrase`too pale to be read on white: its contrast is ${found}:1, ${LEAST}:1 is needed;
    '${enough}' would do`;
}

/** Mixes as little of `other` into the colour as gives `least` contrast on the paper. */
function mixUntil(colour: Colour, other: Colour, paper: Colour, least: number): Colour {
  for (let percent = 0; percent < 100; percent++) {
    const mixed = mix(colour, other, percent / 100);
    if (contrast(mixed, paper) >= least) return mixed;
  }
  return other;
}

function mix(colour: Colour, other: Colour, share: number): Colour {
  const part = (at: 0 | 1 | 2) => Math.round(colour[at] + (other[at] - colour[at]) * share);
  return [part(0), part(1), part(2)];
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Reads `#rrggbb`. */
export function colourOf(value: string): Colour {
  const part = (at: number) => Number.parseInt(value.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

function hexOf(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** `site.yaml`: what holds for the whole service. */
export const siteFile = z.strictObject({
  title: text.describe("What the service is called.").register(REMEDIES, {
    example: "Jendela Pagi",
  }),
  contact: text.describe("Whom callers ask for help: an e-mail address or a web address.").register(
    REMEDIES,
    { example: "hello@groupa.example" },
  ),
  // Others are made by what is put behind it.
  base_url: link.transform((address) => address.replace(/\/+$/, "")).describe(
    "The address under which the service is reached.",
  ),
  accent: accent.optional().describe(
    "The colour of links and buttons on the pages, such as '#9c1f55'; dark enough to be read on white.",
  ),
  licence: text.optional().describe(
    "On what terms others may use the data: an SPDX id such as CC-BY-4.0, or the address of a page.",
  ),
  attribution: text.optional().describe(
    "How others name where the data comes from, such as: Serambi Bintang fans, https://serambi.example.",
  ),
  sunset: z.strictObject({
    on: dayOrInstant.describe(
      "The day on which the service ends, such as 2027-03-01, or the instant.",
    ),
    successor: link.optional().describe("The address of the service that goes on in its place."),
    note: text.optional().describe("What users should know of it, in a few words."),
  }).optional().describe(
    "Announces the end of the service: in every answer, on every page, in feeds and by letters to owners of keys.",
  ),
});

export type SiteFile = z.infer<typeof siteFile>;

const rate = z.strictObject({
  per_second: z.number().positive().describe(
    "Requests per second that are allowed in the long run.",
  ),
  burst: z.int().positive().describe("How many requests may come at once."),
});

const quota = z.strictObject({
  requests: z.int().positive().describe("Requests in each period."),
  per: z.enum(QUOTA_PERIODS).describe("How long a period is."),
  timezone: timezone.describe("The zone whose midnight begins a new period."),
});

const signup = z.strictObject({
  by: z.literal("email").describe("What proves who somebody is: email, a letter with a link."),
  groups: slug.array().min(1, "expected at least one group").describe(
    "The groups that such a key reads, by their folders; a group that is not named stays closed.",
  ),
});

/** What one word opens. */
const GUARDED: Remedy = { example: "unlimited", isGuarded: true };

/** `plans.yaml`: what each package of keys allows. */
export const plansFile = z.record(
  slug,
  z.strictObject({
    rate: z.union([z.literal("unlimited"), rate]).describe("How fast a key may ask, or unlimited.")
      .register(REMEDIES, GUARDED),
    quota: z.union([z.literal("unlimited"), quota]).describe(
      "How much a key may ask, or unlimited.",
    ).register(REMEDIES, GUARDED),
    streams: z.int().nonnegative().optional().describe(
      `How many event streams a key holds open at once in each process; ${DEFAULT_STREAMS} if left out, ` +
        `${SIGNUP_STREAMS} with sign-up.`,
    ),
    webhooks: z.int().nonnegative().optional().describe(
      `How many webhooks a key has; ${DEFAULT_WEBHOOKS} if left out, ${SIGNUP_WEBHOOKS} with sign-up.`,
    ),
    signup: signup.optional().describe(
      "Gives a key of this plan to those who prove their e-mail address at /key; if left out, operators alone issue keys of it.",
    ),
  }),
).refine((plans) => Object.keys(plans).length > 0, {
  message: "expected at least one plan, such as standard; no key works without one",
});

export type PlansFile = z.infer<typeof plansFile>;
