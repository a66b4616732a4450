import { foldText } from "../../../../src/model/fold_text.ts";
import { type Roster, slugNamed } from "../../../derive/roster.ts";
import { isFields } from "../../../read/source.ts";
import { phrase, say, wordsOf } from "../../../words/say.ts";
import type { DumpRecord, Reader } from "../record/dump_record.ts";
import { readItems, readText, textOf } from "../record/values.ts";
import type { Merge, Scope } from "./file_kind.ts";

export interface DumpPerson {
  readonly name: string;
  /** What to write; undefined where it is not known who is meant. */
  readonly text: string | undefined;
  /** The members who may be meant by slug, or the folded name of a guest. */
  readonly identities: readonly string[];
  /** What could not be resolved. */
  readonly problem?: string;
  /** The old system's id of somebody celebrated. */
  readonly id?: string | number | undefined;
}

/** The people of a line-up, by names, addresses, or both; an id alone names nobody. */
export const lineup: Reader = (value, record, path) =>
  readItems(value).flatMap((item, place) => {
    const address = textOf(item["url_key"]);
    const name = readText(item["name"] ?? item["member"] ?? item["title"]) ?? address;
    if (name !== undefined && !/^\d+$/.test(name)) {
      const { id } = item;
      const person = personOf(name, address, record.context.roster);
      return [{ ...person, id: typeof id === "number" ? id : textOf(id) }];
    }
    record.losePart(`${path}.${place + 1}`, item, phrase`expected a name`);
    return [];
  });

/** Of a line-up that a dump has as names and as names with addresses the second one. */
export function readLineup(
  { members, lineup }: { readonly members?: unknown; readonly lineup?: unknown },
  record: DumpRecord,
): unknown {
  if (members !== undefined && lineup !== undefined) record.setAside("lineup");
  const addressed = (lineup ?? []) as readonly DumpPerson[];
  return (members as DumpPerson[] | undefined)?.map((person) =>
    addressed.find(({ name }) => name === person.name) ?? person
  ) ?? lineup;
}

/** Finds one person by address, else by name; somebody unknown is a guest. */
function personOf(name: string, address: string | undefined, roster: Roster): DumpPerson {
  const byAddress = roster.find(address ?? name);
  const found = byAddress.kind === "member" ? byAddress : roster.find(name);
  if (found.kind === "member") {
    const { slug } = found.member;
    return { name, text: slugNamed(name, roster) === slug ? name : slug, identities: [slug] };
  }
  if (found.kind === "guest") {
    const guest = { name, text: name, identities: [foldText(name)] };
    if (found.isKnown) return guest;
    const hint = wordsOf(roster.hint(name).words);
    return {
      ...guest,
      problem: say`no member is called "${name}"; the name stays as a guest${hint}`,
    };
  }
  const slugs = found.candidates.map(({ slug }) => slug);
  const problem = say`cannot tell whom "${name}" means: she is left out; write ${
    slugs.join(say` or `)
  }`;
  return { name, text: undefined, identities: slugs, problem };
}

/**
 * The people of `field`: the same in another order or spelling are the same. Those who are celebrated keep the
 * id that answers give, where it is another one than the slug.
 */
export const people = (field: string): Merge => (had, wanted, scope) => {
  const known = ((had ?? []) as readonly unknown[]).map((item) => {
    const { member = item, id } = isFields(item) ? item : {};
    const identity = slugNamed(String(member), scope.context.roster) ?? foldText(String(member));
    return { item, identity, id: id ?? identity };
  });
  const keepsIds = field !== "members";
  const free = [...known];
  const there = new Map<DumpPerson, unknown>();
  const persons = wanted as readonly DumpPerson[];
  // Whoever may be several is one of those whom nobody else is.
  const surest = persons.toSorted((one, other) => one.identities.length - other.identities.length);
  for (const person of surest) {
    const place = free.findIndex(({ identity, id }) =>
      person.identities.includes(identity) &&
      (!keepsIds || person.id === undefined || person.id === id)
    );
    if (place >= 0) there.set(person, free.splice(place, 1)[0]!.item);
  }
  const items = persons.map((person) => {
    const { text, id, identities } = person;
    const written = there.get(person) ?? text;
    tellOf(person, there.has(person), field, scope);
    const needsId = keepsIds && !there.has(person) && id !== undefined && id !== identities[0];
    return written !== undefined && needsId ? { member: written, id } : written;
  }).filter((item) => item !== undefined);
  const areSame = free.length === 0 && items.length === known.length;
  return areSame || items.length === 0 ? had : items;
};

function tellOf(
  { name, text, problem }: DumpPerson,
  isThere: boolean,
  field: string,
  { records }: Scope,
): void {
  if (problem !== undefined && (text !== undefined || !isThere)) {
    for (const record of records) record.tell(problem);
  }
  if (text !== undefined || isThere) return;
  for (const record of records) record.lose(field, say`several have this name`, name);
}
