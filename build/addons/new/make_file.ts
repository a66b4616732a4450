import { type GroupFile, groupFile } from "../../schema/content/group.ts";
import type { SetlistFile } from "../../schema/content/occasions.ts";
import { foldText } from "../../../src/model/fold_text.ts";
import { localDay } from "../../../src/time/local_day.ts";
import type { Diagnostic } from "../../diagnostic/diagnostic.ts";
import { formatDiagnostics } from "../../diagnostic/format.ts";
import { quote, suggestion } from "../../diagnostic/wording.ts";
import { dayHint } from "../../check/explain/day_hint.ts";
import {
  leadingDay,
  leadingHour,
  leadingNoDay,
  leadingYearlessDay,
  trailingDay,
} from "../../check/explain/leading_day.ts";
import { isCivilDate } from "../../../src/time/civil_date.ts";
import { readSetlists } from "../../files/content_file.ts";
import {
  foldersIn,
  groupSlugProblem,
  readGroup,
  refuseNewGroup,
  takenSlugs,
} from "../../files/read_group.ts";
import { exists } from "../../read/there.ts";
import { missingSiteFiles } from "../../files/missing_site_files.ts";
import { fieldProblem } from "../../yaml/entry_fields.ts";
import { setField } from "../../yaml/edit_yaml.ts";
import { addressOf, groupText, NEW_FILES, TIMED } from "./new_file.ts";
import { TaskError } from "../../task/task_error.ts";
import { say } from "../../words/say.ts";

/** What somebody wants to fill in. */
export interface Order {
  /** The content folder. */
  readonly root: string;
  readonly kind: string;
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
export const NEW_KINDS: readonly string[] = ["site", "group", ...Object.keys(NEW_FILES)];

/** The kinds whose addresses begin with their day. */
const DATED: readonly string[] = ["show", "news", "event", "videocall"];

/**
 * The files to write for a new entry, by path; the last one is the entry's own.
 *
 * @throws {TaskError} where it is there already, or its name cannot be an address
 */
export function makeFiles(order: Order): Map<string, string> {
  if (order.kind === "site") return makeSite(order);
  return order.kind === "group" ? makeGroup(order) : makeEntry(order);
}

/** What a content folder has beside its groups. */
function makeSite({ root, name }: Order): Map<string, string> {
  const path = `${root}/site.yaml`;
  const files = missingSiteFiles(root);
  const text = files.get(path);
  if (text === undefined) {
    // A title is what site.yaml says: where that is there, it is not what is missing.
    if (files.size === 0 || name !== "") refuseExisting(path);
    return files;
  }
  files.delete(path);
  return files.set(path, name === "" ? text : setField(text, "title", name, []));
}

function makeGroup({ root, group, name, fields = {} }: Order): Map<string, string> {
  const path = `${root}/${group}/group.yaml`;
  const problem = groupSlugProblem(group);
  if (problem !== undefined) throw new TaskError(problem);
  refuseExisting(path);
  refuseNewGroup(root, group);
  for (const [field, value] of Object.entries(fields)) refuseUnfit(field, value);
  return missingSiteFiles(root).set(path, groupText(name, fields));
}

function refuseUnfit(field: string, value: string): void {
  const problem = fieldProblem(groupFile, field, value);
  if (problem !== undefined) throw new TaskError(problem);
}

function makeEntry(order: Order): Map<string, string> {
  const { root, kind, group, name, now, address } = order;
  const { timezone } = existingGroup(order);
  const isDated = DATED.includes(kind);
  const { day, ...named } = isDated || kind === "release"
    ? readName(kind, name, timezone)
    : { title: name };
  const date = day ?? localDay(now, timezone);
  const setlists = readSetlists(`${root}/${group}`);
  if (kind === "setlist") refuseKnownSetlist(order, setlists);
  const made = NEW_FILES[kind]!({ ...named, date, isDated: day !== undefined, setlists });
  const { folder, ending, text } = made;
  const slug = address === undefined
    ? made.slug
    : addressOf({ name, typed: address, day: isDated ? date : undefined });
  refuseEmpty(kind, name, slug, date);
  const path = `${root}/${group}/${folder}/${slug}.${ending}`;
  refuseExisting(path);
  if (kind === "member") refuseTaken(order, slug);
  return missingSiteFiles(root).set(path, text);
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
function readName(kind: string, name: string, zone: string): Named {
  const found = leadingDay(name, zone) ?? dayBehind(kind, name, zone);
  if (found?.isDoubtful) refuseDay(found.written, zone);
  if (found === undefined) {
    const none = leadingNoDay(name);
    const other = none ?? leadingYearlessDay(name) ?? SHORT_DAY.exec(name)?.[0];
    if (other !== undefined) refuseDay(other, zone, none !== undefined);
  }
  const { day, time, rest: title } = found ?? { rest: name };
  const hour = leadingHour(title);
  if (!TIMED.includes(kind) && (hour ?? time) !== undefined) {
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
function dayBehind(kind: string, name: string, zone: string) {
  const found = trailingDay(name, zone);
  const isPlain = found !== undefined && isCivilDate(found.written);
  return isPlain || TIMED.includes(kind) ? found : undefined;
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

function refuseEmpty(kind: string, name: string, slug: string, date: string): void {
  const isBare = slug === "" || (slug === date && kind !== "videocall");
  if (!isBare) return;
  throw new TaskError(
    say`Cannot make a file name of "${name}": add its address in small Latin letters,
      such as --address maeda-atsuko`,
  );
}

function refuseExisting(path: string): void {
  if (exists(path)) {
    throw new TaskError(say`${path} is there already: choose another name, or edit it`);
  }
}

function refuseKnownSetlist({ root, group, name }: Order, setlists: readonly SetlistFile[]): void {
  if (!setlists.some((known) => foldText(known.name) === foldText(name))) return;
  throw new TaskError(
    say`${root}/${group} has a setlist "${name}" already: choose another name, or edit it`,
  );
}

function refuseTaken({ root, group }: Order, slug: string): void {
  if (!takenSlugs(root, group, "members").has(slug)) return;
  throw new TaskError(
    say`Cannot use the address "${slug}": another member or the service has it;
      give her another one, such as --address ${slug}-${group}`,
  );
}
