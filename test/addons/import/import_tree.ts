import { importDump, type ImportRequest } from "../../../build/addons/import/import_dump.ts";
import { writeTexts } from "../../../build/files/write_texts.ts";
import { changeLine, formatFates, lostOf } from "../../../build/addons/import/report.ts";
import { temporaryFolderSync } from "../../support/temporary.ts";

/** The files that every tree has. */
const BASE: Readonly<Record<string, string>> = {
  "site.yaml": "title: Test\ncontact: test@oshibase.example\nbase_url: https://oshibase.example\n" +
    "licence: CC0-1.0\nattribution: Test\n",
  "plans.yaml": "standard: { rate: unlimited, quota: unlimited }\n",
  "schema/member.json": "{}\n",
  "groupa/group.yaml": "name: Group A\nfamily: bare\ntimezone: Asia/Jakarta\naliases: [serambi]\n",
};

/** What one import did. */
export interface Done {
  readonly made: number;
  readonly changed: number;
  readonly kept: number;
  /** The table of fields. */
  readonly table: string;
  /** How many values were lost. */
  readonly lost: number;
  /** The fields of the dump of which something was lost. */
  readonly lostFields: readonly string[];
  /** The fields in which file and dump differ: `members/x.yaml: height 166 -> 165, kept`. */
  readonly differences: readonly string[];
  /** What an editor removed, and is not made again. */
  readonly removed: readonly string[];
  /** What was told, without the folder's own path. */
  readonly told: string;
  /** The paths of the files that were written, below the root. */
  readonly written: readonly string[];
}

/** What the command's options say. */
export type Options = Pick<ImportRequest, "dates" | "map" | "set" | "prefersTheirs" | "pictures">;

/** The dump is right wherever it differs from files that no import has written. */
export const THEIRS: Options = { prefersTheirs: true };

/** A content folder to import into. */
export interface ImportTree extends Disposable {
  readonly root: string;
  /** Imports a dump as the command does: everything is written, or nothing. */
  take(kind: string, dump: unknown, group?: string, options?: Options): Done;
  /** The text of a file. */
  text(path: string): string;
  /** The names of the files in a folder, sorted. */
  names(folder: string): string[];
}

/** Makes a content folder with one group, `groupa`, and these files. */
export function importTree(files: Readonly<Record<string, string>> = {}): ImportTree {
  const folder = temporaryFolderSync();
  const root = folder.path;
  for (const [name, text] of Object.entries({ ...BASE, ...files })) {
    const path = `${root}/${name}`;
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(path, text);
  }
  return {
    root,
    take(kind, dump, group = "groupa", options = {}) {
      const text = typeof dump === "string" ? dump : JSON.stringify(dump);
      const outcome = importDump({ root, group, kind, text, ...options });
      writeTexts(outcome.texts);
      const lost = lostOf(outcome.fates);
      return {
        ...outcome.counts,
        table: formatFates(outcome.fates),
        lost: lost.length,
        lostFields: lost.map(({ theirs }) => theirs),
        differences: outcome.fields.map(changeLine),
        removed: outcome.removedEntries,
        told: outcome.notes("dump.json").replaceAll(`${root}/`, ""),
        written: [...outcome.texts.keys()].map((path) => path.slice(root.length + 1)),
      };
    },
    text: (path) => Deno.readTextFileSync(`${root}/${path}`),
    names: (folder) => [...Deno.readDirSync(`${root}/${folder}`)].map(({ name }) => name).sort(),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}
