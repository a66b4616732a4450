import { foldText } from "../../../../src/model/fold_text.ts";
import { type Roster, slugNamed } from "../../../derive/roster.ts";
import { phrase, say, wordsOf } from "../../../words/say.ts";
import type { DumpRecord, Reader } from "../record/dump_record.ts";
import { readItems, readText, textOf } from "../record/values.ts";
import type { Merge, Scope } from "./file_kind.ts";

/** Somebody whom a dump names. */
export interface DumpPerson {
  readonly name: string;
  /** What to write; undefined where it is not known who is meant. */
  readonly text: string | undefined;
  /** The members who may be meant by slug, or the folded name of a guest. */
  readonly identities: readonly string[];
  /** What could not be resolved. */
  readonly problem?: string;
}

/** Under which names an entry of a line-up may hold another service's id. */
const ID_FIELDS = ["id", "_id", "uuid", "member_id", "name"];

/** The people of a line-up: names, ids of somebody imported, addresses, or all of them. */
export const lineup: Reader = {
  expected: phrase`a list`,
  read(value, record, path) {
    const { memory, roster } = record.context;
    return readItems(value)?.flatMap((item, place) => {
      const known = ID_FIELDS.map((field) => memory.ids.get(textOf(item[field]) ?? ""))
        .find((slug) => slug !== undefined);
      const address = textOf(item["url_key"]) ?? known;
      const name = readText(item["name"] ?? item["title"]) ?? address;
      if (name !== undefined) return [personOf(name, address, roster)];
      const reason = phrase`expected a name, or an id of somebody imported`;
      record.losePart(path, String(place + 1), item, reason);
      return [];
    });
  },
};

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
export function personOf(name: string, address: string | undefined, roster: Roster): DumpPerson {
  const byName = roster.find(name);
  const byAddress = address === undefined ? undefined : roster.find(address);
  if (byAddress?.kind === "member") {
    const { slug } = byAddress.member;
    const isSame = byName.kind === "member" && byName.member.slug === slug;
    return { name, text: isSame ? name : slug, identities: [slug] };
  }
  if (byName.kind === "member") return { name, text: name, identities: [byName.member.slug] };
  if (byName.kind === "guest") {
    const guest = { name, text: name, identities: [foldText(name)] };
    if (byName.isKnown) return guest;
    const hint = wordsOf(roster.hint(name).words);
    return {
      ...guest,
      problem: say`no member is called "${name}"; the name stays as a guest${hint}`,
    };
  }
  const slugs = byName.candidates.map(({ slug }) => slug);
  const problem = say`cannot tell whom "${name}" means: she is left out; write ${
    slugs.join(say` or `)
  }`;
  return { name, text: undefined, identities: slugs, problem };
}

/** The person that a text of a content file means. */
function identityOf(text: unknown, { roster }: { readonly roster: Roster }): string {
  return slugNamed(String(text), roster) ?? foldText(String(text));
}

/** The same people in another order or spelling are the same people. */
export const people: Merge = (had, wanted, scope) => {
  const known = (had ?? []) as readonly string[];
  const free = known.map((text) => ({ text, identity: identityOf(text, scope.context) }));
  const persons = wanted as readonly DumpPerson[];
  const there = new Map<DumpPerson, string>();
  // Whoever may be several is one of those whom nobody else is.
  for (
    const person of persons.toSorted((one, other) =>
      one.identities.length - other.identities.length
    )
  ) {
    const place = free.findIndex(({ identity }) => person.identities.includes(identity));
    if (place >= 0) there.set(person, free.splice(place, 1)[0]!.text);
  }
  const texts = persons.map((person) => writtenAs(person, there.get(person), "members", scope))
    .filter((text) => text !== undefined);
  const areSame = free.length === 0 && texts.length === known.length;
  return areSame || texts.length === 0 ? had : texts;
};

/** The text for somebody: what the file has already, or else what is known of her. */
function writtenAs(person: DumpPerson, there: unknown, field: string, { records, context }: Scope) {
  const { name, text, problem } = person;
  if (problem !== undefined && (text !== undefined || there === undefined)) {
    for (const { where } of records) context.tell(problem, where);
  }
  if (text === undefined && there === undefined) {
    for (const record of records) record.lose(field, say`several have this name`, name);
  }
  return there ?? text;
}

/** Somebody celebrated, with the old system's id where it is another one than her slug. */
interface Celebrated {
  readonly person: DumpPerson;
  readonly id: string | number | undefined;
}

export const celebrated: Reader = {
  expected: phrase`a list`,
  read(value, record, path) {
    return readItems(value)?.flatMap(({ name, member, url_key, id }): Celebrated[] => {
      const at = textOf(url_key);
      const called = textOf(name) ?? textOf(member) ?? at;
      if (called === undefined) {
        record.losePart(path, "id", id, phrase`it could not be read`);
        return [];
      }
      const person = personOf(called, at, record.context.roster);
      return [{ person, id: typeof id === "number" ? id : textOf(id) }];
    });
  },
};

/** People who are celebrated, each with the id that answers give. */
export const celebrations = (field: string): Merge => (had, wanted, scope) => {
  const known = ((had ?? []) as readonly unknown[]).map((item) => {
    const { member = item, id } = (typeof item === "object" ? item : {}) as Record<string, unknown>;
    const identity = identityOf(member, scope.context);
    return { item, identity, id: id ?? identity };
  });
  const items = (wanted as Celebrated[]).map(({ person, id }) => {
    const same = known.find(({ identity, id: has }) =>
      person.identities.includes(identity) && (id === undefined || id === has)
    );
    const written = writtenAs(person, same?.item, field, scope);
    const needsId = same === undefined && id !== undefined && id !== person.identities[0];
    return written !== undefined && needsId ? { member: written, id } : written;
  }).filter((item) => item !== undefined);
  return items.length === 0 ? had : items;
};
