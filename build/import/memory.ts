import { z } from "zod";
import { validate } from "../check/validate.ts";
import type { ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { readFile } from "../read/read_file.ts";
import { exists } from "../read/there.ts";
import { refuseLinks } from "../files/refuse_links.ts";
import { setField } from "../yaml/edit_yaml.ts";
import { styledYaml } from "../yaml/styled_node.ts";
import { say } from "../words/say.ts";
import { createHash } from "node:crypto";

/** `content/<group>/import.yaml`: which ids of dumps are which members. It is no content. */
const memoryFile = z.strictObject({
  members: z.record(z.string(), z.coerce.string()).default({}),
});

export type ImportMemory = z.infer<typeof memoryFile>;

function head(): string {
  return commented([
    say`Which of their ids is which member, for deno task import. The service does not read it.`,
  ]);
}

function commented(lines: readonly string[]): string {
  return lines.map((line) => `# ${line}\n`).join("");
}

const ORDER = Object.keys(memoryFile.shape);

/** Reads what earlier imports remember; nothing where there is no such file. */
export function readMemory(folder: string, report: ReportDiagnostic): ImportMemory {
  const path = memoryPath(folder);
  refuseLinks(folder, path.slice(folder.length + 1));
  const source = exists(path) ? readFile(path, report) : undefined;
  const file = source && source.value !== null && validate(memoryFile, source, report);
  return file || { members: {} };
}

/** The text of the file with all of these members; undefined where it has them already. */
export function memoryText(folder: string, memory: ImportMemory): string | undefined {
  const path = memoryPath(folder);
  if (Object.keys(memory.members).length === 0) return undefined;
  if (!exists(path)) return head() + styledYaml(memory);
  const before = Deno.readTextFileSync(path);
  const after = setField(before, ["members"], memory.members, ORDER);
  return after === before ? undefined : after;
}

export function memoryPath(folder: string): string {
  return `${folder}/import.yaml`;
}

/** Which id of another service means which file, by the file's slug. */
export class KnownIds {
  readonly #slugs: Map<string, string>;

  /** Takes ids over from an earlier import. */
  constructor(earlier: Readonly<Record<string, string>>) {
    this.#slugs = new Map(Object.entries(earlier));
  }

  slugOf(id: string): string | undefined {
    return this.#slugs.get(id);
  }

  idsOf(slug: string): readonly string[] {
    return [...this.#slugs].filter(([, known]) => known === slug).map(([id]) => id);
  }

  remember(id: string, slug: string): void {
    this.#slugs.set(id, slug);
  }

  /** All of them, in the order in which they were learned. */
  all(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#slugs);
  }
}

/** What import remembers of a field, as hashes. */
interface FieldMemory {
  /** What the dump said; `?` where not all of it could be taken. */
  readonly theirs: string;
  /** What the file said then. */
  readonly ours: string;
}

const NAME = "import.sums";

function newHead(): string {
  return commented([
    say`What deno task import last wrote of each field, so that what editors change since stays.`,
    say`One line for each entry; the service does not read it. If two branches differ, the lines of both are kept.`,
  ]);
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

/** What import last wrote of each field of each entry; an entry is known by its path in the group. */
export class WrittenFields {
  readonly #before: string;
  readonly #entries: Entries;

  /** Reads what earlier imports wrote. A line that is none, such as a mark of git's, is passed over. */
  constructor(folder: string) {
    const path = writtenPath(folder);
    refuseLinks(folder, NAME);
    this.#before = exists(path) ? Deno.readTextFileSync(path).replaceAll("\r\n", "\n") : "";
    this.#entries = parseEntries(this.#before);
  }

  has(entry: string): boolean {
    return this.#entries.has(entry);
  }

  field(entry: string, field: string): FieldMemory | undefined {
    const written = this.#entries.get(entry)?.get(field);
    if (written === undefined || written.startsWith(LIST_MARK)) return undefined;
    const [theirs = "", ours = theirs] = written.split(":");
    return { theirs, ours };
  }

  /** The hashes of the items of a list that grows. */
  items(entry: string, field: string): ReadonlySet<string> {
    const written = this.#entries.get(entry)?.get(field) ?? "";
    return new Set(
      written.startsWith(LIST_MARK) ? written.slice(1).split(",").filter(Boolean) : [],
    );
  }

  remember(entry: string, field: string, { theirs, ours }: FieldMemory): void {
    this.#fieldsOf(entry).set(field, theirs === ours ? theirs : `${theirs}:${ours}`);
  }

  rememberItems(entry: string, field: string, items: Iterable<string>): void {
    const all = new Set([...this.items(entry, field), ...items]);
    if (all.size > 0) this.#fieldsOf(entry).set(field, LIST_MARK + [...all].sort().join(","));
  }

  /** The file has another name since. */
  move(from: string, to: string): void {
    const fields = this.#entries.get(from);
    if (fields === undefined || this.#entries.has(to)) return;
    this.#entries.delete(from);
    this.#entries.set(to, fields);
  }

  /** The text of the file; undefined where it says all of it already. */
  text(): string | undefined {
    const entries = this.#entries;
    const after = entries.size === 0 ? "" : headOf(this.#before) + formatEntries(entries);
    return after === this.#before ? undefined : after;
  }

  #fieldsOf(entry: string): Map<string, string> {
    const fields = this.#entries.get(entry) ?? new Map<string, string>();
    this.#entries.set(entry, fields);
    return fields;
  }
}

type Entries = Map<string, Map<string, string>>;

function parseEntries(text: string): Entries {
  const entries: Entries = new Map();
  for (const line of text.split(/\r?\n/)) {
    const [entry = "", ...fields] = line.split(" ");
    if (!/^[a-z]+\//.test(entry)) continue;
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
