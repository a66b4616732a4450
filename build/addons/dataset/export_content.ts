import type { Catalog } from "../../../src/catalog/catalog.ts";
import {
  choicesOf,
  listDatasets,
  makeFile,
  nameOf,
} from "../../../src/addons/dataset/dataset_file.ts";
import { readLines } from "../../../src/addons/dataset/dataset_lines.ts";
import type { Revision } from "../../../src/model/build_stamp.ts";
import { ITEM_KINDS } from "../../../src/model/enums.ts";
import type { PictureRow } from "../../../src/model/picture.ts";
import { writeTexts } from "../../files/write_texts.ts";
import { writeSqlite } from "./write_sqlite.ts";

interface Export {
  readonly catalog: Catalog;
  readonly revision: Revision | undefined;
  /** The bytes of all pictures; undefined if there are none. */
  readonly pictures: Uint8Array | undefined;
  readonly folder: string;
  /** Epoch ms: what is published later is left out. */
  readonly now: number;
}

/** Writes datasets, database and pictures; counts them. */
export function exportContent(
  { catalog, revision, pictures, folder, now }: Export,
): { readonly groups: number; readonly items: number; readonly pictures: number } {
  const { pack, groups } = catalog;
  Deno.mkdirSync(folder, { recursive: true });
  const { item } = listDatasets({ catalog, revision }, groups, now);
  Deno.writeTextFileSync(`${folder}/dataset.json`, `${JSON.stringify(item, null, 2)}\n`);
  for (const group of groups) {
    for (const choice of choicesOf(group, now)) {
      const { bytes } = makeFile(catalog, group, choice, now);
      Deno.writeFileSync(`${folder}/${nameOf(group, choice)}`, bytes);
    }
  }
  const lines = groups.map((group) => ({
    group: group.slug,
    lists: ITEM_KINDS.map((kind) => readLines({ pack, group }, kind, now)),
  }));
  writeSqlite(`${folder}/oshibase.sqlite`, lines, item);
  return {
    groups: groups.length,
    items: lines.flatMap(({ lists }) => lists.flatMap(({ items }) => items)).length,
    pictures: writePictures({ catalog, pictures, folder, now }),
  };
}

/** Writes the pictures that something published names, under their paths. */
function writePictures(
  { catalog: { pack, index }, pictures, folder, now }: Omit<Export, "revision">,
): number {
  if (pictures === undefined) return 0;
  const files = index.groups.flatMap(({ slug, pictures: span }) => {
    const rows = span === undefined ? [] : pack.json<readonly PictureRow[]>(span);
    return rows.filter(({ from = -Infinity }) => from <= now).map(({ name, at, length }) =>
      [`${folder}/media/${slug}/${name}`, pictures.subarray(at, at + length)] as const
    );
  });
  writeTexts(new Map(files));
  return files.length;
}
