/**
 * This room derives what no file states: rosters, instants, setlists, zodiac signs.
 *
 * @module
 */

import type { MemberFile } from "../schema/content/member.ts";
import { foldText } from "../../src/model/fold_text.ts";
import { allNearest } from "../../src/toolbox/nearest.ts";
import { areSame, derived } from "../cache/derived.ts";
import type { Entry, GroupContent } from "../check/content.ts";
import { suggestion } from "../diagnostic/wording.ts";
import { type NameHint, nameHint } from "./name_hint.ts";

/** Somebody named in a line-up or credit; a guest has no slug. */
export interface Person {
  readonly name: string;
  readonly slug?: string;
  readonly img?: string;
}

/** Whom a name in a line-up means. */
type NamedMember =
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
    /** The hint, if it has anything but names that are close. */
    readonly other?: NameHint | undefined;
    /** What has to be written, where nobody else can be meant. */
    readonly meant?: string | undefined;
  }
  | { readonly kind: "ambiguous"; readonly candidates: readonly Entry<MemberFile>[] };

/** The members of one group, found by what line-ups call them. */
export interface Roster {
  find(name: string): NamedMember;
  /** Whether it is empty: then every name is a guest's, and no word about one of them helps. */
  readonly isEmpty: boolean;
  /** What was asked for so far. */
  readonly known: ReadonlyMap<string, NamedMember>;
  /** All that its members and guests are called. */
  readonly names: readonly string[];
}

/** The slug of the member whom a name means; undefined if it means none, or several. */
export function slugNamed(name: string, roster: Roster): string | undefined {
  const found = roster.find(name);
  return found.kind === "member" ? found.member.slug : undefined;
}

/**
 * The members of a group, and the guests whom it knows. Slugs come before earlier ones, those before
 * full names, and full names before nicknames; within one kind, one must be meant. Who means the same
 * as in the roster `before` is the same object as there. `drafts` are members who are not shown yet.
 */
export function createRoster(
  members: readonly Entry<MemberFile>[],
  guests: readonly string[],
  { drafts = [], before }: { drafts?: readonly Entry<MemberFile>[]; before?: Roster | undefined } =
    {},
): Roster {
  const isEmpty = members.length === 0;
  // The report of a guest depends on whether there is anybody else.
  const last = before?.isEmpty === isEmpty ? before : undefined;
  const levels = [
    indexBy(members, ({ slug }) => [slug]),
    withoutClashes(indexBy(members, ({ file }) => file.former_slugs)),
    indexBy(members, ({ file }) => [file.name]),
    indexBy(members, ({ file }) => file.nicknames),
  ];
  const names = [...members.flatMap(({ file }) => [file.name, ...file.nicknames]), ...guests];
  const knownGuests = new Set(guests.map(foldText));
  const moved = last === undefined ? [] : changedPart(last.names, names);
  const isMember = (key: string) => levels.some((level) => level.has(key));
  const findGuest = (name: string, isKnown: boolean, meant?: NamedMember): NamedMember => {
    const other = isKnown ? undefined : nameHint(name, members, drafts, isMember);
    const isAlone = isKnown || other !== undefined;
    const isSame = meant?.kind === "guest" && meant.isKnown === isKnown &&
      isSameHint(meant.other, other);
    if (isSame && (isAlone || allNearest(name, moved).length === 0)) return meant;
    if (!isAlone) return guestOf(name, names);
    return { kind: "guest", isKnown, hint: other?.words ?? "", other, meant: other?.meant };
  };
  const find = (name: string, meant?: NamedMember): NamedMember => {
    const key = foldText(name);
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

/** What stands in either list between what both begin with and what both end with. */
function changedPart(some: readonly string[], others: readonly string[]): string[] {
  const least = Math.min(some.length, others.length);
  let start = 0;
  while (start < least && some[start] === others[start]) start++;
  let end = 0;
  while (end < least - start && some.at(-1 - end) === others.at(-1 - end)) end++;
  return [...some.slice(start, some.length - end), ...others.slice(start, others.length - end)];
}

function isSameHint(one: NameHint | undefined, other: NameHint | undefined): boolean {
  return one?.words === other?.words && one?.meant === other?.meant &&
    one?.draft === other?.draft && one?.parts?.join("\n") === other?.parts?.join("\n");
}

function guestOf(name: string, names: readonly string[]): NamedMember {
  const near = allNearest(name, names);
  const hint = suggestion(name, near);
  // The name of a guest is data: one letter makes another person.
  return { kind: "guest", isKnown: false, hint };
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

function personOf({ slug, file: { name, img } }: Entry<MemberFile>): Person {
  return { name, slug, ...(img && { img }) };
}

/** The last roster of a group, and what it was made of. */
const noRoster = (): { roster?: Roster; madeOf: readonly unknown[] } => ({ madeOf: [] });

/**
 * The roster of a group by what names are resolved with: the same one for as long as names, addresses
 * and pictures are the same. What else its members' files say may be of an earlier time.
 */
export function namingRoster(
  { source, members, drafts: { members: drafts }, group: { guests } }: GroupContent,
): Roster {
  const last = derived(source, [], noRoster);
  const named = [members.length, ...guests, guests.length, ...drafts.flatMap(namesOf)];
  const madeOf = members.flatMap(namesOf).concat(named);
  if (last.roster !== undefined && areSame(last.madeOf, madeOf)) return last.roster;
  last.madeOf = madeOf;
  return last.roster = createRoster(members, guests, { drafts, before: last.roster });
}

/** The rosters with which the names of an entry were looked up. */
const notLookedUp = (): { seen?: Roster; kept?: Roster } => ({});

/**
 * The roster of a group, or an earlier one in which each of these names means the same: what was derived
 * with that still holds, whatever else changes in the roster. `names` and `meaningOf` are always the same
 * of an entry; without `meaningOf` it is what line-ups say of somebody.
 */
export function rosterFor(
  entry: object,
  names: () => readonly string[],
  roster: Roster,
  meaningOf: (found: NamedMember) => object = saidOf,
): Roster {
  const last = derived(entry, [], notLookedUp);
  const { seen, kept } = last;
  if (kept !== undefined && seen === roster) return kept;
  last.seen = roster;
  const isSame = kept !== undefined &&
    names().every((name) => meaningOf(kept.find(name)) === meaningOf(roster.find(name)));
  return last.kept = isSame ? kept : roster;
}

function saidOf(found: NamedMember): object {
  return found.kind === "member" ? found.person : found;
}

/** An earlier address that two claim is reported at both claims. */
function withoutClashes<E>(index: ReadonlyMap<string, readonly E[]>): Map<string, readonly E[]> {
  return new Map([...index].filter(([, claimants]) => claimants.length === 1));
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
