import { fieldLabel } from "../../../src/model/labels.ts";
import { phrase, say, spokenLanguage, type Words, wordsOf } from "../../words/say.ts";
import { isPicturePath } from "../../../src/model/picture.ts";
import { localDay } from "../../../src/time/local_day.ts";
import { offsetTimestamp } from "../../../src/time/wall_clock.ts";
import type { Difference } from "./compare_packs.ts";

/** What editors call one and several of a kind. */
export const KIND_WORDS: Readonly<Record<string, readonly [one: Words, several: Words]>> = {
  member: [phrase`member`, phrase`members`],
  show: [phrase`show`, phrase`shows`],
  news: [phrase`article`, phrase`articles`],
  event: [phrase`event`, phrase`events`],
  release: [phrase`release`, phrase`releases`],
  videocall: [phrase`day of video calls`, phrase`days of video calls`],
  setlist: [phrase`setlist`, phrase`setlists`],
  group: [phrase`group`, phrase`groups`],
  site: ["site.yaml", "site.yaml"],
  plans: ["plans.yaml", "plans.yaml"],
};

/** Fields that diffs call otherwise than forms do; those of no file go by their own names. */
const NAMES: Readonly<Record<string, string>> = {
  members: "line-up",
  seitansai: "birthdays celebrated",
  graduation: "graduations",
  start_at: "start",
  duration: "end",
  content: "text",
  img: "picture",
  img_alt: "second picture",
  image: "picture",
};

const ANSWERED: Readonly<Record<string, string>> = {
  birth_date: "birthdate",
  blood_type: "bloodType",
  duration: "end_at",
};

/** Fields of the index that files have under another name. */
const WRITTEN: Readonly<Record<string, string>> = {
  content: "body",
  showsComplete: "shows_complete",
  leapDay: "leap_day",
};

/** What an editor calls a field, as forms do. */
function nameOf(field: string): string {
  const language = spokenLanguage();
  if (language === "en" && NAMES[field] !== undefined) return NAMES[field];
  return fieldLabel(WRITTEN[field] ?? field, language)
    .replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
}

const WHEN_FIELDS: readonly string[] = ["date", "time", "start_at"];

type Values = Readonly<Record<string, unknown>>;

/** What an item is called. */
export function itemTitle({ id, before, after }: Difference): string {
  const { title, name } = (after ?? before)?.value() ?? {};
  return [title, name].find((one): one is string => typeof one === "string" && one !== "") ?? id;
}

/**
 * What changed of an item, in an editor's words: `moves 4 Dec 19:00 → 5 Dec 19:00; line-up −1 +1 guest`.
 * `now` in epoch ms: years other than this one are named.
 */
export function describeFields(difference: Difference, now: number): string[] {
  const { fields, before, after, zone, former_id, id } = difference;
  const [old, fresh]: Values[] = [before?.value() ?? {}, after?.value() ?? {}];
  const year = localDay(now, zone).slice(0, 4);
  const when = WHEN_FIELDS.some((field) => fields.includes(field))
    ? tellMove(old!, fresh!, year)
    : undefined;
  const others = fields.filter((field) => when === undefined || !WHEN_FIELDS.includes(field));
  const told = others.map((field) => {
    if (field === "id") return say`renamed from ${former_id} to ${id}`;
    if (field === "publish_at") return tellPublication(after?.from, zone);
    return tellField(field, old!, fresh!);
  });
  return [...(when === undefined ? [] : [when]), ...told];
}

/** When an item comes out, where that is later than now. */
export function tellPublication(from: number | undefined, zone: string): string {
  if (from === undefined) return say`comes out at once`;
  const [date, time] = offsetTimestamp(from, zone).split("T");
  return say`comes out ${day(date!)} ${time!.slice(0, 5)}`;
}

function tellMove(old: Values, fresh: Values, year: string): string | undefined {
  const [from, to] = [old, fresh].map((one) => occasion(one, year));
  return from === undefined || to === undefined || from === to
    ? undefined
    : say`moves ${from} → ${to}`;
}

/** The day and time that an answer states: shows have both, events an instant. */
function occasion({ date, time }: Values, year: string): string | undefined {
  if (typeof date !== "string" || date === "") return undefined;
  const clock = typeof time === "string" ? time : date.slice(11, 16);
  return [day(date.slice(0, 10), year), clock].filter(Boolean).join(" ");
}

const MONTHS = phrase`Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec`;

function day(date: string, year = ""): string {
  const [y = "", month, dayOfMonth] = date.split("-");
  const short = `${Number(dayOfMonth)} ${wordsOf(MONTHS).split(" ")[Number(month) - 1]}`;
  return y === year ? short : `${short} ${y}`;
}

function tellField(field: string, old: Values, fresh: Values): string {
  const words = nameOf(field);
  if (field === "members") return tellPeople(words, old, fresh);
  const values = [old, fresh].map((one) => one[ANSWERED[field] ?? field]);
  const [from, to] = values.map(withoutHash);
  if (values.every(isPicture) && from === to) return say`${words}: ${to} shows something else`;
  if (isShort(from) && isShort(to) && `${from}` !== `${to}`) {
    return `${words} ${shown(from)} → ${shown(to)}`;
  }
  if (Array.isArray(from) && Array.isArray(to) && from.length !== to.length) {
    return `${words} ${from.length} → ${to.length}`;
  }
  if (isEmpty(from) && !isEmpty(to)) return say`${words} added`;
  return isEmpty(to) && !isEmpty(from) ? say`${words} taken away` : say`other ${words}`;
}

function isPicture(value: unknown): value is string {
  return typeof value === "string" && isPicturePath(value);
}

/** Of a picture of the group the name in the folder of pictures, from which the one of its bytes is taken. */
function withoutHash(value: unknown): unknown {
  if (!isPicture(value)) return value;
  return value.slice(value.lastIndexOf("/") + 1).replace(/\.[0-9a-f]{32}(?=\.\w+$)/, "");
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

const SHORT = 60;

/** Whether a value can be told whole: no record, and no article. */
function isShort(value: unknown): boolean {
  const isPlain = (one: unknown) => typeof one !== "object" && !/[<\n]/.test(`${one}`);
  return `${value}`.length <= SHORT && (value === null || [value].flat().every(isPlain));
}

function shown(value: unknown): string {
  if (isEmpty(value) || value === null) return say`none`;
  return Array.isArray(value) ? value.join(", ") : String(value);
}

function tellPeople(words: string, old: Values, fresh: Values): string {
  const [from, to] = [peopleOf(old), peopleOf(fresh)];
  const counts = [tellCount("−", from.difference(to)), tellCount("+", to.difference(from))];
  const told = counts.filter(Boolean).join(" ");
  return told === "" ? say`other ${words}` : `${words} ${told}`;
}

/** What guests are marked by, who have no id. */
const GUEST = "\0";

function peopleOf({ lineup, members = [] }: Values): Set<string> {
  if (!Array.isArray(lineup)) return new Set(members as readonly string[]);
  return new Set(lineup.map(({ id, name }) => id || GUEST + name));
}

function tellCount(sign: string, people: ReadonlySet<string>): string {
  const guests = [...people].filter((one) => one.startsWith(GUEST)).length;
  const members = people.size - guests;
  const told = [
    members > 0 ? `${sign}${members}` : "",
    guests > 0 ? `${sign}${guests === 1 ? say`1 guest` : say`${guests} guests`}` : "",
  ];
  return told.filter(Boolean).join(" ");
}
