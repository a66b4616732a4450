import { isCivilDate } from "../../../src/time/civil_date.ts";
import { localDay } from "../../../src/time/local_day.ts";
import { dayHint } from "../../check/explain/day_hint.ts";
import {
  leadingDay,
  leadingHour,
  leadingNoDay,
  leadingYearlessDay,
  trailingDay,
} from "../../check/explain/leading_day.ts";
import type { Diagnostic } from "../../diagnostic/diagnostic.ts";
import { formatDiagnostics } from "../../diagnostic/format.ts";
import { quote, suggestion } from "../../diagnostic/wording.ts";
import { readSetlists } from "../../files/content_file.ts";
import { entryAddress } from "../../files/entry_address.ts";
import { missingSiteFiles } from "../../files/missing_site_files.ts";
import {
  foldersIn,
  groupSlugProblem,
  readGroup,
  refuseNamesake,
  refuseNewGroup,
  refuseSetlist,
  takenSlugs,
} from "../../files/read_group.ts";
import { exists } from "../../read/there.ts";
import { type GroupFile, groupFile } from "../../schema/content/group.ts";
import { TaskError } from "../../task/task_error.ts";
import { say } from "../../words/say.ts";
import { setField } from "../../yaml/edit_yaml.ts";
import { fieldProblem } from "../../yaml/entry_fields.ts";
import { type EntryKind, entryText, groupText, TEMPLATES } from "./templates.ts";

/** What somebody wants to fill in. */
export interface Order {
  /** The content folder. */
  readonly root: string;
  readonly kind: "site" | "group" | EntryKind;
  readonly group: string;
  readonly name: string;
  /** Epoch ms: its day is the date of entries whose name begins with none. */
  readonly now: number;
  /** What options say of a group's own fields. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** What the file is to be called, behind its day; it follows from the name where left out. */
  readonly address?: string | undefined;
}

/** The kinds that can be made. */
export const NEW_KINDS = ["site", "group", ...Object.keys(TEMPLATES)] as readonly Order["kind"][];

/**
 * The files to write for a new entry, by path; the last one is the entry's own.
 *
 * @throws {TaskError} where it is there already, or its name cannot be an address
 */
export function makeFiles(order: Order): Map<string, string> {
  const { root, kind, group, name, fields = {} } = order;
  if (kind === "site") return makeSite(root, name);
  if (kind !== "group") return makeEntry(order, kind);
  const path = `${root}/${group}/group.yaml`;
  const problem = groupSlugProblem(group);
  if (problem !== undefined) throw new TaskError(problem);
  refuseExisting(path);
  refuseNewGroup(root, group);
  for (const [field, value] of Object.entries(fields)) {
    const unfit = fieldProblem(groupFile, field, value);
    if (unfit !== undefined) throw new TaskError(unfit);
  }
  return missingSiteFiles(root).set(path, groupText(name, fields));
}

/** What a content folder has beside its groups. */
function makeSite(root: string, title: string): Map<string, string> {
  const path = `${root}/site.yaml`;
  const files = missingSiteFiles(root);
  const text = files.get(path);
  if (text === undefined) {
    // A title is what site.yaml says: where that is there, it is not what is missing.
    if (files.size === 0 || title !== "") refuseExisting(path);
    return files;
  }
  files.delete(path);
  return files.set(path, title === "" ? text : setField(text, "title", title, []));
}

function makeEntry(order: Order, kind: EntryKind): Map<string, string> {
  const { root, group, name, now, address: typed } = order;
  const { folder, day: place } = TEMPLATES[kind];
  const { timezone } = existingGroup(order);
  const takesDay = place !== undefined || kind === "release";
  const { title, day, time } = takesDay ? readName(kind, name, timezone) : { title: name };
  const date = day ?? localDay(now, timezone);
  const setlists = readSetlists(`${root}/${group}`);
  if (kind === "setlist") refuseSetlist(root, group, name);
  const slug = place === "alone"
    ? date
    : entryAddress({ title, typed, day: place === undefined ? undefined : date });
  const path = `${root}/${group}/${folder}/${slug}.${kind === "news" ? "md" : "yaml"}`;
  refuseExisting(path);
  if (kind === "member" && takenSlugs(root, group, "members").has(slug)) {
    throw new TaskError(
      say`Cannot use the address "${slug}": another member or the service has it;
        give her another one, such as --address ${slug}-${group}`,
    );
  }
  if (kind === "member") refuseNamesake(root, group, path, [name, slug]);
  const wish = { title, date, isDated: day !== undefined, time, setlists };
  return missingSiteFiles(root).set(path, entryText(kind, wish));
}

/** A name taken apart: a day and an hour belong into fields of their own. */
interface Named {
  readonly title: string;
  readonly day?: string | undefined;
  readonly time?: string | undefined;
}

/** A day in digits that lacks some. */
const SHORT_DAY = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?!\d)/;

/**
 * Takes the day off with which a name begins, or ends, and the hour behind it: no title of something
 * that takes place today begins so.
 *
 * @throws {TaskError} where the day or the hour cannot be read
 */
function readName(kind: EntryKind, name: string, zone: string): Named {
  const { hasTime = false } = TEMPLATES[kind];
  const found = leadingDay(name, zone) ?? dayBehind(hasTime, name, zone);
  if (found?.isDoubtful) refuseDay(found.written, zone);
  if (found === undefined) {
    const none = leadingNoDay(name);
    const other = none ?? leadingYearlessDay(name) ?? SHORT_DAY.exec(name)?.[0];
    if (other !== undefined) refuseDay(other, zone, none !== undefined);
  }
  const { day, time, rest: title } = found ?? { rest: name };
  const hour = leadingHour(title);
  if (!hasTime && (hour ?? time) !== undefined) {
    throw new TaskError(
      say`Cannot use the hour ${
        quote((hour ?? time)!)
      }: this kind has none; leave it out of the name`,
    );
  }
  if (hour !== undefined) {
    throw new TaskError(
      say`Cannot read the hour ${
        quote(hour)
      }: write the day, the hour at which it begins and the name,
        such as "2026-07-04 19:00 Jendela Pagi"`,
    );
  }
  return { title, day, time };
}

/** News are often about a day, which their titles then end with. */
function dayBehind(hasTime: boolean, name: string, zone: string) {
  const found = trailingDay(name, zone);
  const isPlain = found !== undefined && isCivilDate(found.written);
  return isPlain || hasTime ? found : undefined;
}

function refuseDay(written: string, zone: string, isNone = false): never {
  const { words } = dayHint(written, { zone }, false);
  const remedy = isNone
    ? say`: the calendar has no such day; write one as 2026-07-04, year first`
    : say`: write it as 2026-07-04, year first`;
  throw new TaskError(say`Cannot read the day ${quote(written)}${words || remedy}`);
}

function existingGroup({ root, group }: Order): GroupFile {
  const problems: Diagnostic[] = [];
  const file = readGroup(root, group, (problem) => void problems.push(problem));
  if (file !== undefined) return file;
  if (problems.length > 0) throw new TaskError(formatDiagnostics(problems).trimEnd());
  const hint = suggestion(group, foldersIn(root));
  throw new TaskError(
    say`There is no group "${group}" in ${root}: make it with deno task new group ${group}${hint}`,
  );
}

function refuseExisting(path: string): void {
  if (exists(path)) {
    throw new TaskError(say`${path} is there already: choose another name, or edit it`);
  }
}
