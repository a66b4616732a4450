import { isDeepStrictEqual } from "node:util";
import type { ContentFile, EntryFields } from "../../../files/content_file.ts";
import type { DumpRecord } from "../record/dump_record.ts";
import type { DumpArticle } from "./article_body.ts";
import type { FileKind } from "./file_kind.ts";

interface Keys {
  readonly ids: readonly string[];
  /** From the most to the least exact; folded. */
  readonly names: readonly string[];
  /** The same, as import wrote them last. */
  readonly imported: readonly string[];
}

/** A record in the words of the content folder. */
export interface Candidate extends Keys {
  readonly record: DumpRecord;
  /** Its values; undefined: none. */
  readonly fields: EntryFields;
  /** The name that a new file gets, if it is free. */
  readonly slug: string;
  /** The text below the front matter of a Markdown file. */
  readonly article: DumpArticle | undefined;
}

interface FileEntry extends Keys {
  readonly file: ContentFile;
}

/** Records that are one entry; `file` is undefined for a new one. */
interface Match {
  file: ContentFile | undefined;
  readonly candidates: Candidate[];
}

/**
 * Finds the entry of every record: by id, then by a name that exactly one has on each side: its most exact one,
 * one that import wrote, any; the rest are new entries. `ambiguous`: the records whose name several have.
 */
export function matchEntries(
  { repeats = false, isOther }: FileKind,
  entries: readonly FileEntry[],
  candidates: readonly Candidate[],
  zone: string,
): { readonly matches: readonly Match[]; readonly ambiguous: readonly Candidate[] } {
  const fileOf = new Map(entries.flatMap(({ file, ids }) => ids.map((id) => [id, file] as const)));
  const all = joined(candidates);
  for (const match of all) {
    match.file = idsOf(match).map((id) => fileOf.get(id)).find((file) => file !== undefined);
  }
  const ambiguous = new Set<Match>();
  matchBy(({ names }) => names.slice(0, 1));
  matchBy(({ imported }) => imported, true);
  matchBy(({ names }) => names);
  return {
    matches: all.filter((match) => !ambiguous.has(match)),
    ambiguous: [...ambiguous].flatMap(({ candidates }) => candidates),
  };

  /** A file is one record's: another one of its name may be another entry, which is new where a day has several. */
  function matchBy(keysOf: (one: Keys) => readonly string[], isOld = false): void {
    const filesOf = new Map<string, ContentFile[]>();
    for (const { file, ...keys } of entries) {
      for (const name of keysOf(keys)) filesOf.set(name, [...filesOf.get(name) ?? [], file]);
    }
    const known = new Set(all.map(({ file }) => file));
    const free = all.filter((match) => match.file === undefined && !ambiguous.has(match));
    const named = free.map((match) => {
      const hasId = idsOf(match).length > 0;
      const mayBe = (file: ContentFile) =>
        !(known.has(file) && (hasId || isOld || repeats)) &&
        !(hasId && file.value["id"] !== undefined) &&
        match.candidates.every(({ fields }) => !isOther?.(file.value, fields, zone));
      const files = match.candidates.flatMap(keysOf)
        .map((name) => filesOf.get(name)?.filter(mayBe) ?? [])
        .find(({ length }) => length > 0) ?? [];
      return { match, files };
    });
    const claims = Map.groupBy(
      named.filter(({ files }) => files.length > 0),
      ({ files }) => files[0]!,
    );
    for (const [file, those] of claims) {
      if (those.length === 1 && those[0]!.files.length === 1 && !known.has(file)) {
        those[0]!.match.file = file;
      } else for (const { match } of those) ambiguous.add(match);
    }
  }

  /** Records of one id or file are one entry, and so are those of one name of which none contradicts another. */
  function joined(candidates: readonly Candidate[]): Match[] {
    const byId = new Map<string | ContentFile, Match>();
    const byName = new Map<string, Match[]>();
    const matches: Match[] = [];
    for (const candidate of candidates) {
      const { names: [name = ""] } = candidate;
      const ids = candidate.ids.map((id) => fileOf.get(id) ?? id);
      const namesakes = byName.get(name) ?? [];
      const match = ids.map((id) => byId.get(id)).find((same) => same !== undefined) ??
        namesakes.find((same) => same.candidates.every((other) => areOne(other, candidate))) ??
        { file: undefined, candidates: [] };
      if (match.candidates.length === 0) matches.push(match);
      if (!namesakes.includes(match)) byName.set(name, [...namesakes, match]);
      match.candidates.push(candidate);
      for (const id of ids) byId.set(id, match);
    }
    return matches;
  }

  /** Two people may have one name; of other kinds there is one entry of a name. */
  function areOne(one: Candidate, other: Candidate): boolean {
    if (one.ids.length > 0 && other.ids.length > 0) return false;
    if (isOther === undefined) return true;
    return !isOther(one.fields, other.fields, zone) &&
      Object.entries(one.fields).every(([field, value]) =>
        value === undefined || other.fields[field] === undefined ||
        isDeepStrictEqual(other.fields[field], value)
      );
  }
}

function idsOf({ candidates }: Match): string[] {
  return candidates.flatMap(({ ids }) => ids);
}
