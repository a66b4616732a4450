import { createHash } from "node:crypto";
import { refuseLinks } from "../../files/refuse_links.ts";
import { exists } from "../../read/there.ts";
import { say } from "../../words/say.ts";

const FILE = "import.sums";
/** What the hashes of a list that grows are written behind. */
const LIST_MARK = "+";
/** What the lines begin with that say whose an id is. */
const ID_MARK = "ids/";

/**
 * What imports remember of a group, in a file beside it that the service does not read: a hash of what they last
 * wrote of each field, and which of their ids is which member's file.
 */
export class ImportMemory {
  /** The slug of the member of another service's id. */
  readonly ids = new Map<string, string>();
  readonly #path: string;
  readonly #before: string;
  readonly #entries = new Map<string, Map<string, string>>();

  /** A line that is none, such as a mark of git's between two branches, is passed over. */
  constructor(folder: string) {
    refuseLinks(folder, FILE);
    this.#path = `${folder}/${FILE}`;
    this.#before = exists(this.#path) ? Deno.readTextFileSync(this.#path) : "";
    for (const line of this.#before.split(/\r?\n/)) {
      const [name = "", ...fields] = line.split(" ");
      if (!/^[a-z]+\//.test(name)) continue;
      const entry = decodeURIComponent(name);
      for (const [field = "", hash = ""] of fields.map((field) => field.split("="))) {
        if (entry.startsWith(ID_MARK)) this.ids.set(entry.slice(ID_MARK.length), hash);
        else this.#fieldsOf(entry).set(field, hash);
      }
    }
  }

  has(entry: string): boolean {
    return this.#entries.has(entry);
  }

  /** The hash of what an import last wrote; undefined: none has. */
  field(entry: string, field: string): string | undefined {
    return this.#entries.get(entry)?.get(field);
  }

  remember(entry: string, field: string, value: unknown): void {
    this.#fieldsOf(entry).set(field, hashOf(value));
  }

  /** The hashes of the items that imports wrote into a list. */
  items(entry: string, field: string): ReadonlySet<string> {
    const written = this.field(entry, field) ?? "";
    return new Set(written.startsWith(LIST_MARK) ? written.slice(1).split(",") : []);
  }

  rememberItems(entry: string, field: string, hashes: readonly string[]): void {
    const all = new Set([...this.items(entry, field), ...hashes]);
    if (all.size > 0) this.#fieldsOf(entry).set(field, LIST_MARK + [...all].sort().join(","));
  }

  forget(entry: string): void {
    this.#entries.delete(entry);
  }

  /** The file of an entry has another name since. */
  move(from: string, to: string): void {
    const fields = this.#entries.get(from);
    if (fields === undefined || this.#entries.has(to)) return;
    this.#entries.delete(from);
    this.#entries.set(to, fields);
  }

  /** The file as it is to be, by its path; none where it is so already. */
  files(): Map<string, string> {
    const ids = [...this.ids].map(([id, slug]) =>
      [ID_MARK + id, new Map([["member", slug]])] as const
    );
    const lines = [...this.#entries, ...ids].map(([entry, fields]) => {
      const name = entry.replace(/[\s%]/g, encodeURIComponent);
      return `${[name, ...[...fields].map((field) => field.join("=")).sort()].join(" ")}\n`;
    }).sort();
    // A head in any language stays: editors of two change no line of it.
    const head = /^(?:#.*\n)+/.exec(this.#before)?.[0] ??
      `# ${say`What deno task import last wrote of each field, so that what editors change since stays.`}\n`;
    const after = lines.length === 0 ? "" : head + lines.join("");
    return new Map(after === this.#before ? [] : [[this.#path, after]]);
  }

  #fieldsOf(entry: string): Map<string, string> {
    const fields = this.#entries.get(entry) ?? new Map<string, string>();
    this.#entries.set(entry, fields);
    return fields;
  }
}

/** The hash of a value; `-` for none. People count by the name that the dump gives them. */
export function hashOf(value: unknown): string {
  if (value === undefined) return "-";
  const text = JSON.stringify(
    value,
    (_key, inner) => inner?.identities === undefined ? inner : inner.name,
  );
  return createHash("sha256").update(text).digest("hex").slice(0, 10);
}
