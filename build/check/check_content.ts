/**
 * This room checks the content and explains every mistake.
 *
 * @module
 */

import type { z } from "zod";
import { eventFile } from "../../src/model/content/event.ts";
import { groupFile } from "../../src/model/content/group.ts";
import { type MemberFile, memberFile } from "../../src/model/content/member.ts";
import { type NewsFile, newsFile } from "../../src/model/content/news.ts";
import { plansFile } from "../../src/model/content/plans.ts";
import { releaseFile } from "../../src/model/content/release.ts";
import {
  type SetlistFile,
  setlistFile,
  type SetlistsFile,
  setlistsFile,
} from "../../src/model/content/setlists.ts";
import { showFile } from "../../src/model/content/show.ts";
import { siteFile } from "../../src/model/content/site.ts";
import { videocallFile } from "../../src/model/content/videocall.ts";
import type { Diagnostic, ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { speakingOf } from "../read/group_language.ts";
import { readFile, readRequired } from "../read/read_file.ts";
import type { Source } from "../read/source.ts";
import { type GroupFiles, type KindFolder, walkContent } from "../read/walk.ts";
import { type BuildMemory, NO_MEMORY } from "../cache/file_memory.ts";
import { createRemember, type MadeMemory, REPORTS_NOTHING } from "../cache/remember.ts";
import type { Progress } from "../task/progress.ts";
import type { CheckedContent, Entry, GroupContent, GroupEntries, Setlists } from "./content.ts";
import { checkAccounts } from "./clashes/accounts.ts";
import { checkArticle } from "./check_article.ts";
import { checkAddresses } from "./clashes/addresses.ts";
import { withoutCopies } from "./clashes/copied_members.ts";
import { reportOtherKind } from "./looks_like.ts";
import { checkFileName, reportCopiedFile } from "./file_name.ts";
import { checkPlanNumbers } from "./plan_numbers.ts";
import { checkGuests } from "./clashes/guests.ts";
import { checkLabels } from "./relative_labels.ts";
import { validate } from "./validate.ts";
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
  checkAddresses(groups, report, memory);
  for (const group of groups) {
    checkPeopleOnce(memory, group.members, [group.group, group.source], report, (report) => {
      speakingOf(group.folder, () => {
        checkGuests(group, report);
        checkAccounts(group, report);
      });
    });
  }
  return { site: site?.file, siteSource: site?.source, plans: plans?.file, groups };
}

const NO_SETLISTS: Setlists = { file: [] };
const listOnce = createRemember<Setlists>();
const joinOnce = createRemember<Setlists>();

/** The same as long as its files are: much is made of setlists once. */
function setlistsOf(
  list: Entry<SetlistsFile> | undefined,
  own: readonly Entry<SetlistFile>[],
  memory: MadeMemory,
): Setlists {
  if (own.length > 0) {
    return joinOnce(memory, own, [list], REPORTS_NOTHING, () => {
      const file = [...list?.file ?? [], ...own.map(({ file }) => file)];
      return { file, list, own };
    });
  }
  if (list === undefined) return NO_SETLISTS;
  return listOnce(memory, list, [], REPORTS_NOTHING, () => ({ file: list.file, list }));
}

const checkPeopleOnce = createRemember<void>();
const checkOnce = createRemember<void>();
const checkAllOnce = createRemember<void>();
const checkLabelsOnce = createRemember<void>();
const leaveCopiesOut = createRemember<readonly Entry<MemberFile>[]>();

function checkGroup(
  files: GroupFiles,
  report: ReportDiagnostic,
  { progress = () => {}, memory = NO_MEMORY, onNews }: ReadingOptions,
): GroupContent | undefined {
  const readOnce = <S extends z.ZodType>(schema: S, path: string) =>
    memory.recall(path, schema, report, (report) => readOne(schema, path, report));
  const group = readOnce(groupFile, `${files.folder}/group.yaml`);
  // Of a folder that somebody copied, each file would be told of.
  if (!checkFileName(files.folder, files.slug, report)) return undefined;
  const list = files.setlists === undefined ? undefined : readOnce(setlistsFile, files.setlists);
  const entries = <S extends z.ZodType>(schema: S, kind: KindFolder) => {
    progress(say`Reading ${files.folder}/${kind}`);
    return memory.recallAll(
      files.kinds[kind],
      schema,
      report,
      (path, report) => readEntry(schema, path, report, group?.file.timezone),
    );
  };
  const members = entries(memberFile, "members");
  const own = memory.recallAll(
    files.ownSetlists,
    setlistFile,
    report,
    (path, report) => readEntry(setlistFile, path, report, group?.file.timezone),
  );
  const originals = leaveCopiesOut(
    memory,
    members,
    [],
    report,
    (report) =>
      withoutCopies(members, report).filter(({ slug, source }) =>
        checkFileName(source.file, slug, report)
      ),
  );
  const news = entries(newsFile, "news");
  if (group !== undefined) onNews?.(divide(news, memory).shown, group.file.timezone);
  checkAllOnce(memory, news, [], report, (report) => {
    for (const { source } of news) {
      checkOnce(memory, source, [], report, (report) => checkArticle(source, report));
    }
  });
  const events = entries(eventFile, "events");
  for (const labelled of [news, events]) {
    checkLabelsOnce(memory, labelled, [], report, (report) => checkLabels(labelled, report));
  }
  const all = {
    members: originals,
    shows: entries(showFile, "shows"),
    news,
    events,
    releases: entries(releaseFile, "releases"),
    videocalls: entries(videocallFile, "videocalls"),
  };
  const rest = {
    slug: files.slug,
    folder: files.folder,
    setlists: setlistsOf(list, own, memory),
    isNamesWhole: (files.setlists === undefined || list !== undefined) &&
      own.length === files.ownSetlists.length && originals.length === files.kinds.members.length &&
      files.isWhole,
    ...pickEntries(all, "shown", memory),
    drafts: pickEntries(all, "drafts", memory),
  };
  return group && { group: group.file, source: group.source, ...rest };
}

/** What may be a draft. */
type AnyEntry = Entry<{ readonly draft?: boolean | undefined }>;

const divideOnce = createRemember<DividedEntries<unknown>>();

/** Those of a kind that are shown, and those that are not yet. */
interface DividedEntries<E> {
  readonly shown: readonly E[];
  readonly drafts: readonly E[];
}

function divide<E extends AnyEntry>(entries: readonly E[], memory: MadeMemory): DividedEntries<E> {
  const divided = divideOnce(memory, entries, [], REPORTS_NOTHING, () => {
    const drafts = entries.filter((entry) => !isPublic(entry));
    return { shown: drafts.length === 0 ? entries : entries.filter(isPublic), drafts };
  });
  return divided as DividedEntries<E>;
}

function pickEntries(
  all: GroupEntries,
  part: keyof DividedEntries<unknown>,
  memory: MadeMemory,
): GroupEntries {
  return {
    members: divide(all.members, memory)[part],
    shows: divide(all.shows, memory)[part],
    news: divide(all.news, memory)[part],
    events: divide(all.events, memory)[part],
    releases: divide(all.releases, memory)[part],
    videocalls: divide(all.videocalls, memory)[part],
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
  // A copy of a member's file is told of as one, whatever its name is.
  if (!isMember(schema)) {
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

function isMember(schema: z.ZodType): boolean {
  return schema === memberFile;
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
