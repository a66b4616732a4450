import { compile } from "../../build/compile.ts";
import type { Diagnostic } from "../../build/diagnostic/diagnostic.ts";
import { formatDiagnostics } from "../../build/diagnostic/format.ts";
import { createCatalog, type Group } from "../../src/catalog/catalog.ts";
import { itemParts, joinParts, spanAt } from "../../src/catalog/phases.ts";
import { openPack, type Pack } from "../../src/catalog/pack.ts";
import type { Row, Span } from "../../src/model/pack.ts";
import { temporaryFolderSync } from "../support/temporary.ts";
import { type TreeFiles, writeTree } from "./content_tree.ts";
import { wordsOf } from "../../build/words/say.ts";

// deno-lint-ignore no-explicit-any
type Item = any;

/** A content folder compiled, and its items as they are at an instant. */
export interface CompiledTree {
  readonly group: Group;
  readonly warnings: readonly string[];
  /** The items of a table that are there at `now`, parsed, with further fields of their rows. */
  items(
    table: "members" | "shows" | "news" | "events" | "releases" | "schedule",
    now?: string,
  ): Item[];
  /** What an item says beyond its list: the spans of a row that hold further fields. */
  detail(row: Row, ...further: Span[]): Item;
}

const LATER = "2030-01-01T00:00:00Z";

/** Compiles the valid files with these over them. */
export function compileTree(files: TreeFiles, slug = "groupa"): CompiledTree {
  const { bytes, diagnostics } = packTree(files);
  if (bytes === undefined) throw new Error(formatDiagnostics(diagnostics));
  const pack = openPack(bytes);
  const group = createCatalog(pack).group(slug)!;
  const parse = (row: Row, now: string, ...further: Span[]) => parseItem(pack, row, now, further);
  return {
    group,
    warnings: diagnostics.map(({ message }) => wordsOf(message)),
    items: (table, now = LATER) =>
      (group.table(table) as readonly Row[])
        .filter((row) => spanAt(row.open, Date.parse(now)) !== undefined)
        .map((row) => parse(row, now)),
    detail: (row, ...further) => parse(row, LATER, ...further),
  };
}

/** The bytes of the pack, or why there is none. */
export function packTree(
  files: TreeFiles,
): { bytes: Uint8Array | undefined; diagnostics: readonly Diagnostic[] } {
  using folder = temporaryFolderSync();
  writeTree(folder.path, files);
  const { pack, diagnostics } = compile(folder.path);
  return { bytes: pack && joinParts(pack.chunks), diagnostics };
}

function parseItem(pack: Pack, row: Row, now: string, further: Span[]): unknown {
  const bytes = joinParts(itemParts(pack, row, Date.parse(now), ...further));
  return JSON.parse(new TextDecoder().decode(bytes));
}
