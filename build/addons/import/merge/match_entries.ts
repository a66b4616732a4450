import { isDeepStrictEqual } from "node:util";
import type { ContentFile, EntryFields } from "../../../files/content_file.ts";
import type { DumpRecord } from "../record/dump_record.ts";
import type { FileKind, Identity, Keys } from "./file_kind.ts";

/** A record in the words of the content folder. */
export interface Candidate extends Identity {
  readonly record: DumpRecord;
  /** Its values; undefined: none. */
  readonly fields: EntryFields;
}

/** A file of the content folder, and by what it is known. */
export interface FileEntry extends Keys {
  readonly file: ContentFile;
}

/** Records that are one entry; `file` is undefined for a new one. */
export interface Match {
  readonly file: ContentFile | undefined;
  readonly candidates: Candidate[];
  /** Whether it has an id of its own: another one is somebody else's. */
  isTaken: boolean;
}

/**
 * Finds the entry of every record: by id, then by a name that exactly one has on each side; the rest are new
 * entries. `ambiguous`: the records whose name several have.
 */
export function matchEntries(
  kind: Pick<FileKind, "isOther">,
  entries: readonly FileEntry[],
  candidates: readonly Candidate[],
  zone: string,
): { readonly matches: readonly Match[]; readonly ambiguous: readonly Candidate[] } {
  const all: Match[] = [];
  const byId = new Map<string, Match>();
  const byName = new Map<string, Match[]>();
  const namesakes = Map.groupBy(candidates, ({ names: [name = ""] }) => name);
  for (const { file, ...keys } of entries) {
    add({ file, candidates: [], isTaken: file.value["id"] !== undefined }, keys);
  }
  const rest = candidates.filter((candidate) => !bindById(candidate));
  const ambiguous = rest.filter((candidate) => !bindById(candidate) && !bindByName(candidate));
  const place = ({ record }: Candidate) => record.where.record;
  for (const { candidates } of all) candidates.sort((one, other) => place(one) - place(other));
  return { matches: all.filter(({ candidates }) => candidates.length > 0), ambiguous };

  function add(match: Match, { ids, names }: Keys): Match {
    all.push(match);
    for (const id of ids) byId.set(id, match);
    for (const name of names) byName.set(name, [...byName.get(name) ?? [], match]);
    return match;
  }

  function bind(match: Match, candidate: Candidate): true {
    match.candidates.push(candidate);
    match.isTaken ||= candidate.ids.length > 0;
    for (const id of candidate.ids) byId.set(id, match);
    return true;
  }

  function bindById(candidate: Candidate): boolean {
    const match = candidate.ids.map((id) => byId.get(id)).find((found) => found !== undefined);
    return match !== undefined && bind(match, candidate);
  }

  function bindByName(candidate: Candidate): boolean {
    const [match, ...more] = candidate.names
      .map((name) => byName.get(name)?.filter((match) => mayBe(match, candidate)) ?? [])
      .find((matches) => matches.length > 0) ?? [];
    if (match === undefined) {
      return bind(add({ file: undefined, candidates: [], isTaken: false }, candidate), candidate);
    }
    const isShared = namesakes.get(candidate.names[0] ?? "")!
      .some((other) => areOther(other, candidate) && mayBe(match, other));
    return more.length === 0 && !(match.file && isShared) && bind(match, candidate);
  }

  /** Whether a record may be about an entry of its name. */
  function mayBe({ file, candidates, isTaken }: Match, candidate: Candidate): boolean {
    return (candidate.ids.length === 0 || !isTaken) &&
      !(file && kind.isOther?.(file.value, candidate.fields, zone)) &&
      !candidates.some((other) => areOther(other, candidate));
  }

  /** Whether two records of one name are two people: other kinds have one entry of a name. */
  function areOther(one: Candidate, other: Candidate): boolean {
    if (kind.isOther === undefined || one === other) return false;
    if (one.ids.some((id) => other.ids.includes(id))) return false;
    return (one.ids.length > 0 && other.ids.length > 0) ||
      kind.isOther(one.fields, other.fields, zone) || Object.entries(one.fields)
      .some(([field, value]) =>
        value !== undefined && other.fields[field] !== undefined &&
        !isDeepStrictEqual(other.fields[field], value)
      );
  }
}
