import { isDeepStrictEqual } from "node:util";
import { isYearlessDay } from "../../../../src/time/civil_date.ts";
import { foldText } from "../../../../src/model/fold_text.ts";
import { duration } from "../../../schema/content/field.ts";
import type { GroupFile } from "../../../schema/content/group.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import type { Roster } from "../../../derive/roster.ts";
import type { Lose, Tell, Where } from "../report.ts";
import { say } from "../../../words/say.ts";
import { type DumpPerson, identityOf } from "./people.ts";

/** What rules know of the group, and where they report. */
export interface RuleContext {
  readonly roster: Roster;
  readonly tell: Tell;
  readonly lose: Lose;
  /** What the group's file says; undefined for a new group. */
  readonly settings: GroupFile | undefined;
  readonly zone: string;
}

/** What a rule may look at besides the field itself. */
export interface RuleScope extends RuleContext {
  /** The slug of the file. */
  readonly slug: string;
  /** The file's value so far; empty for a new one. */
  readonly had: EntryFields;
  /** The dump's value. */
  readonly wanted: EntryFields;
  readonly where: Where;
}

/** A list that grows: its items are remembered one by one. */
export interface Growing {
  /** By what an item is known. */
  keyOf(item: unknown): string;
  /** What it is called, where its other parts may change. */
  titleOf?(item: unknown): string;
}

/**
 * The value that a field shall have: `had` itself where the dump has no other, so that the file's own
 * spelling stays. `had` is undefined where the file does not have the field, and so is the result
 * where it need not have it.
 */
export type Merge = (had: unknown, wanted: unknown, scope: RuleScope) => unknown;

/** How a field takes in a dump's value. */
export type Rule = Merge | Growing;

/** The dump's value, unless the file has it already. */
export const plain: Merge = (had, wanted) => isDeepStrictEqual(had, wanted) ? had : wanted;

/** What follows from elsewhere is not written. `impliedBy` gives what a file without the field means. */
export function unlessImplied(impliedBy: (scope: RuleScope) => unknown, rule = plain): Merge {
  return (had, wanted, scope) => {
    const effective = had ?? impliedBy(scope);
    const result = rule(effective, wanted, scope);
    return isDeepStrictEqual(result, effective) ? had : result;
  };
}

/** The id of an entry is its file's name where it has none of its own. */
export const identifierRule: Merge = unlessImplied(
  ({ slug }) => slug,
  (had, wanted) => String(had) === String(wanted) ? had : wanted,
);

/** A birth date that leaves out the year adds nothing to one that has it. */
export const birthDateRule: Merge = (had, wanted) =>
  had !== undefined && isYearlessDay(String(wanted)) &&
    String(had).slice(-5) === String(wanted).slice(-5)
    ? had
    : wanted;

/** `19:00` and `19:00:00`. */
export const clockTimeRule: Merge = (had, wanted) =>
  typeof had === "string" && withoutSeconds(had) === withoutSeconds(String(wanted)) ? had : wanted;

/** `2:30`, `2h 30m` and 150 minutes. */
export const durationRule: Merge = (had, wanted) =>
  had !== undefined && minutesIn(had) === minutesIn(wanted) ? had : wanted;

/** What the group's file says is read as minutes already. */
function minutesIn(length: unknown): unknown {
  return typeof length === "number" ? length : duration.safeParse(length).data;
}

/** Texts that are not there yet are added at the end. */
export const addTexts: Growing = { keyOf: (text) => foldText(String(text)) };

/** Links are known by their title: addresses are brought up to date, further links added. */
export const addLinks: Growing = {
  keyOf: (link) => `${titleOfLink(link)}\n${(link as { url: unknown }).url}`,
  titleOf: titleOfLink,
};

function titleOfLink(link: unknown): string {
  return foldText(String((link as { title: unknown }).title));
}

/** Entries of a list that are known by their titles; `merge` joins each with the file's of its title. */
export function byTitle<Had, Wanted>(
  titleOf: (entry: Had | Wanted) => string,
  merge: (same: Had | undefined, entry: Wanted, scope: RuleScope) => unknown,
): Merge {
  const keyOf = (entry: Had | Wanted) => foldText(String(titleOf(entry)));
  return (had, wanted, scope) => {
    const known = (had ?? []) as readonly Had[];
    const list = (wanted as readonly Wanted[]).map((entry) =>
      merge(known.find((one) => keyOf(one) === keyOf(entry)), entry, scope)
    );
    return isDeepStrictEqual(known, list) ? had : list;
  };
}

/** The same people in another order or spelling are the same people. */
export const people: Merge = (had, wanted, scope) => {
  const known = (had ?? []) as readonly string[];
  const free = known.map((text) => ({ text, identity: identityOf(String(text), scope.roster) }));
  const texts = (wanted as DumpPerson[]).map((person) => {
    const place = free.findIndex(({ identity }) => person.identities.includes(identity));
    const there = place < 0 ? undefined : free.splice(place, 1)[0]!.text;
    return writtenAs(person, there, "members", scope);
  }).filter((text) => text !== undefined);
  const areSame = free.length === 0 && texts.length === known.length;
  return areSame || texts.length === 0 ? had : texts;
};

/** The text for somebody: what the file has already, or else what is known of her. */
function writtenAs<T>(person: DumpPerson, there: T | undefined, field: string, scope: RuleScope) {
  const { tell, lose, where } = scope;
  const { name, text, problem } = person;
  if (problem !== undefined && (text !== undefined || there === undefined)) tell(problem, where);
  if (text === undefined && there === undefined) {
    lose(where, field, say`several have this name`, name);
  }
  return there ?? text;
}

/** Somebody celebrated, with the old system's id where it is another one than her slug. */
export interface Celebrated {
  readonly person: DumpPerson;
  readonly id: string | number | undefined;
}

/** People who are celebrated, each with the id that answers give. */
export const celebrations = (field: string): Merge => (had, wanted, scope) => {
  const known = ((had ?? []) as readonly unknown[]).map((item) => celebratedIn(item, scope));
  const items = (wanted as Celebrated[]).map(({ person, id }) => {
    const same = known.find(({ identity, id: has }) =>
      person.identities.includes(identity) && (id === undefined || id === has)
    );
    const written = writtenAs(person, same?.item, field, scope);
    const needsId = same === undefined && id !== undefined && id !== person.identities[0];
    return written !== undefined && needsId ? { member: written, id } : written;
  }).filter((item) => item !== undefined);
  return items.length === 0 ? had : plain(had, items, scope);
};

function celebratedIn(item: unknown, { roster }: RuleScope) {
  if (typeof item === "object" && item !== null) {
    const { member, id } = item as { member: string; id: string | number };
    return { item, identity: identityOf(String(member), roster), id };
  }
  const identity = identityOf(String(item), roster);
  return { item, identity, id: identity };
}

function withoutSeconds(time: string): string {
  return time.replace(/^(\d\d:\d\d):00$/, "$1");
}
