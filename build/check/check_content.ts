/**
 * This room checks the content and explains every mistake.
 *
 * @module
 */

import type { z } from "zod";
import {
  type EntryFolder,
  type FileOf,
  FOLDERS,
  KINDS_BY_FOLDER,
  type SchemaName,
  SCHEMAS,
} from "../schema/schemas.ts";
import type { MemberFile } from "../schema/content/member.ts";
import type { Diagnostic, ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { readFile, readRequired } from "../read/read_file.ts";
import type { Source } from "../read/source.ts";
import { type GroupFiles, walkContent } from "../read/walk.ts";
import { type Memory, NO_MEMORY } from "../memory.ts";
import type { Progress } from "../task/progress.ts";
import { say } from "../words/say.ts";
import type { CheckedContent, Entry, GroupContent, GroupEntries } from "./content.ts";
import { checkArticle, checkPlanNumbers, checkSignupGroups } from "./file_rules.ts";
import { checkAddresses } from "./clashes/addresses.ts";
import { withoutCopies } from "./clashes/copies.ts";
import { checkFileName, reportCopiedFile } from "./file_name.ts";
import { validate } from "./validate.ts";
import { checkPictures } from "../picture/group_pictures.ts";
import { pictureFields, resolvePictures } from "../picture/resolve_pictures.ts";

/** Reads and checks the content folder. */
export function checkContent(
  root: string,
  report: ReportDiagnostic,
  memory: Memory = NO_MEMORY,
  progress: Progress = () => {},
): CheckedContent {
  const site = readOne("site", `${root}/site.yaml`, report);
  const plans = readOne("plans", `${root}/plans.yaml`, report);
  if (plans !== undefined) checkPlanNumbers(plans.file, plans.source, report);
  const groups = walkContent(root, report)
    .map((files) => {
      progress(say`Reading ${files.folder}`);
      return checkGroup(files, report, memory);
    })
    .filter((group) => group !== undefined);
  if (plans !== undefined) checkSignupGroups(plans, groups.map(({ slug }) => slug), report);
  checkAddresses(groups, report);
  return { site: site?.file, siteSource: site?.source, plans: plans?.file, groups };
}

function checkGroup(
  files: GroupFiles,
  report: ReportDiagnostic,
  memory: Memory,
): GroupContent | undefined {
  const pictures = checkPictures(files.pictures, files.slug, memory, report);
  const withPictures = <T extends object>(kind: string, entry: Entry<T>) =>
    resolvePictures(entry, pictureFields(kind), pictures, report);
  const path = `${files.folder}/group.yaml`;
  const named = memory.file(path, report, (report) => readOne("group", path, report));
  const group = named && withPictures("group", named);
  // In a folder that somebody copied, each file would be reported.
  if (!checkFileName(files.folder, files.slug, report)) return undefined;
  const zone = group?.file.timezone;
  const entries = <F extends EntryFolder>(folder: F): Entry<FileOf<typeof FOLDERS[F]>>[] =>
    files.kinds[folder].map((path) =>
      memory.file(path, report, (report) => readEntry(FOLDERS[folder], path, report, zone))
    ).filter((entry) => entry !== undefined)
      .map((entry) => withPictures(FOLDERS[folder], entry));
  const members = originalMembers(entries("members"), report);
  const setlists = entries("setlists");
  const news = entries("news");
  for (const { source } of news) checkArticle(source, report);
  const all: GroupEntries = {
    members,
    shows: entries("shows"),
    news,
    events: entries("events"),
    releases: entries("releases"),
    videocalls: entries("videocalls"),
  };
  return group && {
    group: group.file,
    source: group.source,
    slug: files.slug,
    folder: files.folder,
    setlists,
    isNamesWhole: setlists.length === files.kinds.setlists.length &&
      members.length === files.kinds.members.length && files.isWhole,
    ...pickEntries(all, false),
    drafts: pickEntries(all, true),
    pictures,
    ownPictures: group.pictures,
  };
}

/** The members whose files have a name of their own. */
function originalMembers(
  members: readonly Entry<MemberFile>[],
  report: ReportDiagnostic,
): readonly Entry<MemberFile>[] {
  return withoutCopies(members, report).filter(({ slug, source }) =>
    checkFileName(source.file, slug, report)
  );
}

/** Those that are drafts, or those that are none. */
function pickEntries(all: GroupEntries, areDrafts: boolean): GroupEntries {
  const picked = Object.keys(KINDS_BY_FOLDER).map((folder) => {
    const entries: readonly Entry<{ readonly draft?: boolean | undefined }>[] =
      all[folder as keyof GroupEntries];
    return [folder, entries.filter(({ file }) => (file.draft === true) === areDrafts)];
  });
  return Object.fromEntries(picked);
}

function readEntry<K extends SchemaName>(
  kind: K,
  path: string,
  report: ReportDiagnostic,
  zone: string | undefined,
): Entry<FileOf<K>> | undefined {
  const warnings: Diagnostic[] = [];
  const source = readFile(
    path,
    (problem) => problem.severity === "error" ? report(problem) : warnings.push(problem),
  );
  if (source === undefined) return undefined;
  // A copy of a member's file is reported as one, under any name.
  if (kind !== "member") {
    if (reportCopiedFile(path, source.slug, report)) return undefined;
    checkFileName(path, source.slug, report);
  }
  const problems: Diagnostic[] = [];
  const entry = entryOf(kind, source, (problem) => void problems.push(problem), zone);
  // On a line with an error, the warning would often say the same again.
  const isTold = ({ place }: Diagnostic) =>
    problems.some((other) => other.place.line === place.line);
  for (const problem of [...warnings.filter((warning) => !isTold(warning)), ...problems]) {
    report(problem);
  }
  return entry;
}

function readOne<K extends SchemaName>(
  kind: K,
  path: string,
  report: ReportDiagnostic,
): Entry<FileOf<K>> | undefined {
  const source = readRequired(path, report);
  return source && entryOf(kind, source, report);
}

function entryOf<K extends SchemaName>(
  kind: K,
  source: Source,
  report: ReportDiagnostic,
  zone?: string,
): Entry<FileOf<K>> | undefined {
  const { schema } = SCHEMAS[kind];
  const file = validate<z.ZodType>(schema, source, report, zone) as FileOf<K> | undefined;
  return file && { slug: source.slug, file, source };
}
