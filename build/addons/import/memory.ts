import { createHash } from "node:crypto";
import { refuseLinks } from "../../files/refuse_links.ts";
import { exists } from "../../read/there.ts";
import { say } from "../../words/say.ts";

const FILE = "import.sums";

/** What imports remember of a group, in a file beside it that the service does not read: a hash of each field. */
export class ImportMemory {
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
      const hashes = fields.map((field) => field.split("=") as [string, string]);
      this.#entries.set(decodeURIComponent(name), new Map(hashes));
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
    const fields = this.#entries.get(entry) ?? new Map<string, string>();
    this.#entries.set(entry, fields.set(field, hashOf(value)));
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
    const lines = [...this.#entries].map(([entry, fields]) => {
      const name = entry.replace(/[\s%]/g, encodeURIComponent);
      return `${[name, ...[...fields].map((field) => field.join("=")).sort()].join(" ")}\n`;
    }).sort();
    // A head in any language stays: editors of two change no line of it.
    const head = /^(?:#.*\n)+/.exec(this.#before)?.[0] ??
      `# ${say`What deno task import last wrote of each field, so that what editors change since stays.`}\n`;
    const after = lines.length === 0 ? "" : head + lines.join("");
    return new Map(after === this.#before ? [] : [[this.#path, after]]);
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
