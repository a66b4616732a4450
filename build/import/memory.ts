import { createHash } from "node:crypto";
import { z } from "zod";
import { validate } from "../check/validate.ts";
import type { ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { refuseLinks } from "../files/refuse_links.ts";
import { readFile } from "../read/read_file.ts";
import { exists } from "../read/there.ts";
import { say } from "../words/say.ts";
import { setField } from "../yaml/edit_yaml.ts";
import { styledYaml } from "../yaml/styled_yaml.ts";

/** Which of their ids are which members. The service reads none of what import remembers. */
const IDS = "import.yaml";
/** What import last wrote of each field, and what git does with it: of two branches it keeps both lines. */
const SUMS = "import.sums";
const MERGE_RULE = { name: ".gitattributes", text: `${SUMS} merge=union\n` };

const idsFile = z.strictObject({ members: z.record(z.string(), z.coerce.string()).default({}) });

/** Which id of another service means which file, by the file's slug, in the order of learning. */
export type KnownIds = Map<string, string>;

/** Reads which ids earlier imports have met. */
export function readIds(folder: string, report: ReportDiagnostic): KnownIds {
  refuseLinks(folder, IDS);
  const path = `${folder}/${IDS}`;
  const source = exists(path) ? readFile(path, report) : undefined;
  const file = source && source.value !== null && validate(idsFile, source, report);
  return new Map(Object.entries(file ? file.members : {}));
}

/** The files of what is to be remembered, by path; without those that say it already. */
export function memoryFiles(
  folder: string,
  ids: KnownIds,
  written: WrittenFields,
): Map<string, string> {
  const files = new Map<string, string>();
  const path = `${folder}/${IDS}`;
  const members = Object.fromEntries(ids);
  if (ids.size > 0 && !exists(path)) {
    const head =
      say`Which of their ids is which member, for deno task import. The service does not read it.`;
    files.set(path, commented(head) + styledYaml({ members }));
  } else if (ids.size > 0) {
    const before = Deno.readTextFileSync(path);
    const after = setField(before, "members", members, ["members"]);
    if (after !== before) files.set(path, after);
  }
  const sums = written.text();
  if (sums === undefined) return files;
  const rule = `${folder}/${MERGE_RULE.name}`;
  files.set(`${folder}/${SUMS}`, sums);
  return exists(rule) ? files : files.set(rule, MERGE_RULE.text);
}

function commented(...lines: readonly string[]): string {
  return lines.map((line) => `# ${line}\n`).join("");
}

/** What import remembers of a field, as hashes. */
interface FieldMemory {
  /** What the dump said; `?` where not all of it could be taken. */
  readonly theirs: string;
  /** What the file said then. */
  readonly ours: string;
}

/** What a list that grows is written with in front: the hashes of its items follow. */
const LIST_MARK = "+";

type Entries = Map<string, Map<string, string>>;

/** What import last wrote of each field of each entry; an entry is known by its path in the group. */
export class WrittenFields {
  readonly #before: string;
  readonly #entries: Entries;

  /** Reads what earlier imports wrote. A line that is none, such as a mark of git's, is passed over. */
  constructor(folder: string) {
    const path = `${folder}/${SUMS}`;
    refuseLinks(folder, SUMS);
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
    const items = written.startsWith(LIST_MARK) ? written.slice(1).split(",") : [];
    return new Set(items.filter(Boolean));
  }

  remember(entry: string, field: string, { theirs, ours }: FieldMemory): void {
    fieldsOf(this.#entries, entry).set(field, theirs === ours ? theirs : `${theirs}:${ours}`);
  }

  rememberItems(entry: string, field: string, items: Iterable<string>): void {
    const all = new Set([...this.items(entry, field), ...items]);
    if (all.size === 0) return;
    fieldsOf(this.#entries, entry).set(field, LIST_MARK + [...all].sort().join(","));
  }

  /** The file has another name since. */
  move(from: string, to: string): void {
    const fields = this.#entries.get(from);
    if (fields === undefined || this.#entries.has(to)) return;
    this.#entries.delete(from);
    this.#entries.set(to, fields);
  }

  /**
   * The text of the file; undefined where it says all of it already. A head in any language stays: editors of
   * two change no line of it.
   */
  text(): string | undefined {
    const head = () =>
      /^(?:#.*\n)+/.exec(this.#before)?.[0] ?? commented(
        say`What deno task import last wrote of each field, so that what editors change since stays.`,
        say`One line for each entry; the service does not read it. If two branches differ, the lines of both are kept.`,
      );
    const lines = [...this.#entries].filter(([, fields]) => fields.size > 0)
      .map(([entry, fields]) => {
        const written = [...fields].sort(([one], [other]) => one < other ? -1 : 1);
        const name = entry.replace(/[\s%]/g, encodeURIComponent);
        return `${[name, ...written.map((field) => field.join("="))].join(" ")}\n`;
      }).sort();
    const after = this.#entries.size === 0 ? "" : head() + lines.join("");
    return after === this.#before ? undefined : after;
  }
}

function fieldsOf(entries: Entries, entry: string): Map<string, string> {
  const fields = entries.get(entry) ?? new Map<string, string>();
  entries.set(entry, fields);
  return fields;
}

/** Lists of two branches are both known; of other fields the later line holds. */
function parseEntries(text: string): Entries {
  const entries: Entries = new Map();
  for (const line of text.split("\n")) {
    const [entry = "", ...fields] = line.split(" ");
    if (!/^[a-z]+\//.test(entry)) continue;
    const known = fieldsOf(entries, decodeURIComponent(entry));
    for (const field of fields) {
      const [name = "", written = ""] = field.split("=");
      const before = known.get(name) ?? "";
      const areLists = before.startsWith(LIST_MARK) && written.startsWith(LIST_MARK);
      if (name !== "" && written !== "") {
        known.set(name, areLists ? `${before},${written.slice(1)}` : written);
      }
    }
  }
  return entries;
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
