/**
 * This room holds files against each other: no address, id, name or account leads to two things.
 *
 * @module
 */

import { RESERVED_ROOTS } from "../../../src/core/roots.ts";
import { foldText } from "../../../src/model/fold_text.ts";
import {
  errorAt,
  type ReportDiagnostic,
  type SourceLocation,
} from "../../diagnostic/diagnostic.ts";
import { titleId } from "../../../src/model/title_slug.ts";
import { SITE_FILE_ROOTS } from "../../../src/routes/public/service.ts";
import { quote } from "../../diagnostic/wording.ts";
import type { Source, ValuePath } from "../../read/source.ts";
import type { Entry, GroupContent } from "../content.ts";
import { phrase, type Words } from "../../words/say.ts";

export const RESERVED_MEMBERS: ReadonlySet<string> = new Set(["today", "upcoming"]);
/** An alias of a profile is served without `/api`, too: it would hide the site's own paths. */
const SITE_ROOTS: ReadonlySet<string> = new Set(SITE_FILE_ROOTS);

/**
 * Checks that every address leads to one thing: groups, members over all groups, ids and setlists
 * within a group. The claims that have the better right come first.
 */
export function checkAddresses(groups: readonly GroupContent[], report: ReportDiagnostic): void {
  const claimSegment = createRegister(report, phrase`path segment`, RESERVED_ROOTS);
  const refuseSegment = createRegister(report, phrase`path segment`, SITE_ROOTS);
  const claimMember = createRegister(report, phrase`member address`, RESERVED_MEMBERS);
  for (const { slug, source } of groups) claimSegment(slug, source, [], CHOOSE);
  for (const { group, source } of groups) {
    group.aliases.forEach((alias, at) => {
      if (typeof alias === "string") return claimSegment(alias, source, ["aliases", at], CHOOSE);
      const claim = SITE_ROOTS.has(alias.name) ? refuseSegment : claimSegment;
      claim(alias.name, source, ["aliases", at, "name"], CHOOSE);
    });
  }
  const members = groups.flatMap((group) => group.members);
  for (const { slug, source } of members) claimMember(slug, source, [], RENAME);
  for (const entry of members) claimFormer(entry, claimMember);
  for (const group of groups) {
    for (const kind of ["shows", "news", "events", "releases"] as const) {
      claimIds(group[kind], report);
    }
    claimSetlists(group, report);
  }
}

type Identified = Entry<{
  readonly id?: string | undefined;
  readonly former_slugs: readonly string[];
}>;

/** The remedies for an address that is taken. */
const CHOOSE = phrase`; choose another word`;
const RENAME = phrase`; rename this file`;
const OTHER_ID = phrase`; write its own id, or leave the field out`;
const NOT_FORMER = phrase`; take it out here`;
const KEEP_ONE = phrase`; keep one of them`;
const OTHER_NAME = phrase`; write names that differ in letters or digits`;

/**
 * An entry is found by its id, by its file name, and by the file names it had. Who has an id of its own comes
 * last, and the file with the shorter name first: a copy's name is longer.
 */
function claimIds(all: readonly Identified[], report: ReportDiagnostic): void {
  const hasId = ({ file }: Identified) => Number(file.id !== undefined);
  const entries = all.toSorted((one, other) =>
    hasId(one) - hasId(other) || one.slug.length - other.slug.length
  );
  const claim = createRegister(report, phrase`id or file name`);
  for (const { slug, file, source } of entries) {
    claim(file.id ?? slug, source, ["id"], file.id === undefined ? RENAME : OTHER_ID);
  }
  for (const { slug, file, source } of entries) {
    if (file.id !== undefined && file.id !== slug) claim(slug, source, [], RENAME);
  }
  for (const entry of entries) claimFormer(entry, claim);
}

/** Claims the names that a file had. */
function claimFormer({ file, source }: Identified, claim: Register): void {
  file.former_slugs.forEach((slug, at) => claim(slug, source, ["former_slugs", at], NOT_FORMER));
}

/** Shows name their setlist in any case; addresses are made of its letters and digits. */
function claimSetlists({ setlists }: GroupContent, report: ReportDiagnostic): void {
  const claimAddress = createRegister(report, phrase`setlist address`);
  const claimName = createRegister(report, phrase`setlist`, undefined, foldText);
  const names = new Set<string>();
  for (const { file: { name }, source } of setlists) {
    claimName(name, source, ["name"], KEEP_ONE);
    if (!names.has(foldText(name))) claimAddress(titleId(name), source, ["name"], OTHER_NAME);
    names.add(foldText(name));
  }
  for (const entry of setlists) claimFormer(entry, claimAddress);
}

type Register = (address: string, source: Source, path: ValuePath, remedy: Words) => void;

/** Remembers who has an address; a second claim of one names both places, which are looked up then. */
function createRegister(
  report: ReportDiagnostic,
  what: Words,
  reserved: ReadonlySet<string> = new Set(),
  keyOf: (address: string) => string = (address) => address,
): Register {
  const owners = new Map<string, () => SourceLocation>();
  return (address, source, path, remedy) => {
    const key = keyOf(address);
    const owner = owners.get(key)?.();
    if (reserved.has(address)) {
      const message = phrase`Cannot use the ${what} ${
        quote(address)
      }: the service needs it for itself${remedy}`;
      report(errorAt(source.locate(path), message));
    } else if (owner === undefined) owners.set(key, () => source.locate(path));
    else {
      const message = phrase`Cannot use the ${what} ${
        quote(address)
      } twice: ${owner.file}:${owner.line} has it already${remedy}`;
      report(errorAt(source.locate(path), message));
    }
  };
}
