/** Rules of what members' files hardly mean: days, names, signs and measures. */

import { standsForNothing } from "../check/nothing.ts";
import { inOtherForm } from "../check/same_form.ts";
import { ZODIAC_SIGNS, zodiacOf } from "../derive/zodiac.ts";
import { onlyNearest, quote } from "../diagnostic/wording.ts";
import type { MemberFile } from "../schema/content/member.ts";
import { isYearlessDay } from "../../src/time/civil_date.ts";
import { DAY_MS } from "../../src/toolbox/durations.ts";
import { type Message, phrase } from "../words/say.ts";
import { type Finding, rule } from "./rule.ts";

/** Nobody of a roster was born before it. */
const FIRST_YEAR = 1950;

/** What stands between names, and in none. */
const BETWEEN = /[^\s,;，；、／]\s*[,;，；、／]\s*[^\s,;，；、／]/;

/** With the sign for "type" behind it, as Japanese profiles have it. */
const BLOOD_TYPE = /^(?:A|B|AB|O)型?$/;

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
  rule("member/name", "members", ({ file: { name } }) => {
    const [message, meant] = nameForm(name);
    return message && { at: ["name"], message, meant };
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
  rule("member/blood-type", "members", ({ file: { blood_type: written } }) => {
    if (written === undefined || BLOOD_TYPE.test(written) || standsForNothing(written)) {
      return undefined;
    }
    const meant = written.replace(/^(?:gol(?:ongan)?\.?(?: darah)?|tipe|type)[ :]*/i, "")
      .toUpperCase().replace("0", "O");
    const bare = meant.replace(
      / ?(?:[+-]|\((?:RH)?[+-]\)|RH ?[+-]|(?:RH ?)?(?:POSI|NEGA)TI[FV]E?)$/,
      "",
    );
    const hint = BLOOD_TYPE.test(bare)
      ? phrase`. Did you mean ${quote(bare)}?`
      : phrase`; leave the field out until it is known`;
    const message = phrase`Blood types are A, B, AB and O; found ${quote(written)}${hint}`;
    return { at: ["blood_type"], message, meant: BLOOD_TYPE.test(meant) ? meant : undefined };
  }),
  rule("member/no-sign", "members", ({ file: { zodiac = "" } }) => {
    const meant = ZODIAC_SIGNS.includes(zodiac) ? undefined : onlyNearest(zodiac, ZODIAC_SIGNS);
    if (meant === undefined) return undefined;
    const message = phrase`There is no sign ${quote(zodiac)}. Did you mean ${quote(meant)}?`;
    return { at: ["zodiac"], message, meant: inOtherForm(zodiac, ZODIAC_SIGNS) };
  }),
  rule("member/sign", "members", ({ file: { zodiac = "", birth_date: day } }) => {
    if (day === undefined || !ZODIAC_SIGNS.includes(zodiac)) return undefined;
    // A day around the borders, sources differ.
    const noon = Date.parse(`${day.replace("--", "2004-")}T12:00Z`);
    const near = [-1, 0, 1].map((days) =>
      zodiacOf(new Date(noon + days * DAY_MS).toISOString().slice(0, 10))
    );
    if (near.includes(zodiac)) return undefined;
    const message = phrase`The sign of ${day} is ${zodiacOf(day)}: correct zodiac or birth_date,
      or leave zodiac out, which is then found from the date`;
    return { at: ["zodiac"], message };
  }),
  rule("member/height", "members", ({ file: { height }, source }) => {
    if (height === undefined || standsForNothing(String(height))) return undefined;
    const [message, centimetres] = heightForm(String(height));
    const span = centimetres === undefined ? undefined : source.span(["height"]);
    const fix = span && { span, replacement: String(centimetres) };
    return message && { at: ["height"], message, fix };
  }),
  // Profiles have the day of a birth behind its place.
  rule("member/birthplace", "members", ({ file: { birthplace = "" } }) => {
    if (!/(?<!\d)(?:19|20)\d{2}(?!\d)/.test(birthplace)) return undefined;
    const message = phrase`This has a day beside the place: write the place alone, and the day into
      birth_date`;
    return { at: ["birthplace"], message };
  }),
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
];

export const LIFE_RULES = [
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
      const message = phrase`${field} is before ${earlier.field} (${earlier.day}): correct one of
        them`;
      return { at: [field], message };
    });
  }),
];

const STATUS =
  /\s*[(（[]\s*(?:trainee|active|aktif|graduated|graduate|lulus|kenkyusei|gen\b[^)）\]]*)\s*[)）\]]$/i;

/** A nickname among the parts of a name, or behind it. */
const NICKNAME =
  /\s*["“”«]([^"“”»]{2,})["“”»]\s*|\s*[(（]((?!feat|ft)\p{L}[^()（）]*)[)）]$|\s+\/\s+(\p{L}.*)$/iu;
const PICTURES = /\p{Extended_Pictographic}\ufe0f?/gu;

/** What is said of a name that holds more than the name, or is written as no name is. */
function nameForm(name: string): readonly [message?: Message, meant?: string | undefined] {
  if (STATUS.test(name)) {
    const bare = quote(name.replace(STATUS, ""));
    return [
      phrase`${quote(name)} says more than her name: write ${bare}, and the rest into status or
        generation`,
    ];
  }
  const nickname = NICKNAME.exec(name);
  const alone = name.replace(NICKNAME, " ").replace(/\s+/g, " ").trim();
  if (nickname !== null && alone !== "") {
    const called = quote((nickname[1] ?? nickname[2] ?? nickname[3])!.trim());
    return [
      phrase`${quote(name)} holds another name, too: write ${quote(alone)}, and ${called} into
        nicknames`,
    ];
  }
  const plain = name.normalize("NFKC").replace(PICTURES, "").replace(/\s+/g, " ")
    .replace(/[\s,;]+$/, "").trim();
  // Wide letters of Japanese are meant as they are.
  const isOdd = name.search(PICTURES) >= 0 || /[Ａ-Ｚａ-ｚ]| {2}|[,;]$/.test(name);
  if (isOdd && plain !== "" && plain !== name) {
    const hasNoPicture = name.replace(PICTURES, "") === name;
    return [
      phrase`${quote(name)} has signs that belong to no name. Did you mean ${quote(plain)}?`,
      hasNoPicture ? plain : undefined,
    ];
  }
  const [last, first, ...more] = name.split(/,\s*/);
  if (first !== undefined && more.length === 0) {
    return [phrase`${quote(name)} has the last name first: write ${quote(`${first} ${last}`)}`];
  }
  if (/^[a-z]{2,}(?: [a-z]{2,})+$/.test(name)) {
    return [
      phrase`${quote(name)} is written in small letters: answers have it as it is written here`,
    ];
  }
  if (!/^\p{Lu}{3,}(?: \p{Lu}{2,})+$/u.test(name)) return [];
  return [phrase`${quote(name)} is written in capitals, and appears so in answers`];
}

/** Heights of grown people, in centimetres. */
const [LEAST, MOST] = [120, 210];
const HEIGHT = /^(\d+(?:[.,]\d+)?) ?(cm|m)?\.?$/i;
/** A number in a text that is no height, and hardly another measure. */
const WITHIN = /(?<![\d.,])(1[2-9]\d|20\d)(?![\d.,])/;
/** `5'3"`, `5 ft 3 in`. */
const FEET = /^([4-6]) ?(?:['’′]|ft\.?|feet) ?(?:(\d{1,2}) ?(?:["”″]|''|in\.?)?)?$/i;
const [INCH_CM, INCHES_PER_FOOT] = [2.54, 12];

/** What is said of a height that is no plausible number of centimetres; and that number, where it is sure. */
function heightForm(height: string): readonly [message?: Message, centimetres?: number] {
  const written = height.normalize("NFKC");
  const [, digits, unit] = HEIGHT.exec(withoutFeet(written)) ?? [];
  if (digits === undefined || written !== height) {
    const number = WITHIN.exec(written)?.[1];
    const hint = number === undefined ? "" : phrase`. Did you mean ${number}?`;
    return [
      phrase`A height is a number of centimetres, such as 160; found ${quote(height)}${hint}`,
    ];
  }
  const number = Number(digits.replace(",", "."));
  const isMetres = unit?.toLowerCase() === "m" || number < 3;
  const centimetres = isMetres ? Math.round(number * 100) : number;
  if (centimetres < LEAST || centimetres > MOST) {
    return [phrase`Nobody here is ${number} cm tall: correct the height, or leave the field out`];
  }
  if (!isMetres) return [];
  return [phrase`Heights are in centimetres. Did you mean ${centimetres}?`, centimetres];
}

function withoutFeet(height: string): string {
  const [, feet, inches = "0"] = FEET.exec(height) ?? [];
  if (feet === undefined) return height;
  return `${(Number(feet) * INCHES_PER_FOOT + Number(inches)) * INCH_CM / 100} m`;
}

/** Rules of careers that contradict themselves, the days of joining and graduating, or today's team. */
export const CAREER_RULES = [
  rule("career/step", "members", ({ file }, { today }) =>
    file.history.flatMap((step, place) => [
      stepDays(file, step, place),
      stepEnd(file, step, place, today),
    ])),
  rule("career/order", "members", ({ file: { history } }) => {
    const place = history.findIndex(({ from }, at) => at > 0 && from < history[at - 1]!.from);
    if (place < 0) return undefined;
    const message = phrase`This begins before the part above it, ${
      history[place - 1]!.from
    }: write the
      earliest first`;
    return { at: ["history", place, "from"], message };
  }),
  rule("career/team", "members", ({ file }, { today }) => teamOfToday(file, today)),
];

type Step = MemberFile["history"][number];

function stepDays(
  { joined, graduated }: MemberFile,
  { from, to }: Step,
  place: number,
): Finding | undefined {
  const at = ["history", place];
  if (to !== undefined && to < from) {
    const message = phrase`${"to"} is before ${"from"} (${from}): correct one of them`;
    return { at: [...at, "to"], message };
  }
  if (joined !== undefined && from < joined) {
    const message = phrase`This is before the day she joined, ${joined}: correct one of the days`;
    return { at: [...at, "from"], message };
  }
  if (graduated === undefined) return undefined;
  const late = from > graduated ? "from" : to !== undefined && to > graduated ? "to" : undefined;
  const message =
    phrase`This is after the day she graduates, ${graduated}: correct one of the days`;
  return late && { at: [...at, late], message };
}

/** A part goes on though she has graduated. */
function stepEnd(
  { graduated, status }: MemberFile,
  { to }: Step,
  place: number,
  today: string,
): Finding | undefined {
  const hasLeft = graduated === undefined ? status === "graduated" : graduated <= today;
  if (to !== undefined || !hasLeft) return undefined;
  const message = graduated === undefined
    ? phrase`She has graduated, and this goes on: add to: and the day on which it ended`
    : phrase`She has graduated, and this goes on: add to: ${graduated}, or the day on which it ended`;
  return { at: ["history", place], message };
}

/** A team that her career does not have today; who has graduated keeps the name of any of hers. */
function teamOfToday(
  { history, graduated, team, status }: MemberFile,
  today: string,
): Finding | undefined {
  const inTeams = history.filter((step) => step.team !== undefined && step.from <= today);
  if (inTeams.length === 0) return undefined;
  const hasLeft = status === "graduated" || (graduated !== undefined && graduated <= today);
  const present = hasLeft ? inTeams : inTeams.filter(({ to }) => to === undefined || to >= today);
  if (present.some((step) => step.team === team)) return undefined;
  const last = present.at(-1);
  if (team === undefined) {
    if (last === undefined || hasLeft) return undefined;
    const message = phrase`She is in ${
      quote(last.team!)
    } since ${last.from}, and has no team of today:
      add team: ${last.team}, or the day on which it ended`;
    return { at: ["history", history.indexOf(last)], message };
  }
  const message = last === undefined
    ? phrase`Her career has no team of today, and this is ${quote(team)}: add it to history, or take
      this away`
    : phrase`Her career has ${quote(last.team!)}, and this is ${quote(team)}: correct one of them`;
  return { at: ["team"], message };
}
