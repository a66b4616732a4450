import { PACK_FILE } from "../../../src/model/pack.ts";
import { markFile } from "../../../src/platform/file_mark.ts";
import { DiffError, openComparedPack, type OpenedPack } from "../../diff/opened_pack.ts";
import type { Folder } from "./folder.ts";
import { type FolderPack, openGroup } from "./open_group.ts";
import {
  DRAFTS_FILE,
  NO_SNAPSHOT,
  type PreviewProblem,
  type Snapshot,
  SNAPSHOT_FILE,
  SNAPSHOT_FORMAT,
} from "../snapshot.ts";

/** Reads the folder as the last builds have left it in OUT_DIR. */
export interface FolderReader {
  /** Another one after every build. */
  version(): string;
  /** Undefined where there is no pack that this program reads. */
  read(): Folder | undefined;
}

/** Reads anew what has changed since it was read last. */
export function createFolderReader(out: string): FolderReader {
  let known: { readonly version: string; readonly folder: Folder | undefined } | undefined;
  const version = () =>
    [PACK_FILE, DRAFTS_FILE, SNAPSHOT_FILE]
      .map((name) => markFile(`${out}/${name}`)?.version ?? "none").join(" ");
  return {
    version,
    read() {
      const now = version();
      if (known?.version !== now) known = { version: now, folder: readFolder(out, now) };
      return known.folder;
    },
  };
}

function readFolder(out: string, version: string): Folder | undefined {
  const pack = openPackAt(`${out}/${PACK_FILE}`);
  if (pack === undefined) return undefined;
  const drafts = openPackAt(`${out}/${DRAFTS_FILE}`);
  const snapshot = readSnapshot(`${out}/${SNAPSHOT_FILE}`);
  const packs: FolderPack[] = [
    ...(drafts === undefined ? [] : [{ pack: drafts, isDraft: true }]),
    { pack, isDraft: false },
  ];
  const problemsOf = problemFinder(snapshot);
  return {
    version,
    site: pack.index.site,
    snapshot,
    groups: pack.index.groups.map((group) => openGroup(group, packs, snapshot, problemsOf)),
  };
}

/** Undefined where there is none, or another version of the program wrote it. */
function openPackAt(path: string): OpenedPack | undefined {
  try {
    return openComparedPack(Deno.readFileSync(path), path);
  } catch (error) {
    if (error instanceof DiffError || error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function readSnapshot(path: string): Snapshot {
  try {
    const snapshot: Snapshot = JSON.parse(Deno.readTextFileSync(path));
    return snapshot.format === SNAPSHOT_FORMAT ? snapshot : NO_SNAPSHOT;
  } catch {
    return NO_SNAPSHOT;
  }
}

function problemFinder({ problems, draftProblems }: Snapshot): (file: string) => PreviewProblem[] {
  const byFile = Map.groupBy([...problems, ...draftProblems], ({ file }) => file);
  return (file) => byFile.get(file) ?? [];
}
