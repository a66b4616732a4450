import { errorAt, type Place, type Report } from "../diagnostic/diagnostic.ts";
import type { Entry, GroupContent } from "./content.ts";

/** Words that stand in paths already. */
const RESERVED_GROUPS = ["codes", "admin"];
const RESERVED_MEMBERS = ["today", "upcoming"];

/** Checks that every address leads to one thing: groups, members over all groups, ids within a kind. */
export function checkAddresses(groups: readonly GroupContent[], report: Report): void {
  const claimSegment = createRegister(report, "path segment");
  const claimMember = createRegister(report, "member address");
  for (const group of groups) {
    const place = { file: `${group.folder}/group.yaml`, line: 1, column: 1 };
    for (const segment of [group.slug, ...group.group.aliases]) {
      refuseReserved(segment, RESERVED_GROUPS, place, report);
      claimSegment(segment, () => place);
    }
    for (const member of group.members) claimMemberOf(member, claimMember, report);
    for (const kind of ["shows", "news", "events", "releases"] as const) {
      const claimId = createRegister(report, "id");
      for (const entry of group[kind]) {
        claimId(entry.file.id ?? entry.slug, () => entry.source.locate(["id"]));
      }
    }
  }
}

function claimMemberOf(
  { slug, file, source }: Entry<{ former_slugs: readonly string[] }>,
  claim: Register,
  report: Report,
): void {
  refuseReserved(slug, RESERVED_MEMBERS, { file: source.file, line: 1, column: 1 }, report);
  claim(slug, () => source.locate([]));
  file.former_slugs.forEach((former, at) =>
    claim(former, () => source.locate(["former_slugs", at]))
  );
}

function refuseReserved(
  word: string,
  reserved: readonly string[],
  place: Place,
  report: Report,
): void {
  if (!reserved.includes(word)) return;
  report(errorAt(place, `Cannot use the address "${word}": the service needs it for itself`));
}

/** Remembers who has an address; the second claim of one names both places, which are looked up then. */
type Register = (address: string, place: () => Place) => void;

function createRegister(report: Report, what: string): Register {
  const owners = new Map<string, () => Place>();
  return (address, place) => {
    const owner = owners.get(address);
    if (owner === undefined) owners.set(address, place);
    else report(errorAt(place(), twice(what, address, owner())));
  };
}

function twice(what: string, address: string, owner: Place): string {
  return `Cannot use the ${what} "${address}" twice: ${owner.file}:${owner.line} has it already`;
}
