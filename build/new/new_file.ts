/**
 * This room makes a new content file from a template or from another file.
 *
 * @module
 */

import {
  eventFile,
  setlistFile,
  type SetlistsFile,
  showFile,
  videocallFile,
} from "../../src/model/content/occasions.ts";
import { groupFile } from "../../src/model/content/group.ts";
import { memberFile } from "../../src/model/content/member.ts";
import { newsFile, releaseFile } from "../../src/model/content/publications.ts";
import { titleSlug } from "../derive/title_slug.ts";
import { EXAMPLES } from "./examples.ts";
import { hint, template } from "./template.ts";
import { say } from "../words/say.ts";

/** What a new file is made from. */
export interface Wish {
  /** What the entry is called. */
  readonly name: string;
  /** The day it takes place, `YYYY-MM-DD`. */
  readonly date: string;
  /** The group's setlists. */
  readonly setlists: SetlistsFile;
}

/** A new file of a group: its place in the group's folder, and its text. */
export interface NewFile {
  readonly folder: string;
  readonly slug: string;
  readonly ending: "yaml" | "md";
  readonly text: string;
}

/** The text of a new `group.yaml`; `chosen` are fields that are to say something else. */
export function groupText(name: string, chosen: Readonly<Record<string, string>> = {}): string {
  const values = { name, family: "bare", timezone: "Asia/Jakarta", language: "id", ...chosen };
  return hint() + template(groupFile, values, EXAMPLES.group);
}

/** What makes a file of each kind. */
export const NEW_FILES: Readonly<Record<string, (wish: Wish) => NewFile>> = {
  member: ({ name }) =>
    yaml(
      "members",
      titleSlug(name),
      template(memberFile, { name, status: "active" }, EXAMPLES.member),
    ),
  show: (wish) => {
    const { slug, title } = dated(wish);
    const setlist = wish.setlists.find((known) => titleSlug(known.name) === titleSlug(title));
    const what = setlist === undefined ? { title } : { setlist: setlist.name };
    const values = { ...what, date: wish.date };
    return yaml("shows", slug, template(showFile, values, EXAMPLES.show));
  },
  setlist: ({ name }) =>
    yaml("setlists", titleSlug(name), template(setlistFile, { name }, EXAMPLES.setlist)),
  news: (wish) => {
    const { slug, title } = dated(wish);
    const front = template(newsFile, { title, date: wish.date }, EXAMPLES.news);
    return {
      folder: "news",
      slug,
      ending: "md",
      text: `---\n${hint()}${front}---\n\n${article()}`,
    };
  },
  event: (wish) => {
    const { slug, title } = dated(wish);
    const values = { title, type: "other", date: wish.date };
    return yaml(
      "events",
      slug,
      template(eventFile, values, EXAMPLES.event),
    );
  },
  release: ({ name }) => {
    const values = { title: name, type: "single" };
    return yaml(
      "releases",
      titleSlug(name),
      template(releaseFile, values, EXAMPLES.release),
    );
  },
  videocall: (wish) => {
    const { title } = dated(wish);
    const session = { session: "Sesi 1", title: title || undefined, start_time: "16:30" };
    const values = { date: wish.date, sessions: [session] };
    return yaml(
      "videocalls",
      wish.date,
      template(videocallFile, values, EXAMPLES.videocall),
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
export function withoutDate(name: string): string {
  return name.replace(LEADING_DATE.test(name) ? LEADING_DATE : TRAILING_DATE, "");
}

function dated({ name, date }: Wish): { slug: string; title: string } {
  const title = withoutDate(name);
  return { title, slug: [date, titleSlug(title)].filter(Boolean).join("-") };
}
