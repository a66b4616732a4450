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
  member: ["member", "members"],
  show: ["show", "shows"],
  news: ["article", "articles"],
  event: ["event", "events"],
  release: ["release", "releases"],
  videocall: ["day of video calls", "days of video calls"],
  setlist: ["setlist", "setlists"],
  group: ["group", "groups"],
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
  id: value("id"),
  former_slugs: list("earlier names of its file"),
  publish_at: text("when it comes out"),
  title: value("title"),
  name: value("name"),
  fullname: value("full name"),
  nicknames: value("nicknames"),
  generation: value("generation"),
  status: value("status"),
  birth_date: value("birthday", "birthdate"),
  birthplace: value("birthplace"),
  blood_type: value("blood type", "bloodType"),
  zodiac: value("zodiac"),
  height: value("height"),
  hobby: value("hobby"),
  joined: value("day she joined"),
  graduated: value("day she graduates"),
  idn_username: value("IDN name"),
  room_id: value("SHOWROOM room"),
  showroom_url_key: value("SHOWROOM address"),
  youtube: text("YouTube channel"),
  socials: list("social links"),
  date: value("date"),
  time: value("time"),
  start_at: value("start"),
  duration: value("end", "end_at"),
  venue: value("venue"),
  team: value("team"),
  state: value("state"),
  setlist: value("setlist"),
  members: people("line-up"),
  seitansai: list("birthdays celebrated"),
  graduation: list("graduations"),
  label: value("label"),
  category: value("category"),
  type: value("type"),
  number: value("number"),
  release_date: value("release date"),
  url: value("link", "url"),
  links: list("links"),
  tracks: list("tracks"),
  sessions: list("sessions"),
  songs: list("songs"),
  description: text("description"),
  jikosokai: text("introduction"),
  summary: text("summary"),
  content: text("text"),
  img: picture("picture"),
  img_alt: picture("second picture"),
  image: picture("picture"),
  poster: picture("poster"),
  banner: picture("banner"),
  cover: picture("cover"),
};

/** Fields that together say when something is. */
export const WHEN_FIELDS: readonly string[] = ["date", "time", "start_at"];
