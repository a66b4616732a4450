import { errorAt, type Report, warningAt } from "../diagnostic/diagnostic.ts";
import type { Source, ValuePath } from "../read/source.ts";
import type { Roster } from "./roster.ts";

/** Somebody named in a line-up or credit; a guest has no slug. */
export interface Person {
  readonly name: string;
  readonly slug?: string;
  readonly img?: string;
}

/** What names are resolved with. */
export interface Naming {
  readonly roster: Roster;
  readonly report: Report;
}

/** Finds everybody whom a list in a file names. */
export function resolvePeople(
  names: readonly string[],
  source: Source,
  path: ValuePath,
  naming: Naming,
): Person[] {
  return names.map((name, place) => resolvePerson(name, source, [...path, place], naming));
}

/** Finds one person: a member of the group, or else a guest by this name. */
export function resolvePerson(
  name: string,
  source: Source,
  path: ValuePath,
  { roster, report }: Naming,
): Person {
  const found = roster.find(name);
  if (found.kind === "member") {
    const { slug, file } = found.member;
    return { name: file.name, slug, ...(file.img && { img: file.img }) };
  }
  if (found.kind === "ambiguous") {
    const slugs = found.candidates.map(({ slug }) => slug).join(", ");
    report(errorAt(source.locate(path), `Cannot tell whom "${name}" means: write one of ${slugs}`));
  } else {
    const message = `No member is called "${name}"; she stays as a guest${found.hint}`;
    report(warningAt(source.locate(path), message));
  }
  return { name };
}
