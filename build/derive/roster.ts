/**
 * This room derives what no file states: rosters, instants, setlists, zodiac signs.
 *
 * @module
 */

import type { MemberFile } from "../schema/content/member.ts";
import { foldText } from "../../src/model/fold_text.ts";
import type { Entry, GroupContent } from "../check/content.ts";
import { quote, suggestion } from "../diagnostic/wording.ts";
import { phrase, type Words } from "../words/say.ts";

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
    if (!known.has(name)) known.set(name, make(name));
    return known.get(name)!;
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
  const keyed = members.flatMap((member) =>
    [...new Set(keysOf(member).map(foldText))].map((key) => ({ key, member }))
  );
  const index = Map.groupBy(keyed, ({ key }) => key);
  return new Map([...index].map(([key, found]) => [key, found.map(({ member }) => member)]));
}

/** What is said of a name that no member has, and that may be meant for one. */
interface NameHint {
  /** The end of a message. */
  readonly words: Words;
  /** The members whose names are in one. */
  readonly parts?: readonly string[];
  /** The file of a member by this name who is not shown yet. */
  readonly draft?: string;
}

/** What stands between the names of several people. */
const BETWEEN_NAMES = /\s*(?:[,;&/+，；＆／＋、・･]|\s(?:dan|and|-)\s)\s*/;

/** What is said of a name that is a member's in another way: not shown yet, or among others. */
function nameHint(
  name: string,
  members: readonly Entry<MemberFile>[],
  drafts: readonly Entry<MemberFile>[],
  isMember: (key: string) => boolean,
): NameHint | undefined {
  const key = foldText(name);
  const draft = drafts.find(({ slug, file }) =>
    [slug, file.name, ...file.nicknames].some((other) => foldText(other) === key)
  );
  if (draft !== undefined) return { words: "", draft: draft.source.file };
  const parts = name.split(BETWEEN_NAMES).filter((part) => part !== "");
  if (parts.length > 1 && parts.every((part) => isMember(foldText(part)))) {
    const each = phrase`. If these are ${parts.length} members, give each an entry of her own`;
    return { words: each, parts };
  }
  const other = inOtherOrder(key, members);
  return other === undefined ? undefined : { words: phrase`. Did you mean ${quote(other)}?` };
}

/** `Rahadian Anantari`. */
function inOtherOrder(key: string, members: readonly Entry<MemberFile>[]): string | undefined {
  if (!key.includes(" ")) return undefined;
  const sorted = (text: string) => text.split(" ").sort().join(" ");
  const words = sorted(key);
  return members.find(({ file }) => sorted(foldText(file.name)) === words)?.file.name;
}
