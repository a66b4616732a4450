import type { GroupContent } from "../check/content.ts";
import { standsForNothing } from "../check/nothing.ts";
import {
  type Diagnostic,
  errorAt,
  type ReportDiagnostic,
  warningAt,
} from "../diagnostic/diagnostic.ts";
import { quote } from "../diagnostic/wording.ts";
import { type Leaf, leavesOf, partingEdit, type Source, type ValuePath } from "../read/source.ts";
import { type Person, type Roster, rosterOf } from "./roster.ts";
import { phrase } from "../words/say.ts";

/** What names are resolved with. */
export interface Naming {
  readonly roster: Roster;
  readonly report: ReportDiagnostic;
}

/** What the names in a group are resolved with. Warnings say nothing true while some names could not be read. */
export function namingOf(content: GroupContent, report: ReportDiagnostic): Naming {
  const errorsOnly: ReportDiagnostic = (one) => one.severity === "error" && report(one);
  return { roster: rosterOf(content), report: content.isNamesWhole ? report : errorsOnly };
}

/** Fields whose texts are names of members. */
export const PEOPLE_FIELDS: readonly string[] = [
  "members",
  "seitansai",
  "graduation",
  "center",
  "unit",
];

/** The names in the line-ups and credits of a file. */
export function namesIn(file: object): Leaf[] {
  return leavesOf(file).filter(({ path }) =>
    path.at(-1) !== "id" && path.some((part) => PEOPLE_FIELDS.includes(String(part)))
  );
}

/** Finds everybody whom a list in a file names. */
export function resolvePeople(
  names: readonly string[],
  source: Source,
  path: ValuePath,
  naming: Naming,
): Person[] {
  const people = names.map((name, place) => {
    const found = naming.roster.find(name);
    // Most names are members': nothing is said of them, so that no path is needed.
    return found.kind === "member"
      ? found.person
      : resolvePerson(name, source, [...path, place], naming);
  });
  warnRepeated(people, source, path, naming.report);
  return people;
}

/** A member who is in a line-up twice would be counted twice. */
function warnRepeated(
  people: readonly Person[],
  source: Source,
  path: ValuePath,
  report: ReportDiagnostic,
): void {
  const keys = people.map(({ name, slug = name }) => slug);
  if (new Set(keys).size === keys.length) return;
  people.forEach(({ name }, place) => {
    const first = keys.indexOf(keys[place]!);
    if (first === place) return;
    const { line } = source.locate([...path, first]);
    const message = phrase`${quote(name)} is in this list twice: line ${line} has her already`;
    report(warningAt(source.locate([...path, place]), message));
  });
}

/** Finds one person: a member of the group, or else a guest by this name. */
export function resolvePerson(
  name: string,
  source: Source,
  path: ValuePath,
  { roster, report }: Naming,
): Person {
  const found = roster.find(name);
  if (found.kind === "member") return found.person;
  if (found.kind === "ambiguous") {
    const slugs = found.candidates.map(({ slug }) => slug).join(", ");
    report(
      errorAt(
        source.locate(path),
        phrase`Cannot tell whom ${quote(name)} means: write one of ${slugs}`,
      ),
    );
  } else if (!found.isKnown && !standsForNothing(name)) {
    const { words, parts, draft } = roster.hint(name);
    const message = draft === undefined
      ? phrase`No member is called ${quote(name)}; the name stays as a guest${
        words || phrase`: if it is one, add it to guests in group.yaml`
      }`
      : phrase`${draft} is a draft, so that its member stays as a guest here:
        show her, or make this file a draft, too`;
    const isEach = parts?.every((part) => roster.find(part).kind === "member");
    const fix = isEach ? partingEdit(source, path, parts!) : undefined;
    report(warningAt(source.locate(path), message, fix));
  }
  return { name };
}

/** The same without a fix that parts a text into names which are not all members' of the file's group. */
export function withoutStrangers(one: Diagnostic, groups: readonly GroupContent[]): Diagnostic {
  const { fix, ...others } = one;
  if (fix === undefined || !("span" in fix) || fix.names === undefined) return one;
  const content = groups.find(({ folder }) => one.place.file.startsWith(`${folder}/`));
  const roster = content && rosterOf(content);
  return fix.names.every((name) => roster?.find(name).kind === "member") ? one : others;
}

/** The slugs of the roster members among some people, each once. */
export function slugsOf(people: readonly Person[]): string[] {
  return [...new Set(people.map(({ slug }) => slug).filter((slug) => slug !== undefined))];
}
