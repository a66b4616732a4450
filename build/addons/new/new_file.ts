/**
 * This room makes a new content file from a template.
 *
 * @module
 */

import type { SetlistFile } from "../../schema/content/occasions.ts";
import { SCHEMAS } from "../../schema/schemas.ts";
import { titleSlug } from "../../../src/model/title_slug.ts";
import { hint, template, type TemplateFields, USUAL } from "./template.ts";
import { say } from "../../words/say.ts";
import { slug as slugSchema } from "../../schema/content/field.ts";
import { quote } from "../../diagnostic/wording.ts";
import { TaskError } from "../../task/task_error.ts";

/** What a new file is made from. */
interface Wish {
  /** What the entry is called, without its day. */
  readonly title: string;
  /** The day it takes place, `YYYY-MM-DD`. */
  readonly date: string;
  /** Whether somebody named that day. */
  readonly isDated?: boolean;
  /** When it begins, `HH:MM`. */
  readonly time?: string | undefined;
  /** The group's setlists. */
  readonly setlists: readonly SetlistFile[];
}

/** A new file of a group: its place in the group's folder, and its text. */
interface NewFile {
  readonly folder: string;
  readonly slug: string;
  readonly ending: "yaml" | "md";
  readonly text: string;
}

/** The fields of a kind, with some values. */
function filled(kind: keyof typeof USUAL, values: TemplateFields): string {
  return template(SCHEMAS[kind].schema, values, USUAL[kind]);
}

/** The text of a new `group.yaml`; `chosen` are fields that are to say something else. */
export function groupText(name: string, chosen: Readonly<Record<string, string>> = {}): string {
  const values = { name, family: "bare", timezone: "Asia/Jakarta", language: "id", ...chosen };
  return hint() + filled("group", values);
}

/** The kinds that begin at an hour. */
export const TIMED: readonly string[] = ["show", "event", "videocall"];

/** What makes a file of each kind. */
export const NEW_FILES: Readonly<Record<string, (wish: Wish) => NewFile>> = {
  member: ({ title: name }) =>
    yaml("members", titleSlug(name), filled("member", { name, status: "active" })),
  show: (wish) => {
    const { title, date, time, setlists } = wish;
    const setlist = setlists.find((known) => titleSlug(known.name) === titleSlug(title));
    const what = setlist === undefined ? { title } : { setlist: setlist.name };
    return yaml("shows", datedSlug(wish), filled("show", { ...what, date, time }));
  },
  setlist: ({ title: name }) => yaml("setlists", titleSlug(name), filled("setlist", { name })),
  news: (wish) => {
    const { title, date } = wish;
    const text = `---\n${hint()}${filled("news", { title, date })}---\n\n${article()}`;
    return { folder: "news", slug: datedSlug(wish), ending: "md", text };
  },
  event: (wish) => {
    const { title, date, time } = wish;
    return yaml("events", datedSlug(wish), filled("event", { title, type: "other", date, time }));
  },
  release: ({ title, date, isDated }) => {
    const day = isDated ? { release_date: date } : {};
    return yaml("releases", titleSlug(title), filled("release", { title, type: "single", ...day }));
  },
  videocall: ({ title, date, time = "16:30" }) => {
    const session = { session: "Sesi 1", title: title || undefined, start_time: time };
    const text = filled("videocall", { date, sessions: [session] });
    return yaml(
      "videocalls",
      date,
      `${text}    #end_time: "17:30"\n    #members: [Nama Anggota]\n`,
    );
  },
};

function article(): string {
  return `<!-- ${say`Write the article here, in Markdown. This line is not shown.`} -->\n`;
}

function yaml(folder: string, slug: string, text: string): NewFile {
  return { folder, slug, ending: "yaml", text: hint() + text };
}

function datedSlug({ title, date }: Wish): string {
  return [date, titleSlug(title)].filter(Boolean).join("-");
}

/** What the address of a new entry is made of. */
interface Addressed {
  readonly name: string;
  /** What somebody typed; empty where the address follows from the name. */
  readonly typed: string;
  /** The day in front of it, where the kind has one. */
  readonly day: string | undefined;
}

/**
 * The address of a new entry: the name of its file.
 *
 * @throws {TaskError} where none can be made of the name, or what was typed is none
 */
export function addressOf({ name, typed, day }: Addressed): string {
  const own = typed === "" ? titleSlug(name) : typed;
  if (own === "") {
    throw new TaskError(
      say`Cannot make an address of ${quote(name)}: write one in small Latin letters`,
    );
  }
  const address = day === undefined || own.startsWith(`${day}-`) ? own : `${day}-${own}`;
  const { error } = slugSchema.safeParse(address);
  if (error === undefined && /^[a-z0-9-]+$/.test(address) && address.length <= 100) return address;
  throw new TaskError(
    say`Cannot use the address ${quote(address)}: expected small letters, digits and hyphens,
      such as aufa-zafirah`,
  );
}
