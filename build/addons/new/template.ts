import type { z } from "zod";
import { say } from "../../words/say.ts";
import { styledYaml } from "../../yaml/styled_yaml.ts";

/** The comment above the fields of a template. */
export function hint(): string {
  return `# ${say`To use a field, take away the # that touches it. All: /docs/editing-more#all-fields`}\n\n`;
}

export type TemplateFields = Readonly<Record<string, unknown>>;

/** A YAML text to fill in: fields with their values, and the usual ones without, commented out. */
export function template(
  schema: z.ZodObject,
  values: TemplateFields,
  usual: TemplateFields,
): string {
  return Object.keys(schema.shape).map((field) => {
    if (values[field] !== undefined) return styledYaml({ [field]: values[field] });
    return usual[field] === undefined ? "" : commentedOut(styledYaml({ [field]: usual[field] }));
  }).join("");
}

/** Without a space behind the #, unlike a note; taking it away leaves the line in place. */
function commentedOut(yaml: string): string {
  return yaml.replace(/^ *(?=\S)/gm, "$&#");
}

const PICTURE = "pictures/nama.jpg";
const PAGE = "https://www.example/page";
const SOMEBODY = ["Nama Anggota", "Nama Tamu"];

/** The usual fields of each kind, and what may stand in them. */
export const USUAL = {
  group: { aliases: ["nama-lain"], defaults: { venue: "Teater, lantai 4" }, image: PICTURE },
  member: {
    nicknames: ["Nama"],
    generation: "Generasi 1",
    team: "Merah",
    img: PICTURE,
    birth_date: "2007-08-31",
    joined: "2024-01-20",
    idn_username: "user_name",
  },
  show: { title: "Judul", setlist: "Nama Setlist", time: "19:00", members: SOMEBODY, url: PAGE },
  setlist: { name_native: "月の裏庭", songs: ["Judul Lagu"], image: PICTURE },
  news: { category: "Teater", image: PICTURE, publish_at: "2026-07-04T19:00:00+07:00" },
  event: { time: "10:00", venue: "Balai Pertemuan", url: PAGE, members: SOMEBODY },
  release: {
    release_date: "2026-07-04",
    cover: PICTURE,
    tracks: [{ title: "Judul Lagu", members: SOMEBODY }],
  },
  videocall: {},
} satisfies Record<string, TemplateFields>;
