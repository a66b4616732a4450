import { z } from "zod";
import {
  birthDate,
  day,
  formerSlugs,
  image,
  nativeName,
  publication,
  text,
  titledLink,
} from "./field.ts";
import { REMEDIES } from "./remedies.ts";
import { MEMBER_STATUSES } from "../../../src/model/enums.ts";

/** A part of a member's career: at least one of team, role and generation says what it was. */
const careerStep = z.strictObject({
  from: day.describe("The day on which it began.").register(REMEDIES, { example: "2024-01-20" }),
  to: day.optional().describe("The first day on which it is over. Left out while it goes on."),
  team: text.optional().describe("The team that she was in."),
  role: text.optional().describe("What she was, such as Captain."),
  generation: text.optional().describe("The generation that she was counted in."),
}).refine(({ team, role, generation }) => (team ?? role ?? generation) !== undefined, {
  message: "expected a team, a role or a generation beside its days",
});

const showCount = z.int().nonnegative();

/** How many shows somebody had that content has no files of. */
const showsBefore = z.strictObject({
  total: showCount.describe("How many shows she had.").register(REMEDIES, { example: "120" }),
  by_setlist: z.array(z.strictObject({
    setlist: text.describe("The name of a setlist.").register(REMEDIES, {
      example: "Jendela Pagi",
    }),
    count: showCount.describe("How many shows of it she had.").register(REMEDIES, {
      example: "12",
    }),
  })).default([]).describe(
    "How many of them performed which setlist. If they add up to total, she was in no other setlist.",
  ),
  as_of: day.optional().describe(
    "The last day that is counted here; later shows of this folder are added. If it is left out, all shows of this folder are.",
  ),
});

/** The number of a room on SHOWROOM, which is in its address. */
export const roomId = z.int().positive().register(REMEDIES, { example: "317738" });

/** `members/<slug>.yaml`: one person of the roster. Only the name must be known. */
export const memberFile = z.strictObject({
  name: text.describe("The name she is known by.").register(REMEDIES, { example: "Aya Putri" }),
  fullname: text.optional().describe("Her full name, if it is another one."),
  ...nativeName,
  nicknames: z.array(text).default([]).describe(
    "What she is called, the usual one first. Line-ups may use them.",
  ),
  former_slugs: formerSlugs,
  generation: text.optional().describe("The generation she joined with."),
  status: z.enum(MEMBER_STATUSES).default("active").describe(
    "What she is, or was until the day of graduated.",
  ),
  team: text.optional().describe("The team she is in."),
  img: image.optional().describe(
    "Her picture: pictures/ and the name of a file there, or a web address.",
  ),
  img_alt: image.optional().describe("Another picture."),
  birth_date: birthDate.optional().describe(
    "The day she was born; --03-03 where the year is unknown.",
  ),
  birthplace: text.optional().describe("Where she was born."),
  blood_type: text.optional().describe("Her blood type."),
  zodiac: text.optional().describe("Her sign. Found from birth_date if left out."),
  height: z.union([text, z.number().positive()]).transform(toCentimetres).optional().describe(
    "Her height: a number of centimetres, or text.",
  ),
  hobby: text.optional().describe("What she likes to do."),
  description: text.optional().describe("A few words about her."),
  jikosokai: text.optional().describe("How she introduces herself on stage."),
  joined: day.optional().describe("The day she joined."),
  graduated: day.optional().describe(
    "From this day on she has graduated; it may lie in the future.",
  ),
  history: z.array(careerStep).default([]).describe(
    "Her career, the earliest first: teams, roles and generations with their days.",
  ),
  idn_username: text.optional().describe("Her user name on IDN."),
  room_id: roomId.optional().describe("The number of her SHOWROOM room."),
  showroom_url_key: text.optional().describe("The last part of her SHOWROOM room's address."),
  sr_exists: z.boolean().optional().describe(
    "Whether she has a SHOWROOM room. Known from room_id if left out.",
  ),
  youtube: text.optional().describe("Her YouTube channel id, which starts with UC."),
  socials: z.array(titledLink).default([]).describe("Her accounts elsewhere."),
  shows_before: showsBefore.optional().describe(
    "The shows she had before those that this folder has.",
  ),
  ...publication,
});

/** Forms write a number as text. */
function toCentimetres(height: string | number): string | number {
  return /^\d+(?:\.\d+)?$/.test(String(height)) ? Number(height) : height;
}

export type MemberFile = z.infer<typeof memberFile>;
