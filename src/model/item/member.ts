import { z } from "zod";
import { MEMBER_STATUSES } from "../enums.ts";
import { LIVE_TYPES } from "../platforms.ts";
import {
  flag,
  type ItemOf,
  number,
  optionalNumber,
  optionalText,
  pictureSide,
  text,
  texts,
} from "./item_of.ts";

export const memberItem = z.strictObject({
  name: text("The name she is known by."),
  img: text("The address of her picture, or a path that begins with `/`; empty if there is none."),
  generation: text("The generation she joined with, as content writes it; empty if unknown."),
  status: z.enum(MEMBER_STATUSES).describe(
    "What she is today. A graduation in the future changes it on its day, at midnight in the group's time zone.",
  ),
  is_graduate: flag("Whether `status` is `graduated`."),
  id: text("Her slug, which is unique over all groups."),
  url_key: text("Her slug, as in `id`: what `member-detail?url=` takes."),
  url: text("Her slug, as in `id`."),
  nicknames: texts("What she is called, the usual name first; empty if none is known."),
  img_alt: text("Another picture; `img` if there is no other."),
  group: text("The group's name in addresses."),
  team: optionalText(
    "Her team; absent if she is in none, or if it is unknown. A graduate keeps her last one.",
  ),
  socials: z.array(z.strictObject({
    title: text("The platform's name, or another title for the link."),
    url: text("The address of the account."),
  })).describe("Her accounts elsewhere, in the order of content."),
  room_id: optionalNumber("The number of her SHOWROOM room; absent if unknown."),
  sr_exists: z.boolean().optional().describe("Whether she has a SHOWROOM room; absent if unknown."),
  idn_username: optionalText("Her user name on IDN; absent if unknown."),
  showroom_url_key: optionalText(
    "The last part of her SHOWROOM room's address; absent if unknown.",
  ),
  birthplace: optionalText("Where she was born; absent if unknown."),
  height: optionalText(
    "Her height: in centimetres, such as `165 cm`, or in the words of content; absent if unknown.",
  ),
  hobby: optionalText("What she likes to do; absent if unknown."),
  name_native: optionalText("Her name in its own script; absent if unknown."),
  name_reading: optionalText("How her name is read, in kana or Latin letters; absent if unknown."),
  img_width: pictureSide("width", "img"),
  img_height: pictureSide("height", "img"),
}).describe("A member in lists with everything that real clients read.");

const careerStep = z.strictObject({
  from: text("The day on which it began, `YYYY-MM-DD`."),
  to: optionalText("The first day on which it is over, `YYYY-MM-DD`; absent while it goes on."),
  team: optionalText("The team that she was in; absent if it was about none."),
  role: optionalText("What she was; absent if it was about no role."),
  generation: optionalText("The generation that she was counted in; absent if it was about none."),
});

/** How many shows a member had that content has no files of. */
const showsBefore = z.strictObject({
  total: z.int().nonnegative().describe("How many shows she had."),
  by_setlist: z.array(z.strictObject({
    setlist: text("The setlist's name, as content writes it."),
    count: z.int().nonnegative().describe("How many of them performed it."),
  })).describe("The same by setlist, as far as content says it."),
  as_of: optionalText(
    "The last day that is counted, `YYYY-MM-DD`; absent if they are before all shows of content.",
  ),
});

const showReference = z.strictObject({
  id: text("The show's id: what `theater/{id}` takes."),
  name: text("The show's title."),
  date: text("When it begins, with the group's offset; at 00:00 if the time of day is unknown."),
  url: optionalText("Where to buy tickets or read more; absent if content names no address."),
});

const lastLive = z.strictObject({
  id: text("The broadcast's id: what `recent/{id}` takes while its record is kept."),
  type: z.enum(LIVE_TYPES).describe("The platform."),
  date: z.strictObject({
    start: text("When it began, in UTC."),
    end: text("When it was last seen on air, in UTC."),
  }).describe("When it was on air."),
});

const showStats = z.strictObject({
  total: z.int().nonnegative().describe(
    "How many shows she has been in: those that have begun and are neither cancelled nor postponed.",
  ),
  first: optionalText(
    "The day of the first of them that content has, `YYYY-MM-DD`; absent if it has none.",
  ),
  last: optionalText(
    "The day of the last of them that content has, `YYYY-MM-DD`; absent if it has none.",
  ),
  since: optionalText(
    "The day of the first show of content, from which on her shows are counted; absent if content knows all of them, or has none.",
  ),
  by_setlist: z.array(z.strictObject({
    setlist: text("The setlist's name."),
    count: z.int().positive().describe("How many of the shows performed it."),
    last: optionalText(
      "The day of the last of these that content has, `YYYY-MM-DD`; absent if it has none.",
    ),
    since: optionalText(
      "As above, if content knows how many shows she had in all but not how many of this setlist.",
    ),
  })).describe("The same by setlist, the most frequent first."),
});

/** What is recorded of one member's broadcasts and shows. */
const memberStats = z.strictObject({
  last_live: lastLive.optional().describe(
    "The broadcast that ended last; absent if none is recorded.",
  ),
  total_live: z.record(z.enum(LIVE_TYPES), number("How many of them were there."))
    .describe(
      "How many broadcasts she has had since this service counts them, by platform.",
    ),
  shows: showStats.describe("How often she was on stage."),
});

export const memberDetailItem = z.strictObject({
  ...memberItem.shape,
  nickname: optionalText("The first of `nicknames`; absent if there is none."),
  fullname: optionalText("Her full name; `name` if content has no other."),
  description: optionalText("A few words about her, in plain text; absent if there are none."),
  jikosokai: optionalText("How she introduces herself on stage; absent if unknown."),
  birthdate: optionalText(
    "The day she was born, `YYYY-MM-DD`; absent if the day or the year is unknown.",
  ),
  bloodType: optionalText("Her blood type; absent if unknown."),
  zodiac: optionalText("Her sign, found from her birthday if content has none; absent if unknown."),
  joined: optionalText("The day she joined, `YYYY-MM-DD`; absent if unknown."),
  graduated: optionalText("The day she graduates or graduated, `YYYY-MM-DD`; absent if unknown."),
  history: z.array(careerStep).describe(
    "Her career as content has it: teams, roles and generations; empty if unknown.",
  ),
  shows_before: showsBefore.optional().describe(
    "The shows she had that content has no files of, as content counts them: `stats.shows` adds the others. Absent if content names none.",
  ),
  recentTheater: z.array(showReference).describe(
    "Her last shows that have begun: at most four, newest first, without those that are cancelled or postponed.",
  ),
  upcomingTheater: z.array(showReference).describe(
    "Her next shows: at most four, soonest first, without those that are cancelled or postponed.",
  ),
  stats: memberStats.describe("Counts of her recorded broadcasts, and of her shows."),
}).describe("A member in detail.");

export type MemberItem = ItemOf<typeof memberItem>;
export type MemberDetailItem = ItemOf<typeof memberDetailItem>;
export type LastLive = ItemOf<typeof lastLive>;
export type MemberStats = ItemOf<typeof memberStats>;
export type ShowStats = ItemOf<typeof showStats>;
export type ShowReference = ItemOf<typeof showReference>;

export const birthdayItem = z.strictObject({
  name: text("The name she is known by."),
  date: text("The day she was born, `YYYY-MM-DD`; empty if the year is unknown."),
  generation: text("The generation she joined with; empty if unknown."),
  is_today: flag("Whether it is her birthday today, in the group's time zone."),
  days_until: number(
    "Days until `next_birthday`, counted in the group's time zone; 0 on the day itself.",
  ),
  id: text("Her slug, which is unique over all groups."),
  url_key: text("Her slug, as in `id`."),
  img: optionalText(
    "The address of her picture, or a path that begins with `/`; absent if there is none.",
  ),
  status: z.enum(MEMBER_STATUSES).describe("What she is today."),
  current_age: optionalNumber("Her age in years today; absent if the year of birth is unknown."),
  next_birthday: text(
    "The day of her next birthday, `YYYY-MM-DD`: today on the day itself. A birthday on 29 February is on 28 February in common years, unless the group chose 1 March.",
  ),
  age_after_birthday: optionalNumber(
    "Her age on `next_birthday`; absent if the year of birth is unknown.",
  ),
  birthday: text("Month and day of her birth, `MM-DD`."),
}).describe("A birthday in the bare family.");

export const monthBirthdayItem = z.strictObject({
  ...birthdayItem.omit({ birthday: true }).shape,
  day: number("The day of the month on which it is observed."),
  birthday: birthdayItem.shape.birthday,
}).describe("A birthday in the list of a month.");

export const zonedBirthdayItem = z.strictObject({
  member_id: text(
    "Her slug, which is unique over all groups: what `/v1/birthdays/{member_id}` takes.",
  ),
  name: text("The name she is known by."),
  nickname: optionalText("The first of her nicknames; absent if there is none."),
  group: text("The group's name in addresses."),
  generation: optionalText("The generation she joined with; absent if unknown."),
  status: z.enum(MEMBER_STATUSES).describe("What she is today, in the group's time zone."),
  img: birthdayItem.shape.img,
  birth_date: text("The day she was born, `YYYY-MM-DD`; empty if the year is unknown."),
  current_age: optionalNumber(
    "Her age in years on the answer's `date` (in an event: its day in the group's time zone); absent if the year of birth is unknown.",
  ),
  days_until: number(
    "Days from the answer's `date` (in an event: its day in the group's time zone) until `next_birthday`; 0 on the day itself.",
  ),
  next_birthday: birthdayItem.shape.next_birthday,
  age_on_next_birthday: optionalNumber(
    "Her age on `next_birthday`; absent if the year of birth is unknown.",
  ),
  is_today: flag(
    "Whether it is her birthday today, in the time zone asked for; in an event, in the group's.",
  ),
  birthday: birthdayItem.shape.birthday,
}).describe("A birthday of the /v1 family.");

const zoneAsked = {
  timezone: text("The time zone asked for, in the spelling of the IANA database."),
  date: text("Today in that time zone, `YYYY-MM-DD`."),
};

export const zonedBirthdayList = z.strictObject({
  ...zoneAsked,
  total: number("How many items `data` holds."),
  data: z.array(zonedBirthdayItem).describe("The birthdays."),
}).describe("Birthdays as seen from a time zone.");

export const birthdayDetailItem = z.strictObject({
  ...zonedBirthdayItem.shape,
  ...zoneAsked,
}).describe("One member's birthday, seen from a time zone.");

export type BirthdayItem = ItemOf<typeof birthdayItem>;
export type MonthBirthdayItem = ItemOf<typeof monthBirthdayItem>;
export type ZonedBirthdayItem = ItemOf<typeof zonedBirthdayItem>;
export type ZonedBirthdayList = ItemOf<typeof zonedBirthdayList>;
export type BirthdayDetailItem = ItemOf<typeof birthdayDetailItem>;
