import { compile, type CompiledPack } from "../../build/compile.ts";
import { formatDiagnostics } from "../../build/diagnostic/format.ts";
import { exportContent } from "../../build/export/export_content.ts";
import { type ImportedExport, importExport } from "../../build/import/import_export.ts";
import { writePictures } from "../../build/picture/published_pictures.ts";
import { openContent } from "../../src/catalog/catalog.ts";
import { joinParts } from "../../src/catalog/phases.ts";
import { copyFolder } from "../support/shipped_content.ts";

/** Compiles a content folder. */
export function compiled(content: string): CompiledPack {
  const { pack, diagnostics } = compile(content);
  if (pack === undefined) throw new Error(formatDiagnostics(diagnostics));
  return pack;
}

/** Exports a content folder into `<folder>/data` as it is at `now`, epoch ms. */
export async function exportInto(folder: string, content: string, now: number): Promise<string> {
  const pack = compiled(content);
  const [out, data] = [`${folder}/out`, `${folder}/data`];
  await Deno.mkdir(out);
  await writePictures(out, pack.pictures, false);
  const { file } = pack.pictures;
  exportContent({
    catalog: openContent(joinParts(pack.chunks)).catalog,
    revision: undefined,
    content,
    pictures: file === undefined ? undefined : Deno.readFileSync(`${out}/${file}`),
    folder: data,
    now,
  });
  return data;
}

/** A content folder made of the export of another one. */
export interface Again extends ImportedExport {
  readonly content: string;
}

/** Exports a content folder, and imports that into an empty one: `<folder>/again`. */
export async function exportAndImport(
  folder: string,
  content: string,
  now: number,
): Promise<Again> {
  const data = await exportInto(folder, content, now);
  const again = `${folder}/again`;
  return { ...importExport(data, again), content: again };
}

/** Copies content to `to` without what no export has at `now`, epoch ms: drafts, and what comes later. */
export async function copyPublished(from: string, to: string, now: number): Promise<void> {
  await copyFolder(from, to);
  for (const path of filesBelow(to).filter((path) => /\.(?:md|yaml)$/.test(path))) {
    const text = Deno.readTextFileSync(path);
    const from = /^publish_at: *(.+)$/m.exec(text)?.[1];
    const isLater = from !== undefined && Date.parse(from.replace(/['"]/g, "")) > now;
    if (isLater || /^draft: *true/m.test(text)) Deno.removeSync(path);
  }
}

/** The paths of all files in a folder. */
export function filesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesBelow(`${folder}/${name}`) : [`${folder}/${name}`]
  );
}
