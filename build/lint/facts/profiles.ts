import type { MemberFile } from "../../schema/content/member.ts";
import type { Entry, GroupContent } from "../../check/content.ts";
import { ZODIAC_SIGNS, zodiacOf } from "../../derive/zodiac.ts";
import { type ReportDiagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import { inOtherForm } from "../../check/same_form.ts";
import { onlyNearest, quote } from "../../diagnostic/wording.ts";
import { type Source, spellingEdit } from "../../read/source.ts";
import { standsForNothing } from "../../check/explain/advice.ts";
import { phrase, type Words } from "../../words/say.ts";
import { DAY_MS } from "../../../src/toolbox/durations.ts";

type Member = Entry<MemberFile>;

/**
 * Warns of what members' profiles hardly mean: impossible blood types, signs and heights, a status
 * that a day contradicts. `today`: the group's day.
 */
export function warnProfiles(
  { members }: Pick<GroupContent, "members">,
  report: ReportDiagnostic,
  today: string,
): void {
  for (const member of members) {
    const { file, source } = member;
    const warn: Warn = (field, message, meant) => {
      const fix = spellingEdit(source, [field], meant);
      report(warningAt(source.locate([field]), message, fix));
    };
    warnNameForm(file, warn);
    warnNicknames(member, report);
    warnBloodType(file, warn);
    warnZodiac(file, warn);
    warnHeight(member, report);
    warnBirthplace(file, warn);
    warnStatus(file, today, warn);
  }
}

/** Warns of a field; `meant`: the text that is proposed in its place. */
type Warn = (field: keyof MemberFile, message: Words, meant?: string) => void;

const STATUS =
  /\s*[(（[]\s*(?:trainee|active|aktif|graduated|graduate|lulus|kenkyusei|gen\b[^)）\]]*)\s*[)）\]]$/i;

/** A nickname among the parts of a name, or behind it. */
const NICKNAME =
  /\s*["“”«]([^"“”»]{2,})["“”»]\s*|\s*[(（]((?!feat|ft)\p{L}[^()（）]*)[)）]$|\s+\/\s+(\p{L}.*)$/iu;
const PICTURES = /\p{Extended_Pictographic}\ufe0f?/gu;

/** Warns of a name that holds more than the name, or is written as no name is. */
function warnNameForm({ name }: MemberFile, warnOf: Warn): void {
  const warn = (message: Words, meant?: string) => warnOf("name", message, meant);
  if (STATUS.test(name)) {
    return warn(
      phrase`${quote(name)} says more than her name: write ${
        quote(name.replace(STATUS, ""))
      }, and the rest into status or generation`,
    );
  }
  const nickname = NICKNAME.exec(name);
  const alone = name.replace(NICKNAME, " ").replace(/\s+/g, " ").trim();
  if (nickname !== null && alone !== "") {
    const called = (nickname[1] ?? nickname[2] ?? nickname[3])!.trim();
    return warn(
      phrase`${quote(name)} holds another name, too: write ${quote(alone)}, and ${
        quote(called)
      } into nicknames`,
    );
  }
  const plain = name.normalize("NFKC").replace(PICTURES, "").replace(/\s+/g, " ")
    .replace(/[\s,;]+$/, "").trim();
  // Wide letters of Japanese are meant as they are.
  const isOdd = name.search(PICTURES) >= 0 || /[Ａ-Ｚａ-ｚ]| {2}|[,;]$/.test(name);
  if (isOdd && plain !== "" && plain !== name) {
    const message = phrase`${quote(name)} has signs that belong to no name. Did you mean ${
      quote(plain)
    }?`;
    return warn(message, name.replace(PICTURES, "") === name ? plain : undefined);
  }
  const [last, first, ...more] = name.split(/,\s*/);
  if (first !== undefined && more.length === 0) {
    return warn(phrase`${quote(name)} has the last name first: write ${quote(`${first} ${last}`)}`);
  }
  if (/^[a-z]{2,}(?: [a-z]{2,})+$/.test(name)) {
    return warn(
      phrase`${quote(name)} is written in small letters: answers have it as it is written here`,
    );
  }
  if (/^\p{Lu}{3,}(?: \p{Lu}{2,})+$/u.test(name)) {
    warn(phrase`${quote(name)} is written in capitals, and appears so in answers`);
  }
}

/** What stands between names, and in none. */
const BETWEEN = /[^\s,;，；、／]\s*[,;，；、／]\s*[^\s,;，；、／]/;

/** Nobody is found by names that are one. */
function warnNicknames({ file, source }: Member, report: ReportDiagnostic): void {
  file.nicknames.forEach((nickname, place) => {
    if (!BETWEEN.test(nickname)) return;
    const message = phrase`${quote(nickname)} is one nickname here: give each an entry of its own`;
    report(warningAt(source.locate(["nicknames", place]), message));
  });
}

/** Nobody of a roster was born before it. */
const FIRST_YEAR = 1950;

/** Warns of members who were born before 1950, or after this year. */
export function warnBirthYears(
  { members }: Pick<GroupContent, "members">,
  report: ReportDiagnostic,
  thisYear: number,
): void {
  for (const { file: { birth_date: date }, source } of members) {
    const year = /^\d{4}/.exec(date ?? "")?.[0];
    if (year === undefined || (Number(year) >= FIRST_YEAR && Number(year) <= thisYear)) continue;
    const message = phrase`Nobody here was born in ${year}: correct the year,
      or write --${date!.slice(5, 10)} if it is unknown`;
    report(warningAt(source.locate(["birth_date"]), message));
  }
}

/** With the sign for "type" behind it, as Japanese profiles have it. */
const BLOOD_TYPE = /^(?:A|B|AB|O)型?$/;

function warnBloodType({ blood_type: written }: MemberFile, warn: Warn): void {
  if (written === undefined || BLOOD_TYPE.test(written) || standsForNothing(written)) return;
  const meant = written.replace(/^(?:gol(?:ongan)?\.?(?: darah)?|tipe|type)[ :]*/i, "")
    .toUpperCase().replace("0", "O");
  const bare = meant.replace(/ ?(?:[+-]|\((?:RH)?[+-]\)|RH[+-])$/, "");
  const hint = BLOOD_TYPE.test(bare)
    ? phrase`. Did you mean ${quote(bare)}?`
    : phrase`; leave the field out until it is known`;
  const message = phrase`Blood types are A, B, AB and O; found ${quote(written)}${hint}`;
  warn("blood_type", message, BLOOD_TYPE.test(meant) ? meant : undefined);
}

/** A day around the borders, sources differ. */
function warnZodiac({ zodiac, birth_date: day }: MemberFile, warn: Warn): void {
  if (zodiac === undefined) return;
  if (!ZODIAC_SIGNS.includes(zodiac)) {
    const meant = onlyNearest(zodiac, ZODIAC_SIGNS);
    if (meant === undefined) return;
    const message = phrase`There is no sign ${quote(zodiac)}. Did you mean ${quote(meant)}?`;
    return warn("zodiac", message, inOtherForm(zodiac, ZODIAC_SIGNS));
  }
  if (day === undefined) return;
  const noon = Date.parse(`${day.replace("--", "2004-")}T12:00Z`);
  const near = [-1, 0, 1].map((days) =>
    zodiacOf(new Date(noon + days * DAY_MS).toISOString().slice(0, 10))
  );
  if (near.includes(zodiac)) return;
  const message = phrase`The sign of ${day} is ${zodiacOf(day)}: correct zodiac or birth_date,
    or leave zodiac out, which is then found from the date`;
  warn("zodiac", message);
}

/** Heights of grown people, in centimetres. */
const [LEAST, MOST] = [120, 210];
const HEIGHT = /^(\d+(?:[.,]\d+)?) ?(cm|m)?\.?$/i;
/** A number in a text that is no height, and hardly another measure. */
const WITHIN = /(?<![\d.,])(1[2-9]\d|20\d)(?![\d.,])/;
/** `5'3"`, `5 ft 3 in`. */
const FEET = /^([4-6]) ?(?:['’′]|ft\.?|feet) ?(?:(\d{1,2}) ?(?:["”″]|''|in\.?)?)?$/i;
const [INCH_CM, INCHES_PER_FOOT] = [2.54, 12];

function withoutFeet(height: string): string {
  const [, feet, inches = "0"] = FEET.exec(height) ?? [];
  if (feet === undefined) return height;
  return `${(Number(feet) * INCHES_PER_FOOT + Number(inches)) * INCH_CM / 100} m`;
}

function warnHeight({ file: { height }, source }: Member, report: ReportDiagnostic): void {
  const written = String(height ?? "").normalize("NFKC");
  const [, digits, unit] = HEIGHT.exec(withoutFeet(written)) ?? [];
  if (height === undefined || standsForNothing(written)) return;
  if (digits === undefined || written !== String(height)) {
    return warnOtherHeight(String(height), source, report);
  }
  const number = Number(digits.replace(",", "."));
  const isMetres = unit?.toLowerCase() === "m" || number < 3;
  const centimetres = isMetres ? Math.round(number * 100) : number;
  const isPlausible = centimetres >= LEAST && centimetres <= MOST;
  if (isPlausible && !isMetres) return;
  const message = isPlausible
    ? phrase`Heights are in centimetres. Did you mean ${centimetres}?`
    : phrase`Nobody here is ${number} cm tall: correct the height, or leave the field out`;
  const span = isPlausible ? source.span(["height"]) : undefined;
  const fix = span && { span, replacement: String(centimetres) };
  report(warningAt(source.locate(["height"]), message, fix));
}

function warnOtherHeight(written: string, source: Source, report: ReportDiagnostic): void {
  const number = WITHIN.exec(written.normalize("NFKC"))?.[1];
  const hint = number === undefined ? "" : phrase`. Did you mean ${number}?`;
  const message = phrase`A height is a number of centimetres, such as 160; found ${
    quote(written)
  }${hint}`;
  report(warningAt(source.locate(["height"]), message));
}

/** Profiles have the day of a birth behind its place. */
function warnBirthplace({ birthplace }: MemberFile, warn: Warn): void {
  if (birthplace === undefined || !/(?<!\d)(?:19|20)\d{2}(?!\d)/.test(birthplace)) return;
  const message = phrase`This has a day beside the place: write the place alone, and the day into
    birth_date`;
  warn("birthplace", message);
}

/** Until the day of `graduated`, a member is what `status` says. */
function warnStatus(
  { status, graduated: day }: MemberFile,
  today: string,
  warn: Warn,
): void {
  if (status !== "graduated" || day === undefined || day <= today) return;
  const message =
    phrase`She graduates on ${day}, and status says that she has: write what she is until
    then, active or trainee, or correct the day`;
  warn("status", message);
}
