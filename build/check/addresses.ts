import { errorAt, type Place, type Report } from "../diagnostic/diagnostic.ts";
import type { Source, ValuePath } from "../read/source.ts";
import type { Entry, GroupContent } from "./content.ts";

/** Words that stand in paths already. */
export const RESERVED_GROUPS = ["codes", "admin"];
export const RESERVED_MEMBERS = ["today", "upcoming"];

/** Checks that every address leads to one thing: groups, members over all groups, ids within a kind. */
export function checkAddresses(groups: readonly GroupContent[], report: Report): void {
  const claimSegment = createRegister(report, "path segment", RESERVED_GROUPS);
  const claimMember = createRegister(report, "member address", RESERVED_MEMBERS);
  for (const { slug, group, source } of groups) {
    claimSegment(slug, source, []);
    group.aliases.forEach((alias, at) => claimSegment(alias, source, ["aliases", at]));
  }
  for (const { members } of groups) {
    for (const { slug, source } of members) claimMember(slug, source, []);
  }
  for (const { members } of groups) {
    for (const { file, source } of members) {
      file.former_slugs.forEach((slug, at) => claimMember(slug, source, ["former_slugs", at]));
    }
  }
  for (const group of groups) claimIds(group, report);
}

function claimIds(group: GroupContent, report: Report): void {
  for (const kind of ["shows", "news", "events", "releases"] as const) {
    const claim = createRegister(report, "id", []);
    const entries: readonly Entry<{ id?: string | undefined }>[] = group[kind];
    for (const { slug, file, source } of entries) claim(file.id ?? slug, source, ["id"]);
  }
}

/**
 * Remembers who has an address. A second claim of one names both places, which are looked up then;
 * so the claims that have the better right come first.
 */
type Register = (address: string, source: Source, path: ValuePath) => void;

function createRegister(report: Report, what: string, reserved: readonly string[]): Register {
  const owners = new Map<string, () => Place>();
  return (address, source, path) => {
    const owner = owners.get(address);
    if (reserved.includes(address)) {
      const message = `Cannot use the ${what} "${address}": the service needs it for itself`;
      report(errorAt(source.locate(path), message));
    } else if (owner === undefined) owners.set(address, () => source.locate(path));
    else report(errorAt(source.locate(path), twice(what, address, owner())));
  };
}

function twice(what: string, address: string, owner: Place): string {
  return `Cannot use the ${what} "${address}" twice: ${owner.file}:${owner.line} has it already`;
}
