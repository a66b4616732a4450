import { type TreeFiles, VALID } from "../content_tree.ts";

/** A mistake that an editor makes: its name, and the files that hold it among those without one. */
export type Mistake = readonly [name: string, files: TreeFiles];

/** A mistake in one file, which holds this. */
export function inFile(name: string, path: string, holds: string | Uint8Array): Mistake {
  return [name, { [path]: holds }];
}

const inWhole = (path: string) => (name: string, holds: string | Uint8Array): Mistake =>
  inFile(name, path, holds);
/** A mistake in the lines of a file below its first ones. */
const below = (path: string, first: string) => (name: string, lines: string): Mistake =>
  inFile(name, path, `${first}${lines}\n`);

const MEMBER = "groupa/members/citra-dewi.yaml";
const SHOW = "groupa/shows/2026-08-01-peluit.yaml";
const NEWS = "groupa/news/2026-08-01-kabar.md";
const EVENT = "groupa/events/2026-02-22-jabat-tangan.yaml";
export const SITE =
  "title: Groupa\ncontact: halo@groupa.example\nbase_url: https://api.groupa.example\n" +
  "licence: CC0-1.0\nattribution: Groupa\n";

export const member = inWhole(MEMBER);
export const show = inWhole(SHOW);
export const news = inWhole(NEWS);
export const citra = below(MEMBER, "name: Citra\n");
export const peluit = below(SHOW, "title: Peluit\ndate: 2026-08-01\n");
export const article = below(NEWS, "---\ntitle: Kabar\ndate: 2026-08-01\n---\n\n");
export const setlist = below("groupa/setlists/jendela-pagi.yaml", "name: Jendela Pagi\n");
export const release = below("groupa/releases/surat.yaml", "title: Surat\ntype: single\n");
export const group = below("groupa/group.yaml", VALID["groupa/group.yaml"]!);
export const event = below(EVENT, VALID[EVENT]!);
export const videocall = below(
  "groupa/videocalls/2026-05-08.yaml",
  "date: 2026-05-08\nsessions:\n",
);
export const site = below("site.yaml", SITE);
