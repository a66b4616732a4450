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
import { type Entry, type GroupContent } from "../content.ts";
import { phrase, type Words } from "../../words/say.ts";

export const RESERVED_MEMBERS: ReadonlySet<string> = new Set(["today", "upcoming"]);
/** An alias of a profile is served without `/api`, too: it would hide the site's own paths. */
const SITE_ROOTS: ReadonlySet<string> = new Set(SITE_FILE_ROOTS);

/**
 * Checks that every address leads to one thing: groups, members over all groups, ids and setlists
 * within a group.
 */
export function checkAddresses(groups: readonly GroupContent[], report: ReportDiagnostic): void {
  const claimSegment = createRegister(report, phrase`path segment`, RESERVED_ROOTS, CHOOSE);
  const refuseSegment = createRegister(report, phrase`path segment`, SITE_ROOTS, CHOOSE);
  const claimMember = createRegister(report, phrase`member address`, RESERVED_MEMBERS);
  for (const { slug, source } of groups) claimSegment(slug, source, []);
  for (const { group, source } of groups) {
    group.aliases.forEach((alias, at) => {
      if (typeof alias === "string") return claimSegment(alias, source, ["aliases", at]);
      const claim = SITE_ROOTS.has(alias.name) ? refuseSegment : claimSegment;
      claim(alias.name, source, ["aliases", at, "name"]);
    });
  }
  const members = groups.flatMap((group) => group.members);
  for (const { slug, source } of members) claimMember(slug, source, [], RENAME);
  for (const { file, source } of members) claimFormer(file, source, claimMember);
  for (const group of groups) {
    for (const kind of ["shows", "news", "events", "releases"] as const) {
      const entries: readonly Identified[] = group[kind];
      claimIds(entries, report);
    }
    claimSetlists(group, report);
  }
}

type Identified = Entry<{
  readonly id?: string | undefined;
  readonly former_slugs?: readonly string[] | undefined;
}>;

/**
 * An entry is found by its id, by its file name, and by the file names it had. Who has an id of its own comes
 * last, and the file with the shorter name first: a copy's name is longer.
 */
function claimIds(all: readonly Identified[], report: ReportDiagnostic): void {
  const hasId = ({ file }: Identified) => Number(file.id !== undefined);
  const entries = all.toSorted((one, other) =>
    hasId(one) - hasId(other) || one.slug.length - other.slug.length
  );
  const claim = createRegister(report, phrase`id or file name`, NOTHING);
  for (const { slug, file, source } of entries) {
    claim(file.id ?? slug, source, ["id"], file.id === undefined ? RENAME : OTHER_ID);
  }
  for (const { slug, file, source } of entries) {
    if (file.id !== undefined && file.id !== slug) claim(slug, source, [], RENAME);
  }
  for (const { file, source } of entries) claimFormer(file, source, claim);
}

const NOTHING: ReadonlySet<string> = new Set();

/** The remedy for an address that is taken. */
const RENAME = phrase`; rename this file`;
const OTHER_ID = phrase`; write its own id, or leave the field out`;
const NOT_FORMER = phrase`; take it out here`;

/** Claims the names that a file had. */
function claimFormer(
  { former_slugs = [] }: Pick<Identified["file"], "former_slugs">,
  source: Source,
  claim: Register,
): void {
  former_slugs.forEach((slug, at) => {
    claim(slug, source, ["former_slugs", at], NOT_FORMER);
  });
}

/** Shows name their setlist in any case; addresses are made of its letters and digits. */
function claimSetlists({ setlists }: GroupContent, report: ReportDiagnostic): void {
  const claimAddress = createRegister(report, phrase`setlist address`, NOTHING);
  const claimName = createRegister(report, phrase`setlist`, NOTHING, "", foldText);
  const names = new Set<string>();
  for (const { file: { name }, source } of setlists) {
    claimName(name, source, ["name"], phrase`; keep one of them`);
    if (!names.has(foldText(name))) claimAddress(titleId(name), source, ["name"], OTHER_NAME);
    names.add(foldText(name));
  }
  for (const { file, source } of setlists) claimFormer(file, source, claimAddress);
}

const OTHER_NAME = phrase`; write names that differ in letters or digits`;

/** The remedy for a path segment that is taken. */
const CHOOSE = phrase`; choose another word`;

/**
 * Remembers who has an address. A second claim of one names both places, which are looked up then;
 * so the claims that have the better right come first.
 */
type Register = (address: string, source: Source, path: ValuePath, remedy?: Words) => void;

function createRegister(
  report: ReportDiagnostic,
  what: Words,
  reserved: ReadonlySet<string>,
  usualRemedy: Words = "",
  keyOf: (address: string) => string = (address) => address,
): Register {
  const owners = new Map<string, () => SourceLocation>();
  return (address, source, path, remedy = usualRemedy) => {
    const key = keyOf(address);
    const owner = owners.get(key);
    if (reserved.has(address)) {
      const message = phrase`Cannot use the ${what} ${
        quote(address)
      }: the service needs it for itself${remedy}`;
      report(errorAt(source.locate(path), message));
    } else if (owner === undefined) owners.set(key, () => source.locate(path));
    else {
      const { file, line } = owner();
      const message = phrase`Cannot use the ${what} ${
        quote(address)
      } twice: ${file}:${line} has it already${remedy}`;
      report(errorAt(source.locate(path), message));
    }
  };
}
