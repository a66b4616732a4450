import { isDeepStrictEqual } from "node:util";
import { claimSlug } from "../../../../src/model/title_slug.ts";
import { compareTexts } from "../../../../src/toolbox/compare_texts.ts";
import type { ReportDiagnostic } from "../../../diagnostic/diagnostic.ts";
import {
  type ContentFile,
  editFile,
  type EntryFields,
  readFolder,
} from "../../../files/content_file.ts";
import { say } from "../../../words/say.ts";
import { inOrder, knownFields, problemWith } from "../../../yaml/entry_fields.ts";
import { styledYaml } from "../../../yaml/styled_yaml.ts";
import type { ImportContext } from "../context.ts";
import type { DumpRecord } from "../record/dump_record.ts";
import { articleBody, mergeArticle } from "./article_body.ts";
import { type FileKind, type Identity, readFields } from "./file_kind.ts";
import { type Candidate, matchEntries } from "./match_entries.ts";
import { decide, settle } from "./settle.ts";

/** Records that are one entry, as one. */
interface Folded extends Identity {
  readonly records: readonly DumpRecord[];
  readonly wanted: EntryFields;
}

/** Merges records into the files of a kind, and makes new files for the rest. */
export function importFiles(
  kind: FileKind,
  records: readonly DumpRecord[],
  context: ImportContext,
  report: ReportDiagnostic,
): void {
  const { memory } = context;
  const files = readFolder(context.folder, kind.folder, report);
  for (const { slug, value } of files) {
    // What import remembers follows a file that has a new name.
    for (const former of listOf(value["former_slugs"])) {
      memory.move(entryOf(kind, String(former)), entryOf(kind, slug));
    }
  }
  const entries = files.map((file) => ({
    file,
    ...kind.keysOf(file.slug, file.value, context.zone),
  }));
  const candidates = records.flatMap((record) => readCandidate(kind, record));
  const { matches, ambiguous } = matchEntries(kind, entries, candidates, context.zone);
  for (const { record } of ambiguous) {
    passOver(record, say`several files or records have this name; give it an id`);
  }
  for (const { file, candidates } of matches.toSorted(byName)) {
    const folded = foldRecords(kind, candidates);
    if (file !== undefined) changeFile(kind, file, folded, context);
    else if (!kind.isOfOthers) makeFile(kind, folded, files.length === 0, context);
    else for (const record of folded.records) passOver(record, say`nobody has this name`);
  }
}

/** None for a record of which nothing is taken. */
function readCandidate(kind: FileKind, record: DumpRecord): Candidate[] {
  const said = readFields(kind, record);
  const made = kind.make === undefined ? said : kind.make(said, record);
  if (made === undefined) return [];
  const fields = Object.fromEntries(
    Object.entries(made).filter(([field]) => field in kind.schema.shape),
  );
  return [{ record, fields, ...kind.identify(fields, said, record) }];
}

/** Nothing of a record is taken. */
export function passOver(record: DumpRecord, reason: string): void {
  record.context.tell(say`it is passed over: ${reason}`, record.where);
  record.loseFilled("*", reason);
}

/** File names do not depend on a dump's order: the first show of a day has the plain one. */
function byName(one: { candidates: readonly Candidate[] }, other: typeof one): number {
  const keyOf = ({ names, ids }: Candidate) => `${names[0]}\n${ids[0]}`;
  return compareTexts(keyOf(one.candidates[0]!), keyOf(other.candidates[0]!));
}

/** Where records of one entry say different things, the later one is right, and the earlier one's is lost. */
function foldRecords({ gathers }: FileKind, candidates: readonly Candidate[]): Folded {
  const wanted: Record<string, unknown> = {};
  const records: DumpRecord[] = [];
  for (const { record, fields } of candidates) {
    for (const [field, value] of Object.entries(knownFields(fields))) {
      const before = wanted[field];
      if (field === gathers) {
        wanted[field] = [...listOf(before), ...listOf(value)];
        continue;
      }
      if (before !== undefined && !isDeepStrictEqual(before, value)) {
        for (const earlier of records) {
          earlier.loseFilled(field, say`a later record of the same says something else`);
        }
      }
      wanted[field] = value;
    }
    records.push(record);
  }
  const article = candidates.findLast(({ article }) => article !== undefined)?.article;
  return { ...candidates[0]!, wanted, records, article };
}

/** The path by which import remembers a file of a kind. */
function entryOf({ folder }: FileKind, slug: string): string {
  return `${folder}/${slug}.${folder === "news" ? "md" : "yaml"}`;
}

function changeFile(
  kind: FileKind,
  file: ContentFile,
  { records, wanted, article }: Folded,
  context: ImportContext,
): void {
  const { value: had, body: before } = file;
  for (const { where } of records) where.file = file.path;
  const entry = { entry: entryOf(kind, file.slug), isNew: false };
  const scope = { slug: file.slug, had, wanted, records, context };
  const taken = settle(kind, entry, scope);
  const body = article && mergeArticle(article, before, had["summary"]);
  const text = { had: before.trim(), wanted: before.trim(), result: (body ?? before).trim() };
  const isBodyTaken = body !== undefined && decide(entry, "content", text, scope);
  if (Object.keys(taken).length === 0 && !isBodyTaken) return context.outcome.keep();
  const order = Object.keys(kind.schema.shape);
  const edited = editFile(file, Object.entries(taken), order, isBodyTaken ? body : undefined);
  context.outcome.change(file.path, edited);
}

/** Makes a file, unless an editor removed it or it could not be one. */
function makeFile(
  kind: FileKind,
  { records, wanted, slug: given, article }: Folded,
  isFirst: boolean,
  context: ImportContext,
): void {
  const { folder, group, taken, memory, outcome, tell } = context;
  const isAddress = kind.folder === "members";
  const slug = claimSlug(isAddress && taken.has(given) ? `${given}-${group}` : given, taken);
  const entry = entryOf(kind, slug);
  if (!isFirst && !context.prefersTheirs && memory.has(entry)) {
    outcome.removedEntries.push(entry);
    return;
  }
  const path = `${folder}/${entry}`;
  for (const { where } of records) where.file = path;
  const scope = { slug, had: {}, wanted, records, context };
  const fields = settle(kind, { entry, isNew: true }, scope);
  const problem = problemWith(kind.schema, fields);
  if (problem !== undefined) {
    memory.forget(entry);
    for (const record of records) {
      delete record.where.file;
      passOver(record, problem);
    }
    return;
  }
  if (isAddress && slug !== given) {
    tell(say`her address is "${slug}": somebody else has "${given}"`, records[0]!.where);
  }
  const yaml = styledYaml(inOrder(fields, Object.keys(kind.schema.shape)));
  const body = article === undefined ? "" : articleBody(article.content);
  if (article !== undefined) memory.remember(entry, "content", body.trim());
  outcome.make(path, kind.folder === "news" ? `---\n${yaml}---\n${body && `\n${body}`}` : yaml);
}

/** A value that is a list, or an empty one. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
