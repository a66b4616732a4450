import { createHash } from "node:crypto";
import { exists } from "../../read/there.ts";
import { say } from "../../words/say.ts";

/** What import remembers of a field, as hashes. */
export interface FieldMemory {
  /** What the dump said; `?` where not all of it could be taken. */
  readonly theirs: string;
  /** What the file said then. */
  readonly ours: string;
}

/** What import last wrote of each field of each entry; an entry is known by its path in the group. */
export interface WrittenFields {
  has(entry: string): boolean;
  field(entry: string, field: string): FieldMemory | undefined;
  /** The hashes of the items of a list that grows. */
  items(entry: string, field: string): ReadonlySet<string>;
  remember(entry: string, field: string, memory: FieldMemory): void;
  rememberItems(entry: string, field: string, items: Iterable<string>): void;
  /** The file has another name since. */
  move(from: string, to: string): void;
  /** The text of the file; undefined where it says all of it already. */
  text(): string | undefined;
}

const NAME = "import.sums";

function newHead(): string {
  const lines = [
    say`What deno task import last wrote of each field, so that what editors change since stays.`,
    say`One line for each entry; the service does not read it. If two branches differ, the lines of both are kept.`,
  ];
  return lines.map((line) => `# ${line}\n`).join("");
}

/** What the file begins with, in whichever language it is: editors of two languages change no line of it. */
function headOf(text: string): string {
  return /^(?:#.*\n)+/.exec(text)?.[0] ?? newHead();
}

const LIST_MARK = "+";

/** What git reads beside the file: of two branches it keeps the lines of both. */
export const MERGE_RULE = { name: ".gitattributes", text: `${NAME} merge=union\n` };

/** The path of what is remembered of a group's fields. */
export function writtenPath(folder: string): string {
  return `${folder}/${NAME}`;
}

/** Reads what earlier imports wrote. A line that is none, such as a mark of git's, is passed over. */
export function readWritten(folder: string): WrittenFields {
  const path = writtenPath(folder);
  const before = exists(path) ? Deno.readTextFileSync(path).replaceAll("\r\n", "\n") : "";
  const entries = parseEntries(before);
  const fieldsOf = (entry: string) => {
    const fields = entries.get(entry) ?? new Map<string, string>();
    entries.set(entry, fields);
    return fields;
  };
  const itemsOf = (entry: string, field: string) => {
    const written = entries.get(entry)?.get(field) ?? "";
    return written.startsWith(LIST_MARK) ? written.slice(1).split(",").filter(Boolean) : [];
  };
  return {
    has: (entry) => entries.has(entry),
    field(entry, field) {
      const written = entries.get(entry)?.get(field);
      if (written === undefined || written.startsWith(LIST_MARK)) return undefined;
      const [theirs = "", ours = theirs] = written.split(":");
      return { theirs, ours };
    },
    items: (entry, field) => new Set(itemsOf(entry, field)),
    remember(entry, field, { theirs, ours }) {
      fieldsOf(entry).set(field, theirs === ours ? theirs : `${theirs}:${ours}`);
    },
    rememberItems(entry, field, items) {
      const all = new Set([...itemsOf(entry, field), ...items]);
      if (all.size > 0) fieldsOf(entry).set(field, LIST_MARK + [...all].sort().join(","));
    },
    move(from, to) {
      const fields = entries.get(from);
      if (fields === undefined || entries.has(to)) return;
      entries.delete(from);
      entries.set(to, fields);
    },
    text() {
      const after = entries.size === 0 ? "" : headOf(before) + formatEntries(entries);
      return after === before ? undefined : after;
    },
  };
}

type Entries = Map<string, Map<string, string>>;

function parseEntries(text: string): Entries {
  const entries: Entries = new Map();
  for (const line of text.split(/\r?\n/)) {
    const [entry = "", ...fields] = line.split(" ");
    if (!/^[a-z]+(?:\.yaml#|\/)/.test(entry)) continue;
    const known = entries.get(decodeURIComponent(entry)) ?? new Map<string, string>();
    for (const field of fields) {
      const [name = "", written = ""] = field.split("=");
      if (name !== "" && written !== "") known.set(name, joined(known.get(name), written));
    }
    entries.set(decodeURIComponent(entry), known);
  }
  return entries;
}

/** Lists of two branches are both known; of other fields the later line holds. */
function joined(one: string | undefined, other: string): string {
  const areLists = one?.startsWith(LIST_MARK) && other.startsWith(LIST_MARK);
  return areLists ? `${one},${other.slice(1)}` : other;
}

function formatEntries(entries: Entries): string {
  return [...entries].filter(([, fields]) => fields.size > 0).map(([entry, fields]) => {
    const name = entry.replace(/[\s%]/g, encodeURIComponent);
    const written = [...fields].sort(([one], [other]) => one < other ? -1 : 1)
      .map(([field, hash]) => `${field}=${hash}`);
    return [name, ...written].join(" ");
  }).sort().map((line) => `${line}\n`).join("");
}

/** Long enough that two values of one field are never taken for the same. */
const HASH_LENGTH = 10;

/** The hash of a value; `-` for none. People count by the name that the dump gives them. */
export function hashOf(value: unknown): string {
  if (value === undefined) return "-";
  const text = JSON.stringify(value, (_key, inner) => isPerson(inner) ? inner.name : inner);
  return createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);
}

function isPerson(value: unknown): value is { readonly name: string } {
  return typeof value === "object" && value !== null && "identities" in value && "name" in value;
}
