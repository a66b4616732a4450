/**
 * This room derives what no file states: rosters, instants, setlists, zodiac signs.
 *
 * @module
 */

import type { MemberFile } from "../../src/model/content/member.ts";
import { foldName } from "../check/fold_name.ts";
import { allNearest } from "../../src/toolbox/nearest.ts";
import { areSame, createRemember, type MadeMemory, REPORTS_NOTHING } from "../cache/remember.ts";
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
    /** The hint, where it tells anything but names that are close. */
    readonly other?: string | undefined;
    /** The only name that is close to it. */
    readonly meant?: string | undefined;
  }
  | { readonly kind: "ambiguous"; readonly candidates: readonly Entry<MemberFile>[] };

/** The members of one group, found by what line-ups call them. */
export interface Roster {
  find(name: string): NamedMember;
  /** Whether nobody is in it: then every name is a guest's, and no word about one of them helps. */
  readonly isEmpty: boolean;
  /** What was asked for so far. */
  readonly known: ReadonlyMap<string, NamedMember>;
  /** All that its members and guests are called. */
  readonly names: readonly string[];
}

/**
 * The members of a group, and the guests whom it knows. Slugs come before full names, and full names before nicknames; within one
 * kind, one must be meant. Who means the same as in the roster `before` is the same object as there.
 */
export function createRoster(
  members: readonly Entry<MemberFile>[],
  guests: readonly string[],
  before?: Roster,
): Roster {
  const isEmpty = members.length === 0;
  // What is told of a guest depends on whether there is anybody else.
  const last = before?.isEmpty === isEmpty ? before : undefined;
  const levels = [
    indexBy(members, ({ slug, file }) => [slug, ...file.former_slugs]),
    indexBy(members, ({ file }) => [file.name]),
    indexBy(members, ({ file }) => file.nicknames),
  ];
  const names = [...members.flatMap(({ file }) => [file.name, ...file.nicknames]), ...guests];
  const knownGuests = new Set(guests.map(foldName));
  const moved = last === undefined ? [] : changedPart(last.names, names);
  const isMember = (key: string) => levels.some((level) => level.has(key));
  const findGuest = (name: string, isKnown: boolean, meant?: NamedMember): NamedMember => {
    const other = isKnown ? undefined : otherHint(name, members, isMember);
    const isAlone = isKnown || other !== undefined;
    const isSame = meant?.kind === "guest" && meant.isKnown === isKnown && meant.other === other;
    if (isSame && (isAlone || allNearest(name, moved).length === 0)) return meant;
    return isAlone ? { kind: "guest", isKnown, hint: other ?? "", other } : guestOf(name, names);
  };
  const find = (name: string, meant?: NamedMember): NamedMember => {
    const key = foldName(name);
    const candidates = levels.find((level) => level.has(key))?.get(key) ?? [];
    const [first, second] = candidates;
    if (first === undefined) return findGuest(name, knownGuests.has(key), meant);
    if (second === undefined) return memberOf(first, meant);
    return ambiguousOf(candidates, meant);
  };
  // The same names come back in every line-up.
  const known = new Map<string, NamedMember>();
  last?.known.forEach((meant, name) => known.set(name, find(name, meant)));
  return {
    isEmpty,
    names,
    known,
    find(name) {
      let found = known.get(name);
      if (found === undefined) known.set(name, found = find(name));
      return found;
    },
  };
}

/** What stands between the names of several people. */
const BETWEEN_NAMES = [/\s*(?:[,;&/+]|\s(?:dan|and|-)\s)\s*/, /\s+/];

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
  const bare = name.replace(/ *[([（].*$/, "");
  if (bare !== name && isMember(foldName(bare))) {
    return `. If this is ${quote(bare)}, write her name alone`;
  }
  const parts = BETWEEN_NAMES.map((between) => name.split(between).filter((part) => part !== ""))
    .find((some) => some.length > 1 && some.every((part) => isMember(foldName(part))));
  return parts && `. If these are ${parts.length} members, give each an entry of her own`;
}

/** What stands in either list between what both begin with and what both end with. */
function changedPart(some: readonly string[], others: readonly string[]): string[] {
  const least = Math.min(some.length, others.length);
  let start = 0;
  while (start < least && some[start] === others[start]) start++;
  let end = 0;
  while (end < least - start && some.at(-1 - end) === others.at(-1 - end)) end++;
  return [...some.slice(start, some.length - end), ...others.slice(start, others.length - end)];
}

function guestOf(name: string, names: readonly string[]): NamedMember {
  const near = allNearest(name, names);
  const [hint, meant] = [suggestion(name, near), onlyNearest(name, near)];
  return { kind: "guest", isKnown: false, hint, meant };
}

function memberOf(member: Entry<MemberFile>, last: NamedMember | undefined): NamedMember {
  const before = last?.kind === "member" ? last : undefined;
  if (before !== undefined && areSame(namesOf(before.member), namesOf(member))) return before;
  const { name, slug, img } = before?.person ?? {};
  const { file } = member;
  const isSame = slug === member.slug && name === file.name && img === (file.img || undefined);
  return { kind: "member", member, person: isSame ? before!.person : personOf(member) };
}

function ambiguousOf(
  candidates: readonly Entry<MemberFile>[],
  last: NamedMember | undefined,
): NamedMember {
  const isSame = last?.kind === "ambiguous" &&
    areSame(last.candidates.map(({ slug }) => slug), candidates.map(({ slug }) => slug));
  return isSame ? last : { kind: "ambiguous", candidates };
}

/** All by which a member is found, and what line-ups say of her. */
function namesOf({ slug, file }: Entry<MemberFile>): (string | number | undefined)[] {
  const { name, img, nicknames, former_slugs } = file;
  return [
    ...[slug, name, img, nicknames.length, ...nicknames, former_slugs.length, ...former_slugs],
  ];
}

const listOnce = createRemember<readonly (string | number | undefined)[]>();
function personOf({ slug, file: { name, img } }: Entry<MemberFile>): Person {
  return { name, slug, ...(img && { img }) };
}

const makeOnce = createRemember<Roster>();
const lastOnce = createRemember<{ roster?: Roster }>();

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
    () => members.flatMap(namesOf),
  );
  return makeOnce(
    memory,
    source,
    [...naming, members.length, ...guests],
    REPORTS_NOTHING,
    () => {
      const last = lastOnce(memory, source, [], REPORTS_NOTHING, () => ({}));
      return last.roster = createRoster(members, guests, last.roster);
    },
  );
}

function indexBy(
  members: readonly Entry<MemberFile>[],
  keysOf: (member: Entry<MemberFile>) => readonly string[],
): Map<string, Entry<MemberFile>[]> {
  const index = new Map<string, Entry<MemberFile>[]>();
  for (const member of members) {
    for (const key of new Set(keysOf(member).map(foldName))) {
      index.set(key, [...index.get(key) ?? [], member]);
    }
  }
  return index;
}
