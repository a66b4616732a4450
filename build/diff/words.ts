import { phrase } from "../words/say.ts";

/** How a field's change is told to editors. */
export type Telling = "value" | "text" | "picture" | "people" | "list";

/** What editors call a field, how its change is told, and its name in answers where that is another. */
export interface FieldWords {
  readonly words: string;
  readonly telling: Telling;
  readonly answer?: string;
}

/** What editors call one and several of a kind. */
export const KIND_WORDS: Readonly<Record<string, readonly [one: string, several: string]>> = {
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

const value = (words: string, answer?: string): FieldWords => ({
  ...{ words, telling: "value" },
  ...(answer !== undefined && { answer }),
});
const text = (words: string): FieldWords => ({ words, telling: "text" });
const picture = (words: string): FieldWords => ({ words, telling: "picture" });
const people = (words: string): FieldWords => ({ words, telling: "people" });
const list = (words: string): FieldWords => ({ words, telling: "list" });

/** The fields of content files, whatever the kind; those that are not here go by their own names. */
export const FIELD_WORDS: Readonly<Record<string, FieldWords>> = {
  id: value(phrase`id`),
  former_slugs: list(phrase`earlier names of its file`),
  publish_at: text(phrase`when it comes out`),
  title: value(phrase`title`),
  name: value(phrase`name`),
  fullname: value(phrase`full name`),
  nicknames: value(phrase`nicknames`),
  generation: value(phrase`generation`),
  status: value(phrase`status`),
  birth_date: value(phrase`birthday`, "birthdate"),
  birthplace: value(phrase`birthplace`),
  blood_type: value(phrase`blood type`, "bloodType"),
  zodiac: value(phrase`zodiac`),
  height: value(phrase`height`),
  hobby: value(phrase`hobby`),
  joined: value(phrase`day she joined`),
  graduated: value(phrase`day she graduates`),
  idn_username: value(phrase`IDN name`),
  room_id: value(phrase`SHOWROOM room`),
  showroom_url_key: value(phrase`SHOWROOM address`),
  youtube: text(phrase`YouTube channel`),
  socials: list(phrase`social links`),
  date: value(phrase`date`),
  time: value(phrase`time`),
  start_at: value(phrase`start`),
  duration: value(phrase`end`, "end_at"),
  venue: value(phrase`venue`),
  team: value(phrase`team`),
  state: value(phrase`state`),
  setlist: value(phrase`setlist`),
  members: people(phrase`line-up`),
  seitansai: list(phrase`birthdays celebrated`),
  graduation: list(phrase`graduations`),
  label: value(phrase`label`),
  category: value(phrase`category`),
  type: value(phrase`type`),
  number: value(phrase`number`),
  release_date: value(phrase`release date`),
  url: value(phrase`link`, "url"),
  links: list(phrase`links`),
  tracks: list(phrase`tracks`),
  sessions: list(phrase`sessions`),
  songs: list(phrase`songs`),
  description: text(phrase`description`),
  jikosokai: text(phrase`introduction`),
  summary: text(phrase`summary`),
  content: text(phrase`text`),
  img: picture(phrase`picture`),
  img_alt: picture(phrase`second picture`),
  image: picture(phrase`picture`),
  poster: picture(phrase`poster`),
  banner: picture(phrase`banner`),
  cover: picture(phrase`cover`),
};

/** Fields that together say when something is. */
export const WHEN_FIELDS: readonly string[] = ["date", "time", "start_at"];
