import { phrase, say, type Words, wordsOf } from "../../words/say.ts";
import { isPicturePath } from "../../../src/model/picture.ts";
import { localDay } from "../../../src/time/local_day.ts";
import { offsetTimestamp } from "../../../src/time/wall_clock.ts";
import type { Difference } from "./compare_packs.ts";

/** How a field's change is shown to editors. */
type Telling = "value" | "text" | "picture" | "people" | "list";

/** What editors call a field, how its change is shown, and its name in answers where that is another. */
type FieldWords = readonly [words: Words, telling: Telling, answer?: string];

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

/** The fields of content files, whatever the kind; those that are not here go by their own names. */
const FIELD_WORDS: Readonly<Record<string, FieldWords>> = {
  id: [phrase`id`, "value"],
  former_slugs: [phrase`earlier names of its file`, "list"],
  publish_at: [phrase`when it comes out`, "text"],
  title: [phrase`title`, "value"],
  name: [phrase`name`, "value"],
  fullname: [phrase`full name`, "value"],
  name_native: [phrase`name in its own script`, "value"],
  name_reading: [phrase`reading of the name`, "value"],
  nicknames: [phrase`nicknames`, "value"],
  generation: [phrase`generation`, "value"],
  status: [phrase`status`, "value"],
  birth_date: [phrase`birthday`, "value", "birthdate"],
  birthplace: [phrase`birthplace`, "value"],
  blood_type: [phrase`blood type`, "value", "bloodType"],
  zodiac: [phrase`zodiac`, "value"],
  height: [phrase`height`, "value"],
  hobby: [phrase`hobby`, "value"],
  joined: [phrase`day she joined`, "value"],
  graduated: [phrase`day she graduates`, "value"],
  history: [phrase`parts of her career`, "list"],
  idn_username: [phrase`IDN name`, "value"],
  room_id: [phrase`SHOWROOM room`, "value"],
  showroom_url_key: [phrase`SHOWROOM address`, "value"],
  youtube: [phrase`YouTube channel`, "text"],
  socials: [phrase`social links`, "list"],
  date: [phrase`date`, "value"],
  time: [phrase`time`, "value"],
  start_at: [phrase`start`, "value"],
  duration: [phrase`end`, "value", "end_at"],
  venue: [phrase`venue`, "value"],
  team: [phrase`team`, "value"],
  state: [phrase`state`, "value"],
  setlist: [phrase`setlist`, "value"],
  members: [phrase`line-up`, "people"],
  seitansai: [phrase`birthdays celebrated`, "list"],
  graduation: [phrase`graduations`, "list"],
  tickets: [phrase`tickets`, "list"],
  stream: [phrase`stream`, "text"],
  shows_before: [phrase`shows before`, "text"],
  showsComplete: ["shows_complete", "value"],
  label: [phrase`label`, "value"],
  category: [phrase`category`, "value"],
  type: [phrase`type`, "value"],
  number: [phrase`number`, "value"],
  release_date: [phrase`release date`, "value"],
  url: [phrase`link`, "value", "url"],
  links: [phrase`links`, "list"],
  tracks: [phrase`tracks`, "list"],
  sessions: [phrase`sessions`, "list"],
  songs: [phrase`songs`, "list"],
  description: [phrase`description`, "text"],
  jikosokai: [phrase`introduction`, "text"],
  summary: [phrase`summary`, "text"],
  content: [phrase`text`, "text"],
  img: [phrase`picture`, "picture"],
  img_alt: [phrase`second picture`, "picture"],
  image: [phrase`picture`, "picture"],
  poster: [phrase`poster`, "picture"],
  banner: [phrase`banner`, "picture"],
  cover: [phrase`cover`, "picture"],
};

/** Fields that together say when something is. */
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
  const [name, telling, answer = field] = FIELD_WORDS[field] ??
    [field.replaceAll("_", " "), "value"];
  const words = wordsOf(name);
  const [from, to] = [old[answer], fresh[answer]];
  if (telling === "people") return tellPeople(words, old, fresh);
  if (telling === "picture") {
    const told = tellPicture(words, fileOf(from), fileOf(to));
    if (told !== undefined) return told;
  }
  if (telling === "list" && Array.isArray(from) && Array.isArray(to) && from.length !== to.length) {
    return `${words} ${from.length} → ${to.length}`;
  }
  if (telling === "value" && isShort(from) && isShort(to) && `${from}` !== `${to}`) {
    return `${words} ${shown(from)} → ${shown(to)}`;
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

function isShort(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.every((one) => typeof one === "string") && isShort(`${value}`);
  }
  return value === undefined || value === null ||
    `${value}`.length <= SHORT && typeof value !== "object";
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
