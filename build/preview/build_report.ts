import type { Compiled } from "../compile.ts";
import type { CheckedContent, Entry, GroupEntries } from "../check/content.ts";
import { type Diagnostic, errorsFirst } from "../diagnostic/diagnostic.ts";
import { excerpt } from "../diagnostic/format.ts";
import { KINDS_BY_FOLDER } from "../schema/schemas.ts";
import type { Words } from "../words/say.ts";

/** The kinds of items that the preview shows. */
export type PreviewKind = "member" | "show" | "news" | "event" | "release" | "videocall";

/** A problem with the place where it is. */
export interface PreviewProblem {
  readonly severity: "error" | "warning";
  /** Put into words where it is shown, in the language of the page. */
  readonly message: Words;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The line itself and, below it, a caret under the column. */
  readonly excerpt?: readonly [line: string, caret: string];
}

/** The path of the file of each item, by group, kind and id. */
type ItemFiles = Readonly<Record<string, Readonly<Record<string, GroupFilePaths>>>>;

/** The path of the file of each item of a kind, by id. */
type GroupFilePaths = Readonly<Record<string, string>>;

/** What the last build has found, whether or not it could be used. */
export interface BuildReport {
  /** Whether there were errors: then the pack is of an earlier build. */
  readonly isBroken: boolean;
  /** Errors first. */
  readonly problems: readonly PreviewProblem[];
  /** What would be found in drafts that were none. */
  readonly draftProblems: readonly PreviewProblem[];
  readonly files: ItemFiles;
}

/** Reports a build; what a broken one does not know is as in `good`, the content of the last good one. */
export function reportBuild(
  { content, diagnostics, pack }: Compiled,
  good: CheckedContent | undefined,
  draftProblems: readonly Diagnostic[],
): BuildReport {
  const files = filesOf(content);
  return {
    isBroken: pack === undefined,
    problems: errorsFirst(diagnostics).map(problemOf),
    draftProblems: errorsFirst(draftProblems).map(problemOf),
    files: good === undefined ? files : mergeFiles(filesOf(good), files),
  };
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
