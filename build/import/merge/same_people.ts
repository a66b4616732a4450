import { foldText } from "../../../src/model/fold_text.ts";
import { isYearlessDay } from "../../../src/time/civil_date.ts";
import type { EntryFields } from "../../files/content_file.ts";
import type { Candidate } from "./file_kind.ts";
import type { KnownIds } from "../memory.ts";
import type { Tell } from "../report/outcome.ts";
import { say } from "../../words/say.ts";

/** The sign that two records are about one person, in an editor's words; `sure` if they are. */
interface Sameness {
  readonly reason: string;
  readonly sure: boolean;
}

/**
 * Gives the ids of the first record of a person to her further ones, so that they become one entry.
 * Where it is not sure, or two different people may be meant, they stay apart, which is reported.
 */
export function joinSamePeople(
  records: readonly Candidate[],
  isOther: (one: EntryFields, other: EntryFields) => boolean,
  { ids, tell }: { readonly ids: KnownIds; readonly tell: Tell },
): Candidate[] {
  const index = new Map<string, number[]>();
  const people: Candidate[] = [];
  /** For each record the place of her first one. */
  const firsts: number[] = [];
  records.forEach((record, place) => {
    const near = [...new Set(keysOf(record).flatMap((key) => index.get(key) ?? []))].sort((
      one,
      other,
    ) => one - other);
    const alike = near.map((other) => ({ other, same: samenessOf(records[other]!, record) }))
      .filter(({ other }) => !isOther(records[other]!.fields, record.fields))
      .filter((found): found is { other: number; same: Sameness } => found.same !== undefined)
      .filter(({ other, same }) => same.sure || !areKnownApart(records[other]!, record, ids));
    const sure = [
      ...new Set(alike.filter(({ same }) => same.sure).map(({ other }) => firsts[other]!)),
    ];
    const isOne = sure.length === 1;
    firsts[place] = isOne ? sure[0]! : place;
    people[place] = record;
    if (isOne) {
      const { first, further } = joined(people[sure[0]!]!, record);
      people[sure[0]!] = first;
      people[place] = further;
    }
    const known = alike.find(({ other, same }) => isOne && same.sure && firsts[other] === sure[0]);
    if (known !== undefined) {
      const first = records[sure[0]!]!.where.record;
      tell(say`it is record ${first} again (${known.same.reason})`, record.where);
    } else if (alike.length > 0) {
      const others = [...new Set(alike.map(({ other }) => records[other]!.where.record))].join(
        ", ",
      );
      const { same } = alike[0]!;
      tell(
        say`it may be record ${others} again (${same.reason}): they are kept apart`,
        record.where,
      );
    }
    for (const key of keysOf(record)) index.set(key, [...index.get(key) ?? [], place]);
  });
  return people;
}

/** An earlier import has kept them apart already. */
function areKnownApart(one: Candidate, other: Candidate, ids: KnownIds): boolean {
  const [here, there] = [one, other].map(({ foreignIds = [] }) =>
    foreignIds.map((id) => ids.slugOf(id)).find((slug) => slug !== undefined)
  );
  return here !== undefined && there !== undefined && here !== there;
}

/** Records that have none of these in common are of two people. */
function keysOf({ fields }: Candidate): string[] {
  const day = birthOf(fields);
  return [...(day === undefined ? [] : [day]), ...namesOf(fields)];
}

/** Undefined where they are two people, or one by her id already. */
function samenessOf(one: Candidate, other: Candidate): Sameness | undefined {
  if (one.ids.some((id) => other.ids.includes(id))) return undefined;
  const day = birthOf(one.fields);
  const isSameDay = day !== undefined && day === birthOf(other.fields);
  const names = namesOf(other.fields);
  const hasName = namesOf(one.fields).some((name) => names.includes(name));
  const hasNickname = nicknamesOf(one.fields).some((name) =>
    nicknamesOf(other.fields).includes(name)
  );
  if (hasName && isSameDay) return { reason: say`same name and birth date`, sure: true };
  if (hasName) {
    const isSure = hasNickname && isSameFull(one.fields, other.fields);
    // Without ids of their own, records of one name are one already.
    const areKnown = one.ids.length > 0 && other.ids.length > 0;
    return areKnown
      ? { reason: say`same name, no birth date to compare`, sure: isSure }
      : undefined;
  }
  const inCommon = isSameDay ? wordsInCommon(one.fields, other.fields) : 0;
  if (inCommon === 0) return undefined;
  const sure = inCommon > 1 || hasNickname;
  return { reason: say`same birth date, short and full name`, sure };
}

/** The day with its year: without one it is of many people. */
function birthOf({ birth_date }: EntryFields): string | undefined {
  return typeof birth_date === "string" && !isYearlessDay(birth_date) ? birth_date : undefined;
}

function namesOf({ name, fullname }: EntryFields): string[] {
  return [...new Set([name, fullname].filter((text) => text !== undefined).map(fold))];
}

function nicknamesOf({ nicknames }: EntryFields): string[] {
  return Array.isArray(nicknames) ? nicknames.map(fold) : [];
}

function isSameFull(one: EntryFields, other: EntryFields): boolean {
  const [here, there] = [one["fullname"], other["fullname"]];
  return here !== undefined && there !== undefined && fold(here) === fold(there);
}

/** How many words a short name has that are all in the other's full one; else 0. */
function wordsInCommon(one: EntryFields, other: EntryFields): number {
  const names = (fields: EntryFields) => namesOf(fields).map((name) => name.split(" "));
  const counts = names(one).flatMap((here) =>
    names(other).flatMap((there) => {
      const [short, long] = here.length <= there.length ? [here, there] : [there, here];
      return short.every((word) => long.includes(word)) ? [short.length] : [];
    })
  );
  return Math.max(0, ...counts);
}

function fold(value: unknown): string {
  return foldText(String(value));
}

/** The first record and this one as one person: the shorter name is the name, the longer the full one. */
function joined(first: Candidate, record: Candidate): { first: Candidate; further: Candidate } {
  const { name: here } = first.fields;
  const { name: there } = record.fields;
  const isShorter = String(there).length < String(here).length;
  const [name, longer] = isShorter ? [there, here] : [here, there];
  const fullname = first.fields["fullname"] ?? record.fields["fullname"] ?? longer;
  const isFurther = ![name, fullname].some((known) => fold(known) === fold(longer));
  const lists = {
    nicknames: union(first.fields["nicknames"], record.fields["nicknames"], fold),
    socials: union(
      first.fields["socials"],
      record.fields["socials"],
      (link) => JSON.stringify(link),
    ),
  };
  const nicknames = isFurther ? [...lists.nicknames ?? [], longer] : lists.nicknames;
  const fields = { name, fullname: fold(fullname) === fold(name) ? undefined : fullname };
  return {
    first: {
      ...first,
      ...(isShorter && { slug: record.slug }),
      fields: { ...first.fields, ...fields, ...lists, nicknames },
    },
    further: {
      ...record,
      ids: [...new Set([...record.ids, ...first.ids])],
      fields: { ...record.fields, ...fields, ...lists, nicknames },
    },
  };
}

function union(one: unknown, other: unknown, keyOf: (item: unknown) => string) {
  const items = [one, other].flatMap((list) => Array.isArray(list) ? list as unknown[] : []);
  const known = new Map(items.toReversed().map((item) => [keyOf(item), item]));
  return items.length === 0 ? undefined : [...known.values()].reverse();
}
