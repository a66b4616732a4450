/**
 * This room checks the content and explains every mistake.
 *
 * @module
 */

import type { z } from "zod";
import { eventFile, setlistFile, showFile, videocallFile } from "../schema/content/occasions.ts";
import { groupFile } from "../schema/content/group.ts";
import { type MemberFile, memberFile } from "../schema/content/member.ts";
import { type NewsFile, newsFile, releaseFile } from "../schema/content/publications.ts";
import { plansFile, siteFile } from "../schema/content/site.ts";
import type { Diagnostic, ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { speakingOf } from "../read/group_language.ts";
import { readFile, readRequired } from "../read/read_file.ts";
import type { Source } from "../read/source.ts";
import { type GroupFiles, type KindFolder, walkContent } from "../read/walk.ts";
import { type BuildMemory, NO_MEMORY } from "../cache/file_memory.ts";
import { derived, sameList } from "../cache/derived.ts";
import type { Progress } from "../task/progress.ts";
import type { CheckedContent, Entry, GroupContent, GroupEntries } from "./content.ts";
import { checkAccounts, checkGuests } from "./clashes/people.ts";
import { checkArticle, checkLabels, checkPlanNumbers, checkSignupGroups } from "./file_rules.ts";
import { checkAddresses } from "./clashes/addresses.ts";
import { withoutCopies } from "./clashes/copies.ts";
import { checkFileName, reportCopiedFile, reportOtherKind } from "./file_name.ts";
import { validate } from "./validate.ts";
import { checkPictures } from "../picture/group_pictures.ts";
import { PICTURE_FIELDS, resolvePictures } from "../picture/resolve_pictures.ts";
import { say } from "../words/say.ts";

/** What a content folder is checked with. */
export interface ReadingOptions {
  readonly progress?: Progress | undefined;
  readonly memory?: BuildMemory | undefined;
  /** Hears of a group's articles before anything that comes behind them is read. */
  readonly onNews?: ((news: readonly Entry<NewsFile>[], zone: string) => void) | undefined;
}

/** Reads and checks the content folder. */
export function checkContent(
  root: string,
  report: ReportDiagnostic,
  options: ReadingOptions = {},
): CheckedContent {
  const { memory = NO_MEMORY } = options;
  const site = readOne(siteFile, `${root}/site.yaml`, report);
  const plans = readOne(plansFile, `${root}/plans.yaml`, report);
  if (plans !== undefined) checkPlanNumbers(plans.file, plans.source, report);
  const groups = walkContent(root, report, memory)
    .map((files) => speakingOf(files.folder, () => checkGroup(files, report, options)))
    .filter((group) => group !== undefined);
  if (plans !== undefined) checkSignupGroups(plans, groups.map(({ slug }) => slug), report);
  checkAddresses(groups, report);
  for (const { folder, members, group, source } of groups) {
    speakingOf(folder, () => derived(members, [group, source], checkPeople, report));
  }
  return { site: site?.file, siteSource: site?.source, plans: plans?.file, groups };
}

/** What members, guests and accounts have in common. */
function checkPeople(
  members: GroupContent["members"],
  group: GroupContent["group"],
  source: Source,
  report: ReportDiagnostic,
): void {
  checkGuests({ members, group, source }, report);
  checkAccounts({ members, group, source }, report);
}

function checkGroup(
  files: GroupFiles,
  report: ReportDiagnostic,
  { progress = () => {}, memory = NO_MEMORY, onNews }: ReadingOptions,
): GroupContent | undefined {
  const readOnce = <S extends z.ZodType>(schema: S, path: string) =>
    memory.recall(path, schema, report, (report) => readOne(schema, path, report));
  const pictures = checkPictures(files.pictures, files.slug, memory, report);
  const withPictures = <T extends object>(kind: keyof typeof PICTURE_FIELDS, entry: Entry<T>) =>
    resolvePictures(entry, PICTURE_FIELDS[kind], pictures, report);
  const named = readOnce(groupFile, `${files.folder}/group.yaml`);
  const group = named && withPictures("group", named);
  // In a folder that somebody copied, each file would be reported.
  if (!checkFileName(files.folder, files.slug, report)) return undefined;
  const zone = group?.file.timezone;
  const readAll = <S extends z.ZodType<object>>(
    schema: S,
    paths: readonly string[],
    kind?: keyof typeof PICTURE_FIELDS,
  ) =>
    paths.map((path) =>
      memory.recall(path, schema, report, (report) => readEntry(schema, path, report, zone))
    ).filter((entry) => entry !== undefined)
      .map((entry) => kind === undefined ? entry : withPictures(kind, entry));
  const entries = <S extends z.ZodType<object>>(
    schema: S,
    folder: KindFolder,
    kind?: keyof typeof PICTURE_FIELDS,
  ) => {
    progress(say`Reading ${files.folder}/${folder}`);
    const all = readAll(schema, files.kinds[folder], kind);
    return sameList(memory, `${files.folder}/${folder}`, all);
  };
  const members = entries(memberFile, "members", "member");
  const setlists = sameList(
    memory,
    `${files.folder}/setlists`,
    readAll(setlistFile, files.setlists, "setlist"),
  );
  const originals = derived(members, [], originalMembers, report);
  const news = entries(newsFile, "news", "news");
  if (group !== undefined) onNews?.(derived(news, [], divide).shown, group.file.timezone);
  derived(news, [], checkArticles, report);
  const events = entries(eventFile, "events", "event");
  for (const labelled of [news, events]) derived(labelled, [], checkLabels, report);
  const all = {
    members: originals,
    shows: entries(showFile, "shows", "show"),
    news,
    events,
    releases: entries(releaseFile, "releases", "release"),
    videocalls: entries(videocallFile, "videocalls"),
  };
  const rest = {
    slug: files.slug,
    folder: files.folder,
    setlists,
    isNamesWhole: setlists.length === files.setlists.length &&
      originals.length === files.kinds.members.length && files.isWhole,
    ...pickEntries(all, "shown"),
    drafts: pickEntries(all, "drafts"),
    pictures,
    ownPictures: group?.pictures,
  };
  return group && { group: group.file, source: group.source, ...rest };
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

function checkArticles(news: readonly Entry<NewsFile>[], report: ReportDiagnostic): void {
  for (const { source } of news) derived(source, [], checkArticle, report);
}

/** What may be a draft. */
type AnyEntry = Entry<{ readonly draft?: boolean | undefined }>;

/** Those of a kind that are shown, and those that are not yet. */
interface DividedEntries<E> {
  readonly shown: readonly E[];
  readonly drafts: readonly E[];
}

function divide<E extends AnyEntry>(entries: readonly E[]): DividedEntries<E> {
  const drafts = entries.filter((entry) => !isPublic(entry));
  return { shown: drafts.length === 0 ? entries : entries.filter(isPublic), drafts };
}

function pickEntries(all: GroupEntries, part: keyof DividedEntries<unknown>): GroupEntries {
  const pick = <E extends AnyEntry>(entries: readonly E[]) =>
    (derived(entries, [], divide) as DividedEntries<E>)[part];
  return {
    members: pick(all.members),
    shows: pick(all.shows),
    news: pick(all.news),
    events: pick(all.events),
    releases: pick(all.releases),
    videocalls: pick(all.videocalls),
  };
}

function isPublic({ file }: AnyEntry): boolean {
  return file.draft !== true;
}

function readEntry<S extends z.ZodType>(
  schema: S,
  path: string,
  report: ReportDiagnostic,
  zone: string | undefined,
): Entry<z.output<S>> | undefined {
  const warnings: Diagnostic[] = [];
  const source = readFile(
    path,
    (problem) => problem.severity === "error" ? report(problem) : warnings.push(problem),
  );
  if (source === undefined) return undefined;
  // A copy of a member's file is reported as one, under any name.
  if ((schema as z.ZodType) !== memberFile) {
    if (reportCopiedFile(path, source.slug, report)) return undefined;
    checkFileName(path, source.slug, report);
  }
  const problems: Diagnostic[] = [];
  const entry = entryOf(schema, source, (problem) => void problems.push(problem), zone);
  if (entry === undefined && reportOtherKind(schema, source, report)) return undefined;
  // On a line with an error, the warning would often say the same again.
  const isTold = ({ place }: Diagnostic) =>
    problems.some((other) => other.place.line === place.line);
  for (const problem of [...warnings.filter((warning) => !isTold(warning)), ...problems]) {
    report(problem);
  }
  return entry;
}

function readOne<S extends z.ZodType>(
  schema: S,
  path: string,
  report: ReportDiagnostic,
): Entry<z.output<S>> | undefined {
  const source = readRequired(path, report);
  return source && entryOf(schema, source, report);
}

function entryOf<S extends z.ZodType>(
  schema: S,
  source: Source,
  report: ReportDiagnostic,
  zone?: string,
): Entry<z.output<S>> | undefined {
  const file = validate(schema, source, report, zone);
  return file && { slug: source.slug, file, source };
}
