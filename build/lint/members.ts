/** Rules of what members' files hardly mean: days, and texts that are something else. */

import { quote } from "../diagnostic/wording.ts";
import { isYearlessDay } from "../../src/time/civil_date.ts";
import { phrase } from "../words/say.ts";
import { rule } from "./rule.ts";

/** Nobody of a roster was born before it. */
const FIRST_YEAR = 1950;

/** What stands between names, and in none. */
const BETWEEN = /[^\s,;，；、／]\s*[,;，；、／]\s*[^\s,;，；、／]/;

/** Texts of a member that no number says; `7` may be a team, and 0 a blood type. */
const WORDED = ["fullname", "birthplace", "zodiac", "hobby", "description", "jikosokai"] as const;

export const MEMBER_RULES = [
  rule("member/birth-year", "members", ({ file: { birth_date: date = "" } }, { thisYear }) => {
    const year = /^\d{4}/.exec(date)?.[0];
    if (year === undefined || (Number(year) >= FIRST_YEAR && Number(year) <= thisYear)) {
      return undefined;
    }
    const message = phrase`Nobody here was born in ${year}: correct the year,
      or write --${date.slice(5, 10)} if it is unknown`;
    return { at: ["birth_date"], message };
  }),
  // Nobody is found by names that are one.
  rule(
    "member/nicknames-in-one",
    "members",
    ({ file: { nicknames } }) =>
      nicknames.map((nickname, place) =>
        BETWEEN.test(nickname)
          ? {
            at: ["nicknames", place],
            message: phrase`${quote(nickname)} is one nickname here: give each an entry of its own`,
          }
          : undefined
      ),
  ),
  // Programs number what they name elsewhere.
  rule("member/number", "members", ({ file }) =>
    WORDED.map((field) => {
      const text = file[field];
      if (text === undefined || !/^\d+(?:[.,]\d+)?$/.test(text)) return undefined;
      const message = phrase`${quote(text)} is a number, and ${field} is told in words: write them,
        or leave the field out until it is known`;
      return { at: [field], message };
    })),
  // Until the day of `graduated`, a member is what `status` says.
  rule("member/status", "members", ({ file: { status, graduated: day } }, { today }) => {
    if (status !== "graduated" || day === undefined || day <= today) return undefined;
    const message = phrase`She graduates on ${day}, and status says that she has: write what she is
      until then, active or trainee, or correct the day`;
    return { at: ["status"], message };
  }),
  rule("member/order", "members", ({ file }, { thisYear }) => {
    const known = (["birth_date", "joined", "graduated"] as const).flatMap((field) => {
      const day = file[field];
      if (day === undefined || isYearlessDay(day)) return [];
      // A birth in a year to come is reported.
      return field === "birth_date" && Number(day.slice(0, 4)) > thisYear ? [] : [{ field, day }];
    });
    return known.map(({ field, day }, place) => {
      const earlier = known[place - 1];
      if (earlier === undefined || day >= earlier.day) return undefined;
      return { at: [field], message: tooEarly(field, earlier.field, earlier.day) };
    });
  }),
  rule(
    "member/career",
    "members",
    ({ file: { history } }) =>
      history.map(({ from, to }, place) =>
        to !== undefined && to < from
          ? { at: ["history", place, "to"], message: tooEarly("to", "from", from) }
          : undefined
      ),
  ),
];

function tooEarly(field: string, other: string, day: string) {
  return phrase`${field} is before ${other} (${day}): correct one of them`;
}
