/**
 * This room makes a new content file from a template.
 *
 * @module
 */

import type { SetlistsFile } from "../schema/content/occasions.ts";
import { SCHEMAS } from "../schema/schemas.ts";
import { titleSlug } from "../derive/title_slug.ts";
import { EXAMPLES, hint, template, type TemplateFields } from "./template.ts";
import { say } from "../words/say.ts";
import { slug as slugSchema } from "../schema/content/field.ts";
import { quote } from "../diagnostic/wording.ts";
import { TaskError } from "../task/task_error.ts";

/** What a new file is made from. */
interface Wish {
  /** What the entry is called. */
  readonly name: string;
  /** The day it takes place, `YYYY-MM-DD`. */
  readonly date: string;
  /** The group's setlists. */
  readonly setlists: SetlistsFile;
}

/** A new file of a group: its place in the group's folder, and its text. */
interface NewFile {
  readonly folder: string;
  readonly slug: string;
  readonly ending: "yaml" | "md";
  readonly text: string;
}

/** The fields of a kind, with some values. */
function filled(kind: keyof typeof EXAMPLES, values: TemplateFields): string {
  return template(SCHEMAS[kind].schema, values, EXAMPLES[kind]);
}

/** The text of a new `group.yaml`; `chosen` are fields that are to say something else. */
export function groupText(name: string, chosen: Readonly<Record<string, string>> = {}): string {
  const values = { name, family: "bare", timezone: "Asia/Jakarta", language: "id", ...chosen };
  return hint() + filled("group", values);
}

/** What makes a file of each kind. */
export const NEW_FILES: Readonly<Record<string, (wish: Wish) => NewFile>> = {
  member: ({ name }) =>
    yaml("members", titleSlug(name), filled("member", { name, status: "active" })),
  show: (wish) => {
    const { slug, title } = dated(wish);
    const setlist = wish.setlists.find((known) => titleSlug(known.name) === titleSlug(title));
    const what = setlist === undefined ? { title } : { setlist: setlist.name };
    return yaml("shows", slug, filled("show", { ...what, date: wish.date }));
  },
  setlist: ({ name }) => yaml("setlists", titleSlug(name), filled("setlist", { name })),
  news: (wish) => {
    const { slug, title } = dated(wish);
    const front = filled("news", { title, date: wish.date });
    const text = `---\n${hint()}${front}---\n\n${article()}`;
    return { folder: "news", slug, ending: "md", text };
  },
  event: (wish) => {
    const { slug, title } = dated(wish);
    return yaml("events", slug, filled("event", { title, type: "other", date: wish.date }));
  },
  release: ({ name }) =>
    yaml("releases", titleSlug(name), filled("release", { title: name, type: "single" })),
  videocall: (wish) => {
    const { title } = dated(wish);
    const session = { session: "Sesi 1", title: title || undefined, start_time: "16:30" };
    return yaml(
      "videocalls",
      wish.date,
      filled("videocall", { date: wish.date, sessions: [session] }),
    );
  },
};

function article(): string {
  return `<!-- ${say`Write the article here, in Markdown. This line is not shown.`} -->\n`;
}

function yaml(folder: string, slug: string, text: string): NewFile {
  return { folder, slug, ending: "yaml", text: hint() + text };
}

const LEADING_DATE = /^\d{4}-\d{2}-\d{2}(?:[\s-]+|$)/;

const TRAILING_DATE = /[\s,]+(\d{4}-\d{2}-\d{2})$/;

/** The day that a name begins with, or else ends with. */
export function dayIn(name: string): string | undefined {
  return LEADING_DATE.exec(name)?.[0].slice(0, 10) ?? TRAILING_DATE.exec(name)?.[1];
}

/** A name without its day. */
function withoutDate(name: string): string {
  return name.replace(LEADING_DATE.test(name) ? LEADING_DATE : TRAILING_DATE, "");
}

function dated({ name, date }: Wish): { slug: string; title: string } {
  const title = withoutDate(name);
  return { title, slug: [date, titleSlug(title)].filter(Boolean).join("-") };
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
