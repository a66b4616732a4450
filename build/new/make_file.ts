import type { GroupFile } from "../../src/model/content/group.ts";
import { isCivilDate } from "../../src/time/civil_date.ts";
import { localDay } from "../../src/time/local_day.ts";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { formatDiagnostics } from "../diagnostic/format.ts";
import { suggestion } from "../diagnostic/nearest.ts";
import { readGroup, refuseNewGroup } from "../import/content/group_context.ts";
import { foldersIn, takenSlugs } from "../import/content/taken_slugs.ts";
import { readFile } from "../read/read_file.ts";
import { exists } from "../read/there.ts";
import { missingSiteFiles } from "../import/content/new_group.ts";
import { groupSlugProblem } from "../import/content/group_slug.ts";
import { groupText, leadingDate, NEW_FILES, setlistsIn } from "./new_file.ts";

/** A file cannot be made; the message says why and what to do. */
export class NewError extends Error {
  override name = "NewError";
}

/** What somebody wants to fill in. */
export interface Order {
  /** The content folder. */
  readonly root: string;
  readonly kind: string;
  readonly group: string;
  readonly name: string;
  /** Epoch ms: its day is the date of entries whose name begins with none. */
  readonly now: number;
}

/** The kinds that can be made. */
export const KINDS: readonly string[] = ["group", ...Object.keys(NEW_FILES)];

/** The kinds whose names may begin with a day. */
const DATED: readonly string[] = ["show", "news", "event", "videocall"];

/**
 * The files to write for a new entry, by path; the last one is the entry's own.
 *
 * @throws {NewError} where it is there already, or its name cannot be an address
 */
export function makeFiles(order: Order): Map<string, string> {
  return order.kind === "group" ? makeGroup(order) : makeEntry(order);
}

function makeGroup({ root, group, name }: Order): Map<string, string> {
  const path = `${root}/${group}/group.yaml`;
  const problem = groupSlugProblem(group);
  if (problem !== undefined) throw new NewError(problem);
  refuseExisting(path);
  refuseNewGroup(root, group);
  return missingSiteFiles(root).set(path, groupText(name));
}

function makeEntry(order: Order): Map<string, string> {
  const { root, kind, group, name, now } = order;
  const { timezone } = existingGroup(order);
  refuseOtherDay(kind, name);
  const date = leadingDate(name) ?? localDay(now, timezone);
  if (!isCivilDate(date)) {
    throw new NewError(`Cannot use the day ${date}: the calendar has none such`);
  }
  const source = exists(`${root}/${group}/setlists.yaml`)
    ? readFile(`${root}/${group}/setlists.yaml`, () => {})
    : undefined;
  const { folder, slug, ending, text } = NEW_FILES[kind]!({
    name,
    date,
    setlists: setlistsIn(source?.value),
  });
  refuseEmpty(kind, name, slug, date);
  const path = `${root}/${group}/${folder}/${slug}.${ending}`;
  refuseExisting(path);
  if (kind === "member") refuseTaken(order, slug);
  return missingSiteFiles(root).set(path, text);
}

/** `2026-7-4 Malam` is no title of something that takes place today. */
function refuseOtherDay(kind: string, name: string): void {
  const other = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?!\d)/.exec(name)?.[0];
  if (!DATED.includes(kind) || other === undefined || leadingDate(name) !== undefined) return;
  throw new NewError(`Cannot read the day "${other}": write it as 2026-07-04, year first`);
}

function existingGroup({ root, group }: Order): GroupFile {
  const problems: Diagnostic[] = [];
  const file = readGroup(root, group, (problem) => void problems.push(problem));
  if (file !== undefined) return file;
  if (problems.length > 0) throw new NewError(formatDiagnostics(problems).trimEnd());
  const hint = suggestion(group, foldersIn(root));
  throw new NewError(
    `There is no group "${group}" in ${root}: make it with deno task new group ${group}${hint}`,
  );
}

function refuseEmpty(kind: string, name: string, slug: string, date: string): void {
  const isBare = slug === "" || (slug === date && kind !== "videocall");
  if (!isBare) return;
  throw new NewError(
    `Cannot make a file name of "${name}": write the name in Latin letters, ` +
      "and change it in the file afterwards",
  );
}

function refuseExisting(path: string): void {
  if (exists(path)) throw new NewError(`${path} is there already: choose another name, or edit it`);
}

function refuseTaken({ root, group }: Order, slug: string): void {
  if (!takenSlugs(root, group, "members").has(slug)) return;
  throw new NewError(
    `Cannot use the address "${slug}": another member or the service has it; ` +
      "write more of the name, and shorten it in the file afterwards",
  );
}
