import { foldText } from "../../../../src/model/fold_text.ts";
import { type Roster, slugNamed } from "../../../derive/roster.ts";
import { say } from "../../../words/say.ts";
import type { ImportMemory } from "../memory.ts";
import type { RecordReader } from "../record/record.ts";
import { readText, textOf } from "../record/values.ts";

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

/** What people are found with. */
interface Known {
  readonly roster: Roster;
  readonly memory: ImportMemory;
}

/** Under which names an entry of a line-up may hold another service's id. */
const ID_FIELDS = ["id", "_id", "uuid", "member_id"];

/** The people of a line-up; `lineup` is the same list with addresses, where a dump has it. */
export function readLineup(record: RecordReader, known: Known): DumpPerson[] | undefined {
  const named = record.items("members");
  const addressed = record.items("lineup");
  const addresses = new Map(addressed?.map(({ name, url_key }) => [name, url_key]));
  return (named ?? addressed)?.map((item) => {
    const address = textOf(item["url_key"] ?? addresses.get(item["name"])) ?? slugIn(item, known);
    const name = readText(item["name"] ?? item["title"]) ?? address;
    if (name !== undefined) return personOf(name, address, known.roster);
    record.lose("members", say`expected a name, or an id of somebody imported`, item);
    return undefined;
  }).filter((person) => person !== undefined);
}

/** The file of somebody whom the dump names by an id that an earlier import has seen. */
function slugIn(
  item: Readonly<Record<string, unknown>>,
  { memory: { ids } }: Known,
): string | undefined {
  const texts = [...ID_FIELDS, "name"].map((field) => textOf(item[field]));
  return texts.map((text) => text && ids.get(text)).find((slug) => slug !== undefined);
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
    if (byName.isKnown) return { name, text: name, identities: [foldText(name)] };
    const problem = say`no member is called "${name}"; the name stays as a guest${
      roster.hint(name).words
    }`;
    return { name, text: name, identities: [foldText(name)], problem };
  }
  const slugs = byName.candidates.map(({ slug }) => slug);
  const problem = say`cannot tell whom "${name}" means: she is left out; write ${
    slugs.join(say` or `)
  }`;
  return { name, text: undefined, identities: slugs, problem };
}

/** The person that a text of a content file means. */
export function identityOf(text: string, roster: Roster): string {
  return slugNamed(text, roster) ?? foldText(text);
}
