import type { MemberFile } from "../../src/model/content/member.ts";
import { fold } from "../../src/model/fold.ts";
import type { Entry } from "../check/content.ts";

/** Whom a name in a line-up means. */
export type Found =
  | { readonly kind: "member"; readonly member: Entry<MemberFile> }
  | { readonly kind: "guest" }
  | { readonly kind: "ambiguous"; readonly candidates: readonly Entry<MemberFile>[] };

/** The members of one group, found by what line-ups call them. */
export interface Roster {
  find(name: string): Found;
  /** Every name and nickname, for suggestions. */
  readonly names: readonly string[];
}

/** Slugs come before full names, and full names before nicknames; within one kind, one must be meant. */
export function createRoster(members: readonly Entry<MemberFile>[]): Roster {
  const levels = [
    indexBy(members, ({ slug, file }) => [slug, ...file.former_slugs]),
    indexBy(members, ({ file }) => [file.name, ...(file.fullname ? [file.fullname] : [])]),
    indexBy(members, ({ file }) => file.nicknames),
  ];
  return {
    names: members.flatMap(({ file }) => [file.name, ...file.nicknames]),
    find(name) {
      const candidates = levels.map((level) => level.get(fold(name))).find((found) => found);
      const [first, second] = candidates ?? [];
      if (first === undefined) return { kind: "guest" };
      if (second === undefined) return { kind: "member", member: first };
      return { kind: "ambiguous", candidates: candidates! };
    },
  };
}

function indexBy(
  members: readonly Entry<MemberFile>[],
  keysOf: (member: Entry<MemberFile>) => readonly string[],
): Map<string, Entry<MemberFile>[]> {
  const index = new Map<string, Entry<MemberFile>[]>();
  for (const member of members) {
    for (const key of new Set(keysOf(member).map(fold))) {
      index.set(key, [...index.get(key) ?? [], member]);
    }
  }
  return index;
}
