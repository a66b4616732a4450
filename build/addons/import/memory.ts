import { createHash } from "node:crypto";
import { refuseLinks } from "../../files/refuse_links.ts";
import { exists } from "../../read/there.ts";
import { say } from "../../words/say.ts";

const FILE = "import.sums";
/** Of two branches git keeps both lines. */
const MERGE_RULE = { name: ".gitattributes", text: `${FILE} merge=union\n` };

/** What import remembers of a field, as hashes. */
interface FieldMemory {
  /** What the dump said; `?` where not all of it could be taken. */
  readonly theirs: string;
  /** What the file said then. */
  readonly ours: string;
}

/** What a list that grows is written with in front: the hashes of its items follow. */
const LIST_MARK = "+";
/** What the lines begin with that say whose an id is. */
const ID_MARK = "ids/";

/**
 * What imports remember of a group in a file beside it: what they last wrote of each field of each entry, which
 * is known by its path in the group, and which of their ids is which member's file. The service reads none of it.
 */
export class ImportMemory {
  /** The file of another service's id, by its slug, in the order of learning. */
  readonly ids = new Map<string, string>();
  readonly #folder: string;
  readonly #before: string;
  readonly #entries = new Map<string, Map<string, string>>();

  /**
   * Reads what earlier imports wrote. Of lists of two branches both are known, of other fields the later line; a
   * line that is none, such as a mark of git's, is passed over.
   */
  constructor(folder: string) {
    refuseLinks(folder, FILE);
    this.#folder = folder;
    const path = `${folder}/${FILE}`;
    this.#before = exists(path) ? Deno.readTextFileSync(path).replaceAll("\r\n", "\n") : "";
    for (const line of this.#before.split("\n")) {
      const [name = "", ...fields] = line.split(" ");
      if (!/^[a-z]+\//.test(name)) continue;
      const entry = decodeURIComponent(name);
      for (const [field, written] of fields.map((field) => field.split("="))) {
        if (!field || !written) continue;
        if (entry.startsWith(ID_MARK)) this.ids.set(entry.slice(ID_MARK.length), written);
        else if (written.startsWith(LIST_MARK)) {
          this.rememberItems(entry, field, written.slice(1).split(","));
        } else this.#fieldsOf(entry).set(field, written);
      }
    }
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
    return new Set(written.startsWith(LIST_MARK) ? written.slice(1).split(",") : []);
  }

  remember(entry: string, field: string, { theirs, ours }: FieldMemory): void {
    this.#fieldsOf(entry).set(field, theirs === ours ? theirs : `${theirs}:${ours}`);
  }

  rememberItems(entry: string, field: string, items: readonly string[]): void {
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

  /** The files that say what is to be remembered, by path; without those that say it already. */
  files(): Map<string, string> {
    const ids = [...this.ids].map(([id, slug]) =>
      [ID_MARK + id, new Map([["member", slug]])] as const
    );
    const lines = [...this.#entries, ...ids].map(([entry, fields]) => {
      const written = [...fields].sort(([one], [other]) => one < other ? -1 : 1);
      const name = entry.replace(/[\s%]/g, encodeURIComponent);
      return `${[name, ...written.map((field) => field.join("="))].join(" ")}\n`;
    }).sort();
    // A head in any language stays: editors of two change no line of it.
    const head = /^(?:#.*\n)+/.exec(this.#before)?.[0] ?? newHead();
    const after = lines.length === 0 ? "" : head + lines.join("");
    const files = new Map<string, string>();
    if (after === this.#before) return files;
    files.set(`${this.#folder}/${FILE}`, after);
    const rule = `${this.#folder}/${MERGE_RULE.name}`;
    return exists(rule) ? files : files.set(rule, MERGE_RULE.text);
  }

  #fieldsOf(entry: string): Map<string, string> {
    const fields = this.#entries.get(entry) ?? new Map<string, string>();
    this.#entries.set(entry, fields);
    return fields;
  }
}

function newHead(): string {
  const lines = [
    say`What deno task import last wrote of each field, so that what editors change since stays.`,
    say`One line for each entry; the service does not read it. If two branches differ, the lines of both are kept.`,
  ];
  return lines.map((line) => `# ${line}\n`).join("");
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
