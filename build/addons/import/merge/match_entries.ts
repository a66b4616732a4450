import { isDeepStrictEqual } from "node:util";
import type { ContentFile } from "../../../files/content_file.ts";
import {
  type Candidate,
  type FileKind,
  type ImportContext,
  type Keys,
  rulesOf,
} from "../kinds/kind.ts";
import { knownFields, mergedFields } from "./merge_fields.ts";

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
  const all: Match[] = [];
  const byId = new Map<string, Match>();
  const byName = new Map<string, Match[]>();
  const namesakes = Map.groupBy(records, ({ names: [name = ""] }) => name);
  const order = new Map(records.map((record, at) => [record, at]));
  for (const entry of entries) add({ entry, records: [], isTaken: entry.hasOwnId }, entry);
  const rest = records.filter((record) => !bindById(record));
  const ambiguous = rest.filter((record) => !bindById(record) && !bindByName(record));
  const matches = all.filter(({ records }) => records.length > 0);
  for (const { records } of matches) {
    records.sort((one, other) => order.get(one)! - order.get(other)!);
  }
  return { matches, ambiguous };

  function add(match: Match, { ids, names }: Keys): void {
    all.push(match);
    for (const id of ids) byId.set(id, match);
    for (const name of names) byName.set(name, [...byName.get(name) ?? [], match]);
  }

  function bind(match: Match, record: Candidate): true {
    match.records.push(record);
    match.isTaken ||= record.ids.length > 0;
    for (const id of record.ids) byId.set(id, match);
    return true;
  }

  function bindById(record: Candidate): boolean {
    const match = record.ids.map((id) => byId.get(id)).find((found) => found !== undefined);
    return match !== undefined && bind(match, record);
  }

  /**
   * False where several entries have the name. Of several, the one that has it all already is meant; a
   * name that several records have identifies nobody.
   */
  function bindByName(record: Candidate): boolean {
    const matches =
      record.names.map((name) => (byName.get(name) ?? []).filter((match) => mayBe(match, record)))
        .find((list) => list.length > 0) ?? [];
    if (matches.length === 0) {
      const match = { entry: undefined, records: [], isTaken: false };
      add(match, record);
      return bind(match, record);
    }
    const filed = matches.filter(({ entry }) => entry !== undefined);
    const isShared = () =>
      namesakes.get(record.names[0] ?? "")!.some((other) => areOther(kind, other, record, context));
    const isClear = matches.length === 1 && (filed.length === 0 || !isShared());
    const telling = isClear ? matches : filed.filter(({ entry }) => saysAll(entry!, record));
    return telling.length === 1 && bind(telling[0]!, record);
  }

  /** Whether a record may be about an entry of its name. */
  function mayBe({ entry, records, isTaken }: Match, record: Candidate): boolean {
    return (record.ids.length === 0 || !isTaken) &&
      !(entry !== undefined && kind.isOther?.(entry.file.value, record.fields, context.zone)) &&
      !records.some((other) => areOther(kind, other, record, context));
  }

  /** Whether an entry has all that a record has. */
  function saysAll({ file }: FileEntry, { fields, where }: Candidate): boolean {
    const scope = { ...context, slug: file.slug, had: file.value, wanted: fields, where };
    return Object.entries(mergedFields(rulesOf(kind), scope))
      .every(([field, value]) => isDeepStrictEqual(value, file.value[field]));
  }
}

/** Whether two records of one name are two entries for sure: only people may be, whom ids or facts tell apart. */
function areOther(
  { isOther }: FileKind,
  one: Candidate,
  other: Candidate,
  { zone }: ImportContext,
): boolean {
  if (isOther === undefined || one === other) return false;
  if (one.ids.some((id) => other.ids.includes(id))) return false;
  const facts = Object.entries(knownFields(one.fields))
    .filter(([, value]) => ["string", "number"].includes(typeof value));
  return (one.ids.length > 0 && other.ids.length > 0) || isOther(one.fields, other.fields, zone) ||
    facts.some(([field, value]) =>
      other.fields[field] !== undefined && other.fields[field] !== value
    );
}
