/**
 * This room derives what no file states: rosters, instants, setlists, zodiac signs.
 *
 * @module
 */

import type { MemberFile } from "../../src/model/content/member.ts";
import { foldText } from "../../src/model/fold_text.ts";
import { createRemember, type MadeMemory, REPORTS_NOTHING } from "../cache/remember.ts";
import type { Entry, GroupContent } from "../check/content.ts";
import { onlyNearest, suggestion } from "../diagnostic/nearest.ts";
import { quote } from "../diagnostic/quote.ts";
import { titleSlug } from "./title_slug.ts";

/** Somebody named in a line-up or credit; a guest has no slug. */
export interface Person {
  readonly name: string;
  readonly slug?: string;
  readonly img?: string;
}

/** Whom a name in a line-up means. */
export type NamedMember =
  | {
    readonly kind: "member";
    readonly member: Entry<MemberFile>;
    /** What line-ups say of her. */
    readonly person: Person;
  }
  | {
    readonly kind: "guest";
    /** Whether `group.yaml` names this guest. */
    readonly isKnown: boolean;
    /** ` Did you mean …?`, or nothing. */
    readonly hint: string;
    /** The only name that is close to it. */
    readonly meant?: string | undefined;
  }
  | { readonly kind: "ambiguous"; readonly candidates: readonly Entry<MemberFile>[] };

/** The members of one group, found by what line-ups call them. */
export interface Roster {
  find(name: string): NamedMember;
  /** Whether nobody is in it: then every name is a guest's, and no word about one of them helps. */
  readonly isEmpty: boolean;
}

/**
 * The members of a group, and the guests whom it knows. Slugs come before full names, and full names before nicknames; within one
 * kind, one must be meant.
 */
export function createRoster(
  members: readonly Entry<MemberFile>[],
  guests: readonly string[],
): Roster {
  const levels = [
    indexBy(members, ({ slug, file }) => [slug, ...file.former_slugs]),
    indexBy(members, ({ file }) => [file.name]),
    indexBy(members, ({ file }) => file.nicknames),
  ];
  const names = [...members.flatMap(({ file }) => [file.name, ...file.nicknames]), ...guests];
  const knownGuests = new Set(guests.map(foldText));
  const find = (name: string): NamedMember => {
    const key = foldText(name);
    const candidates = levels.find((level) => level.has(key))?.get(key) ?? [];
    const [first, second] = candidates;
    if (first === undefined) {
      const isKnown = knownGuests.has(key);
      if (isKnown) return { kind: "guest", isKnown, hint: "" };
      const other = otherHint(name, members, (part) => levels.some((level) => level.has(part)));
      if (other !== undefined) return { kind: "guest", isKnown, hint: other };
      const [hint, meant] = [suggestion(name, names), onlyNearest(name, names)];
      return { kind: "guest", isKnown, hint, meant };
    }
    return second === undefined
      ? { kind: "member", member: first, person: personOf(first) }
      : { kind: "ambiguous", candidates };
  };
  // The same names come back in every line-up.
  const known = new Map<string, NamedMember>();
  return {
    isEmpty: members.length === 0,
    find(name) {
      let found = known.get(name);
      if (found === undefined) known.set(name, found = find(name));
      return found;
    },
  };
}

/** What stands between the names of several people. */
const BETWEEN_NAMES = [/\s*(?:[,;&/+]|\s(?:dan|and)\s)\s*/, /\s+/];

/** What is said of a name that is a member's in another way: renamed, or among others. */
function otherHint(
  name: string,
  members: readonly Entry<MemberFile>[],
  isMember: (key: string) => boolean,
): string | undefined {
  const slug = titleSlug(name);
  const sameFile = members.find((member) => member.slug === slug);
  if (sameFile !== undefined) {
    return `, while ${slug}.yaml says ${
      quote(sameFile.file.name)
    }: correct one of the two, or add ` +
      "this name to her nicknames";
  }
  const sameName = slug === name ? members.find(({ file }) => titleSlug(file.name) === slug) : null;
  if (sameName) {
    return `. The file of ${
      quote(sameName.file.name)
    } is ${sameName.slug}.yaml: if it was renamed, ` +
      `add former_slugs: [${slug}] to it`;
  }
  const parts = BETWEEN_NAMES.map((between) => name.split(between).filter((part) => part !== ""))
    .find((some) => some.length > 1 && some.every((part) => isMember(foldText(part))));
  return parts && `. If these are ${parts.length} members, give each an entry of her own`;
}

const listOnce = createRemember<readonly (string | number | undefined)[]>();
function personOf({ slug, file: { name, img } }: Entry<MemberFile>): Person {
  return { name, slug, ...(img && { img }) };
}

const makeOnce = createRemember<Roster>();

/**
 * The roster of a group by what names are resolved with: the same one for as long as names, addresses
 * and pictures are the same. What else its members' files say may be of an earlier time.
 */
export function namingRoster(
  { source, members, group: { guests } }: GroupContent,
  memory: MadeMemory,
): Roster {
  const naming = listOnce(
    memory,
    members,
    [],
    REPORTS_NOTHING,
    () =>
      members.flatMap(({ slug, file: { name, img, nicknames, former_slugs } }) => [
        ...[slug, name, img, nicknames.length, ...nicknames, former_slugs.length, ...former_slugs],
      ]),
  );
  return makeOnce(
    memory,
    source,
    [...naming, members.length, ...guests],
    REPORTS_NOTHING,
    () => createRoster(members, guests),
  );
}

function indexBy(
  members: readonly Entry<MemberFile>[],
  keysOf: (member: Entry<MemberFile>) => readonly string[],
): Map<string, Entry<MemberFile>[]> {
  const index = new Map<string, Entry<MemberFile>[]>();
  for (const member of members) {
    for (const key of new Set(keysOf(member).map(foldText))) {
      index.set(key, [...index.get(key) ?? [], member]);
    }
  }
  return index;
}
