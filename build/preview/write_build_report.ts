import { KINDS_BY_FOLDER } from "../schema/schemas.ts";
import type { Compiled } from "../compile.ts";
import type { CheckedContent, Entry, GroupContent, GroupEntries } from "../check/content.ts";
import { type Diagnostic, errorsFirst, type ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { excerpt } from "../diagnostic/format.ts";
import { spokenLanguage } from "../words/say.ts";
import { writeWhole } from "../emit/write_file.ts";
import {
  type BuildReport,
  DRAFTS_FILE,
  type GroupFilePaths,
  type ItemFiles,
  type PreviewKind,
  type PreviewProblem,
  REPORT_FILE,
  REPORT_FORMAT,
} from "./build_report.ts";
import { createHiddenPicturesWriter } from "./hidden_pictures.ts";
import { NO_MEMORY } from "../memory.ts";
import { createRoster } from "../derive/roster.ts";
import { namingOf } from "../derive/names.ts";
import type { Naming } from "../derive/people.ts";
import { Bodies } from "../emit/bodies.ts";
import { packFile } from "../../src/model/pack_file.ts";
import { renderGroup } from "../render/group.ts";

/** Writes down what a build has found, for the preview. */
export type WriteReport = (compiled: Compiled) => void;

/** Writes reports into a folder; what a broken build does not know stays as it was. */
export function createReportWriter(folder: string): WriteReport {
  let files: ItemFiles = {};
  const writeHiddenPictures = createHiddenPicturesWriter(folder);
  return ({ content, diagnostics, pack }) => {
    const isBroken = pack === undefined;
    files = isBroken ? mergeFiles(files, filesOf(content)) : filesOf(content);
    const draftProblems: Diagnostic[] = [];
    if (!isBroken) {
      writeDrafts(folder, content, draftProblems);
      writeHiddenPictures(content);
    }
    const report: BuildReport = {
      format: REPORT_FORMAT,
      language: spokenLanguage(),
      isBroken,
      problems: errorsFirst(diagnostics).map(problemOf),
      draftProblems: errorsFirst(draftProblems).map(problemOf),
      files,
    };
    const bytes = new TextEncoder().encode(JSON.stringify(report));
    writeWhole(`${folder}/${REPORT_FILE}`, [bytes], false);
  };
}

function writeDrafts(folder: string, content: CheckedContent, problems: Diagnostic[]): void {
  const chunks = draftPack(content, (problem) => void problems.push(problem));
  if (chunks !== undefined) writeWhole(`${folder}/${DRAFTS_FILE}`, chunks, false);
}

function problemOf({ severity, message, place }: Diagnostic): PreviewProblem {
  const { file, line, column, text } = place;
  const hasText = text !== undefined && text.trim() !== "";
  return {
    ...{ severity, message, file, line, column },
    ...(hasText && { excerpt: excerpt(text, column) }),
  };
}

/** The kinds of items by the names of their folders: all that a group has. */
const KINDS: Readonly<Record<keyof GroupEntries, PreviewKind>> = KINDS_BY_FOLDER;

function filesOf({ groups }: CheckedContent): ItemFiles {
  return Object.fromEntries(groups.map((group) => {
    const kinds = (Object.keys(KINDS) as (keyof GroupEntries)[]).map((folder) => {
      const entries: readonly Entry<AnyFile>[] = [...group[folder], ...group.drafts[folder]];
      return [KINDS[folder], pathsOf(entries, folder)];
    });
    return [group.slug, Object.fromEntries(kinds)];
  }));
}

/** What any entry's file may have. */
interface AnyFile {
  readonly draft?: boolean | undefined;
  readonly id?: string | undefined;
  readonly date?: string | undefined;
}

/** Days of video calls are known by their day, whatever their files are called. */
function pathsOf(
  entries: readonly Entry<AnyFile>[],
  folder: keyof GroupEntries,
): GroupFilePaths {
  const idOf = ({ slug, file }: Entry<AnyFile>) =>
    folder === "videocalls" && file.date !== undefined ? file.date : file.id ?? slug;
  return Object.fromEntries(entries.map((entry) => [idOf(entry), entry.source.file]));
}

function mergeFiles(before: ItemFiles, now: ItemFiles): ItemFiles {
  const groups = new Set([...Object.keys(before), ...Object.keys(now)]);
  return Object.fromEntries([...groups].map((group) => {
    const kinds = new Set([before, now].flatMap((files) => Object.keys(files[group] ?? {})));
    return [
      group,
      Object.fromEntries([...kinds].map((kind) => [
        kind,
        { ...before[group]?.[kind], ...now[group]?.[kind] },
      ])),
    ];
  }));
}

/**
 * Renders the drafts of all groups as if they were none, into the bytes of a pack; undefined where the
 * content has no site or no plans. `report` takes what is wrong with the drafts.
 */
export function draftPack(
  { site, plans, groups }: CheckedContent,
  report: ReportDiagnostic,
): readonly Uint8Array[] | undefined {
  if (site === undefined || plans === undefined) return undefined;
  const bodies = new Bodies();
  const indexes = groups.map((content) => {
    const drafts = { ...content, ...content.drafts };
    return renderGroup({
      content: drafts,
      bodies,
      memory: NO_MEMORY,
      pictures: undefined,
      ...naming(content, report),
    });
  });
  return packFile({ site, plans, size: bodies.size, groups: indexes }, bodies.chunks()).chunks;
}

/** Drafts name members who are drafts themselves, too. */
function naming(content: GroupContent, report: ReportDiagnostic): Naming {
  const { members, drafts, group: { guests } } = content;
  const usual = namingOf(content, report);
  if (drafts.members.length === 0) return usual;
  return { ...usual, roster: createRoster([...members, ...drafts.members], guests) };
}
