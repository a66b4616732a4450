import { fieldLabel, LABELS_IN_INDONESIAN } from "../../../src/model/labels.ts";
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

/** Fields that editors call otherwise than they are written; those of no file go by their own names. */
const NAMES: Readonly<Record<string, string>> = {
  former_slugs: "earlier names of its file",
  fullname: "full name",
  name_native: "name in its own script",
  name_reading: "reading of the name",
  birth_date: "birthday",
  joined: "day she joined",
  graduated: "day she graduates",
  history: "parts of her career",
  idn_username: "IDN name",
  room_id: "SHOWROOM room",
  showroom_url_key: "SHOWROOM address",
  youtube: "YouTube channel",
  socials: "social links",
  start_at: "start",
  duration: "end",
  members: "line-up",
  seitansai: "birthdays celebrated",
  graduation: "graduations",
  showsComplete: "shows_complete",
  url: "link",
  jikosokai: "introduction",
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

/** What an editor calls a field: in Indonesian as forms do. */
function nameOf(field: string): string {
  const own = NAMES[field] ?? field.replaceAll("_", " ");
  if (spokenLanguage() === "en") return own;
  const known = field === "content" ? "body" : field;
  return Object.hasOwn(LABELS_IN_INDONESIAN, known)
    ? fieldLabel(known, "id").replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())
    : own;
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
  const [from, to] = [old, fresh].map((one) => one[ANSWERED[field] ?? field]);
  const picture = tellPicture(words, fileOf(from), fileOf(to));
  if (picture !== undefined) return picture;
  if (isShort(from) && isShort(to) && `${from}` !== `${to}`) {
    return `${words} ${shown(from)} → ${shown(to)}`;
  }
  if (Array.isArray(from) && Array.isArray(to) && from.length !== to.length) {
    return `${words} ${from.length} → ${to.length}`;
  }
  if (isEmpty(from) && !isEmpty(to)) return say`${words} added`;
  return isEmpty(to) && !isEmpty(from) ? say`${words} taken away` : say`other ${words}`;
}

/** How a picture of the group has changed; undefined if one of the two is not. */
function tellPicture(
  words: string,
  from: string | undefined,
  to: string | undefined,
): string | undefined {
  if (from === undefined || to === undefined) return undefined;
  return from === to ? say`${words}: ${to} shows something else` : `${words} ${from} → ${to}`;
}

/** The name in the folder of pictures, by a path, from which the name of its bytes is taken. */
function fileOf(value: unknown): string | undefined {
  if (typeof value !== "string" || !isPicturePath(value)) return undefined;
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

/** Somebody in a line-up; a guest has no id. */
interface Named {
  readonly id?: string;
  readonly name: string;
}

function tellPeople(words: string, old: Values, fresh: Values): string {
  const [from, to] = [peopleOf(old), peopleOf(fresh)];
  const gone = [...from].filter(([key]) => !to.has(key)).map(([, one]) => one);
  const come = [...to].filter(([key]) => !from.has(key)).map(([, one]) => one);
  const counts = [tellCount("−", gone), tellCount("+", come)].filter(Boolean);
  return counts.length === 0 ? say`other ${words}` : `${words} ${counts.join(" ")}`;
}

function peopleOf({ lineup, members }: Values): Map<string, Named> {
  const named: readonly Named[] = Array.isArray(lineup)
    ? lineup
    : Array.isArray(members)
    ? members.map((name) => ({ id: name, name }))
    : [];
  return new Map(named.map((one) => [one.id || `guest ${one.name}`, one]));
}

function tellCount(sign: string, people: readonly Named[]): string {
  const guests = people.filter(({ id }) => !id).length;
  const members = people.length - guests;
  const told = [
    members > 0 ? `${sign}${members}` : "",
    guests > 0 ? `${sign}${guests === 1 ? say`1 guest` : say`${guests} guests`}` : "",
  ];
  return told.filter(Boolean).join(" ");
}
