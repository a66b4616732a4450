/**
 * This room makes a new content file from a template.
 *
 * @module
 */

import type { z } from "zod";
import { titleId } from "../../../src/model/title_slug.ts";
import type { EntryFolder } from "../../read/walk.ts";
import type { SetlistFile } from "../../schema/content/occasions.ts";
import { type SchemaName, SCHEMAS } from "../../schema/schemas.ts";
import { say } from "../../words/say.ts";
import { styledYaml } from "../../yaml/styled_yaml.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Wish {
  /** What the entry is called, without its day. */
  readonly title: string;
  /** The day it takes place, `YYYY-MM-DD`. */
  readonly date: string;
  /** Whether somebody named that day. */
  readonly isDated: boolean;
  /** When it begins, `HH:MM`. */
  readonly time?: string | undefined;
  /** The group's setlists. */
  readonly setlists: readonly SetlistFile[];
}

interface Template {
  readonly folder: EntryFolder;
  /** Whether its address begins with its day, or is its day. */
  readonly day?: "in front" | "alone";
  /** Whether it begins at an hour. */
  readonly hasTime?: boolean;
  /** The fields that are filled in. */
  readonly values: (wish: Wish) => Fields;
  /** The usual ones beside them, and what may stand in them. */
  readonly usual: Fields;
}

const PICTURE = "pictures/nama.jpg";
const PAGE = "https://www.example/page";
const SOMEBODY = ["Nama Anggota", "Nama Tamu"];

export type EntryKind = Exclude<SchemaName, "site" | "plans" | "group">;

/** The kinds of entries. */
export const TEMPLATES: Readonly<Record<EntryKind, Template>> = {
  member: {
    folder: "members",
    values: ({ title: name }) => ({ name, status: "active" }),
    usual: {
      nicknames: ["Nama"],
      generation: "Generasi 1",
      team: "Merah",
      img: PICTURE,
      birth_date: "2007-08-31",
      joined: "2024-01-20",
      idn_username: "user_name",
    },
  },
  setlist: {
    folder: "setlists",
    values: ({ title: name }) => ({ name }),
    usual: { name_native: "月の裏庭", songs: ["Judul Lagu"], image: PICTURE },
  },
  show: {
    folder: "shows",
    day: "in front",
    hasTime: true,
    values({ title, date, time, setlists }) {
      const setlist = setlists.find(({ name }) => titleId(name) === titleId(title))?.name;
      return { ...(setlist === undefined ? { title } : { setlist }), date, time };
    },
    usual: { title: "Judul", setlist: "Nama Setlist", time: "19:00", members: SOMEBODY, url: PAGE },
  },
  news: {
    folder: "news",
    day: "in front",
    values: ({ title, date }) => ({ title, date }),
    usual: { category: "Teater", image: PICTURE, publish_at: "2026-07-04T19:00:00+07:00" },
  },
  event: {
    folder: "events",
    day: "in front",
    hasTime: true,
    values: ({ title, date, time }) => ({ title, type: "other", date, time }),
    usual: { time: "10:00", venue: "Balai Pertemuan", url: PAGE, members: SOMEBODY },
  },
  release: {
    folder: "releases",
    values: ({ title, date, isDated }) => ({
      title,
      type: "single",
      ...(isDated && { release_date: date }),
    }),
    usual: {
      release_date: "2026-07-04",
      cover: PICTURE,
      tracks: [{ title: "Judul Lagu", members: SOMEBODY }],
    },
  },
  videocall: {
    folder: "videocalls",
    day: "alone",
    hasTime: true,
    values: ({ title, date, time = "16:30" }) => ({
      date,
      sessions: [{ session: "Sesi 1", title: title || undefined, start_time: time }],
    }),
    usual: {},
  },
};

/** The text of a new entry, at most twelve lines. */
export function entryText(kind: EntryKind, wish: Wish): string {
  const { values, usual } = TEMPLATES[kind];
  const fields = hint() + filled(SCHEMAS[kind].schema, values(wish), usual);
  if (kind === "videocall") {
    return `${fields}    #end_time: "17:30"\n    #members: [Nama Anggota]\n`;
  }
  return kind === "news"
    ? `---\n${fields}---\n\n<!-- ${say`Write the article here, in Markdown. This line is not shown.`} -->\n`
    : fields;
}

/** The text of a new `group.yaml`; `chosen` are fields that are to say something else. */
export function groupText(name: string, chosen: Readonly<Record<string, string>>): string {
  const values = { name, family: "bare", timezone: "Asia/Jakarta", language: "id", ...chosen };
  return hint() + filled(SCHEMAS.group.schema, values, {
    ...{ aliases: ["nama-lain"], defaults: { venue: "Teater, lantai 4" }, image: PICTURE },
  });
}

function hint(): string {
  return `# ${say`To use a field, take away the # that touches it. All: /docs/editing-more#all-fields`}\n\n`;
}

/** A YAML text to fill in: fields with their values, and the usual ones without, commented out. */
function filled(schema: z.ZodObject, values: Fields, usual: Fields): string {
  return Object.keys(schema.shape).map((field) => {
    if (values[field] !== undefined) return styledYaml({ [field]: values[field] });
    if (usual[field] === undefined) return "";
    // Without a space behind the #, unlike a note; taking it away leaves the line in place.
    return styledYaml({ [field]: usual[field] }).replace(/^ *(?=\S)/gm, "$&#");
  }).join("");
}
