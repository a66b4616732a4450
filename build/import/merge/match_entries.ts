import { isDeepStrictEqual } from "node:util";
import type { ContentFile, EntryFields } from "../../files/content_file.ts";
import {
  type Candidate,
  type FileKind,
  type ImportContext,
  type Keys,
  rulesOf,
} from "../kinds/kind.ts";
import { knownFields, mergedField } from "./merge_fields.ts";

/** A file of the content folder, and by what it is known. */
export interface FileEntry extends Keys {
  readonly file: ContentFile;
  /** Whether its id was given to it; another id then means another entry. */
  readonly hasOwnId: boolean;
}

/** Records that are one entry; `entry` is undefined for a new one. */
export interface Match {
  readonly entry: FileEntry | undefined;
  /** In the order of the dump. */
  records: Candidate[];
  isTaken: boolean;
}

/**
 * Finds the entry of every record: by id, then by name; the rest are new entries. `ambiguous`: the records
 * whose name several entries have.
 */
export function matchEntries(
  kind: FileKind,
  entries: readonly FileEntry[],
  records: readonly Candidate[],
  context: ImportContext,
): { readonly matches: readonly Match[]; readonly ambiguous: readonly Candidate[] } {
  const likeness = likenessOf(kind, context);
  const all: Match[] = [];
  const byId = new Map<string, Match>();
  const byName = new Map<string, Match[]>();
  const namesakes = Map.groupBy(records, ({ names: [name = ""] }) => name);

  function add(match: Match, { ids, names }: Keys): void {
    all.push(match);
    for (const id of ids) byId.set(id, match);
    for (const name of names) byName.set(name, [...byName.get(name) ?? [], match]);
  }

  function bind(match: Match, record: Candidate): void {
    match.records.push(record);
    match.isTaken ||= record.ids.length > 0;
    for (const id of record.ids) byId.set(id, match);
  }

  function bindById(record: Candidate): boolean {
    const match = record.ids.map((id) => byId.get(id)).find((found) => found !== undefined);
    if (match !== undefined) bind(match, record);
    return match !== undefined;
  }

  /** Those of its name that the record may be about. */
  function matchesNamed(record: Candidate): Match[] {
    const isOther = ({ entry, records }: Match) =>
      (entry !== undefined && likeness.isOther(entry, record)) ||
      records.some((other) => likeness.areOther(other, record));
    const lists = record.names.map((name) =>
      (byName.get(name) ?? []).filter(({ isTaken }) => record.ids.length === 0 || !isTaken)
        .filter((match) => !isOther(match))
    );
    return lists.find((list) => list.length > 0) ?? [];
  }

  /**
   * False where several entries have the name. Of several, the one that has it all already is meant; a
   * name that several records have identifies nobody.
   */
  function bindByName(record: Candidate): boolean {
    const matches = matchesNamed(record);
    const filed = matches.filter(({ entry }) => entry !== undefined);
    const isShared = () =>
      namesakes.get(record.names[0] ?? "")!.some((other) => likeness.areOther(other, record));
    const [first] = matches;
    if (first === undefined) {
      add({ entry: undefined, records: [record], isTaken: record.ids.length > 0 }, record);
      return true;
    }
    const isClear = matches.length === 1 && (filed.length === 0 || !isShared());
    const telling = isClear ? [first] : filed.filter(({ entry }) => likeness.says(entry!, record));
    if (telling.length !== 1) return false;
    bind(telling[0]!, record);
    return true;
  }

  for (const entry of entries) add({ entry, records: [], isTaken: entry.hasOwnId }, entry);
  const rest = records.filter((record) => !bindById(record));
  const ambiguous = rest.filter((record) => !bindById(record) && !bindByName(record));
  const order = new Map(records.map((record, at) => [record, at]));
  const matches = all.filter(({ records }) => records.length > 0);
  for (const match of matches) {
    match.records.sort((one, other) => order.get(one)! - order.get(other)!);
  }
  return { matches, ambiguous };
}

/** Distinguishes entries and records of one name: only people are two then. */
function likenessOf(kind: FileKind, context: ImportContext) {
  const isOther = kind.isOther ?? (() => false);
  const silent = { ...context, tell: () => {}, lose: () => {} };
  const rules = rulesOf(kind);
  return {
    /** Whether a record is about another entry for sure. */
    isOther: ({ file }: FileEntry, { fields }: Candidate) =>
      isOther(file.value, fields, context.zone),
    areOther(one: Candidate, other: Candidate): boolean {
      const haveSameId = one.ids.some((id) => other.ids.includes(id));
      const areBothKnown = one.ids.length > 0 && other.ids.length > 0;
      return kind.isOther !== undefined && one !== other && !haveSameId &&
        (areBothKnown || isOther(one.fields, other.fields, context.zone) ||
          saysOther(one.fields, other.fields));
    },
    /** Whether an entry has all that a record has. */
    says({ file }: FileEntry, { fields, where }: Candidate): boolean {
      const wanted = knownFields(fields);
      const scope = { ...silent, slug: file.slug, had: file.value, wanted, where };
      return Object.keys(wanted).every((field) =>
        isDeepStrictEqual(mergedField(rules, field, scope), file.value[field])
      );
    },
  };
}

/** Whether two records of one dump differ in a text or number that both give. */
function saysOther(one: EntryFields, other: EntryFields): boolean {
  return Object.entries(one).some(([field, value]) =>
    ["string", "number"].includes(typeof value) && other[field] !== undefined &&
    other[field] !== value
  );
}
