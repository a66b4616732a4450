/**
 * This room derives what no file states: rosters, instants, setlists, zodiac signs.
 *
 * @module
 */

import type { MemberFile } from "../schema/content/member.ts";
import { foldText } from "../../src/model/fold_text.ts";
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
  /** `isKnown`: whether `group.yaml` names this guest. */
  | { readonly kind: "guest"; readonly isKnown: boolean }
  | { readonly kind: "ambiguous"; readonly candidates: readonly Entry<MemberFile>[] };

/** The members of one group, found by what line-ups call them. */
export interface Roster {
  find(name: string): NamedMember;
  /** What is said of a guest's name: whom it may mean. */
  hint(name: string): NameHint;
}

/** The slug of the member whom a name means; undefined if it means none, or several. */
export function slugNamed(name: string, roster: Roster): string | undefined {
  const found = roster.find(name);
  return found.kind === "member" ? found.member.slug : undefined;
}

/**
 * The members of a group, and the guests whom it knows. Slugs come before earlier ones, those before
 * full names, and full names before nicknames; within one kind, one must be meant. `drafts` are members
 * who are not shown yet.
 */
export function createRoster(
  members: readonly Entry<MemberFile>[],
  guests: readonly string[],
  drafts: readonly Entry<MemberFile>[] = [],
): Roster {
  const levels = [
    indexBy(members, ({ slug }) => [slug]),
    withoutClashes(indexBy(members, ({ file }) => file.former_slugs)),
    indexBy(members, ({ file }) => [file.name]),
    indexBy(members, ({ file }) => file.nicknames),
  ];
  const names = [...members.flatMap(({ file }) => [file.name, ...file.nicknames]), ...guests];
  const knownGuests = new Set(guests.map(foldText));
  const isMember = (key: string) => levels.some((level) => level.has(key));
  // The same names come back in every line-up.
  const find = remembered((name): NamedMember => {
    const key = foldText(name);
    const candidates = levels.find((level) => level.has(key))?.get(key) ?? [];
    const [member, other] = candidates;
    if (member === undefined) return { kind: "guest", isKnown: knownGuests.has(key) };
    if (other !== undefined) return { kind: "ambiguous", candidates };
    return { kind: "member", member, person: personOf(member) };
  });
  const hint = remembered((name): NameHint =>
    // The name of a guest is data: one letter makes another person.
    nameHint(name, members, drafts, isMember) ?? { words: suggestion(name, names) }
  );
  return { find, hint };
}

/** The same for each name, and made once. */
function remembered<Made>(make: (name: string) => Made): (name: string) => Made {
  const known = new Map<string, Made>();
  return (name) => {
    let made = known.get(name);
    if (made === undefined) known.set(name, made = make(name));
    return made;
  };
}

function personOf({ slug, file: { name, img } }: Entry<MemberFile>): Person {
  return { name, slug, ...(img && { img }) };
}

/** The roster of a group. */
export function rosterOf({ members, drafts, group }: GroupContent): Roster {
  return createRoster(members, group.guests, drafts.members);
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
