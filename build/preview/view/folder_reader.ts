import { PACK_FILE } from "../../../src/model/pack.ts";
import { markFile } from "../../../src/platform/file_mark.ts";
import { openComparedPack, type OpenedPack, UnreadablePackError } from "../../pack/opened_pack.ts";
import type { Folder } from "./folder.ts";
import { type FolderPack, openGroup } from "./open_group.ts";
import {
  type BuildReport,
  DRAFTS_FILE,
  NO_REPORT,
  type PreviewProblem,
  REPORT_FILE,
  REPORT_FORMAT,
} from "../build_report.ts";

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
    [PACK_FILE, DRAFTS_FILE, REPORT_FILE]
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
  const report = readReport(`${out}/${REPORT_FILE}`);
  const packs: FolderPack[] = [
    ...(drafts === undefined ? [] : [{ pack: drafts, isDraft: true }]),
    { pack, isDraft: false },
  ];
  const problemsOf = problemFinder(report);
  return {
    version,
    site: pack.index.site,
    report,
    groups: pack.index.groups.map((group) => openGroup(group, packs, report, problemsOf)),
  };
}

/** Undefined where there is none, or another version of the program wrote it. */
function openPackAt(path: string): OpenedPack | undefined {
  try {
    return openComparedPack(Deno.readFileSync(path), path);
  } catch (error) {
    if (error instanceof UnreadablePackError || error instanceof Deno.errors.NotFound) {
      return undefined;
    }
    throw error;
  }
}

function readReport(path: string): BuildReport {
  try {
    const report: BuildReport = JSON.parse(Deno.readTextFileSync(path));
    return report.format === REPORT_FORMAT ? report : NO_REPORT;
  } catch {
    return NO_REPORT;
  }
}

function problemFinder(
  { problems, draftProblems }: BuildReport,
): (file: string) => PreviewProblem[] {
  const byFile = Map.groupBy([...problems, ...draftProblems], ({ file }) => file);
  return (file) => byFile.get(file) ?? [];
}
