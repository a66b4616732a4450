import { aliasName, type GroupFile, groupFile } from "../schema/content/group.ts";
import { memberFile } from "../schema/content/member.ts";
import { validate } from "../check/validate.ts";
import { createRoster, type Roster } from "../derive/roster.ts";
import type { ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { quote, suggestion } from "../diagnostic/wording.ts";
import { entriesIn, exists } from "../read/there.ts";
import { readFile } from "../read/read_file.ts";
import { readFolder, readSources, slugsIn } from "./content_file.ts";
import { refuseLinks } from "./refuse_links.ts";
import { TaskError } from "../task/task_error.ts";
import { messageOf, say, wordsOf } from "../words/say.ts";
import { slug } from "../schema/content/field.ts";
import { betterName } from "../check/file_name.ts";
import { RESERVED_ROOTS } from "../../src/core/roots.ts";
import { foldText } from "../../src/model/fold_text.ts";
import { RESERVED_MEMBERS } from "../check/clashes/addresses.ts";
import type { EntryFolder } from "../read/walk.ts";

/**
 * The values of `group.yaml`; undefined where the group is not there yet.
 *
 * @throws {TaskError} where no group can be called so
 */
export function readGroup(
  root: string,
  slug: string,
  report: ReportDiagnostic,
): GroupFile | undefined {
  const problem = groupSlugProblem(slug);
  if (problem !== undefined) throw new TaskError(problem);
  const path = `${root}/${slug}/group.yaml`;
  refuseLinks(root, `${slug}/group.yaml`);
  const source = exists(path) ? readFile(path, report) : undefined;
  return source && validate(groupFile, source, report);
}

/**
 * Refuses a name that another group has.
 *
 * @throws {TaskError}
 */
export function refuseNewGroup(root: string, slug: string): void {
  for (const other of foldersIn(root).filter((name) => groupSlugProblem(name) === undefined)) {
    const group = readGroup(root, other, () => {});
    if (group?.aliases.map(aliasName).includes(slug)) {
      throw new TaskError(
        say`Cannot make a group "${slug}": it is another name of ${other}; write that`,
      );
    }
  }
}

/** ` Did you mean "…"?` where a new group's name is close to one that is there. */
export function groupHint(root: string, slug: string): string {
  return wordsOf(suggestion(slug, foldersIn(root).filter((name) => name !== slug)));
}

/** The members of a group by what line-ups call them; drafts and broken files are left out. */
export function readRoster(
  folder: string,
  guests: readonly string[],
  report: ReportDiagnostic,
): Roster {
  const entries = readSources(folder, "members", report).flatMap((source) => {
    const { data } = memberFile.safeParse(source.value);
    return data === undefined || data.draft ? [] : [{ slug: source.slug, file: data, source }];
  });
  return createRoster(entries, guests);
}

/**
 * Refuses what line-ups call another member than hers of `path`, or a guest, already. What she is called
 * `before` comes first in line-ups, and no guest has it.
 *
 * @throws {TaskError}
 */
export function refuseNamesake(
  root: string,
  group: string,
  path: string,
  names: readonly string[],
  before: readonly string[] = [],
): void {
  const nameIn = (list: unknown, of: readonly string[]) =>
    of.find((one) => [list].flat().some((other) => isSame(other, one)));
  const guest = nameIn(readGroup(root, group, () => {})?.guests, names);
  if (guest !== undefined) {
    throw new TaskError(
      say`Line-ups that say ${quote(guest)} mean a guest: if that is her, take her out of guests in
        ${root}/${group}/group.yaml first; otherwise choose another name`,
    );
  }
  for (const other of readFolder(`${root}/${group}`, "members", () => {})) {
    if (other.path === path) continue;
    const taken = nameIn(other.value["name"], names);
    if (taken !== undefined) {
      throw new TaskError(
        say`${root}/${group} has a member ${quote(taken)} already (${other.slug}): choose another
          name, or edit it`,
      );
    }
    const name = nameIn(other.value["nicknames"], [...before, ...names]);
    if (name === undefined) continue;
    throw new TaskError(
      say`Line-ups that say ${quote(name)} may mean ${other.slug}:
        write ${other.slug} in those that do, then take the name out of nicknames in ${other.path}`,
    );
  }
}

/**
 * Refuses a name that another setlist than that of `path` has.
 *
 * @throws {TaskError}
 */
export function refuseSetlist(root: string, group: string, name: string, path?: string): void {
  const others = readFolder(`${root}/${group}`, "setlists", () => {})
    .filter((other) => other.path !== path);
  if (others.some(({ value }) => isSame(value["name"], name))) {
    throw new TaskError(
      say`${root}/${group} has a setlist "${name}" already: choose another name, or edit it`,
    );
  }
}

/** Whether a value is a name as people compare it. */
export function isSame(value: unknown, name: string): boolean {
  return typeof value === "string" && foldText(value) === foldText(name);
}

/** Why a group's folder cannot have this name; undefined where it can. */
export function groupSlugProblem(name: string): string | undefined {
  if (RESERVED_ROOTS.has(name)) {
    return say`Cannot call a group "${name}": the service needs the word for itself`;
  }
  const { error } = slug.safeParse(name);
  return error &&
    say`Cannot call a group "${name}": ${messageOf(error.issues[0]!.message)}${betterName(name)}`;
}

/** The file names that a new entry may not have: a member's are unique over all groups. */
export function takenSlugs(root: string, group: string, kind: EntryFolder): Set<string> {
  if (kind !== "members") {
    return new Set(slugsIn(`${root}/${group}`, kind));
  }
  const everybody = foldersIn(root).flatMap((name) =>
    readFolder(`${root}/${name}`, kind, () => {})
  );
  const former = everybody.flatMap(({ value }) =>
    Array.isArray(value["former_slugs"]) ? value["former_slugs"].map(String) : []
  );
  return new Set([...RESERVED_MEMBERS, ...everybody.map(({ slug }) => slug), ...former]);
}

/** The groups of a content folder, by name. */
export function foldersIn(root: string): string[] {
  return entriesIn(root).filter(({ isDirectory, name }) =>
    isDirectory && name !== "schema" && !name.startsWith(".")
  ).map(({ name }) => name).sort();
}
