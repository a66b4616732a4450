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
import { nameKey } from "../kinds/ids.ts";
import { hashOf } from "../memory.ts";
import type { DumpRecord } from "../record/dump_record.ts";
import { listOf, textOf } from "../record/values.ts";
import { articleBody, mergeArticle } from "./article_body.ts";
import { type FileKind, readFields, schemaOf } from "./file_kind.ts";
import { type Candidate, matchEntries } from "./match_entries.ts";
import { decide, settle } from "./settle.ts";

/** Records that are one entry, as one. */
interface Folded extends Pick<Candidate, "slug" | "article"> {
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
  const { memory, zone } = context;
  const files = readFolder(context.folder, kind.folder, report);
  const entries = files.map((file) => {
    const { slug, value } = file;
    const former = listOf(value["former_slugs"]).map(String);
    // What import remembers follows a file that has a new name.
    for (const name of former) memory.move(entryOf(kind, name), entryOf(kind, slug));
    const names = kind.namesOf({ ...value, slug }, zone, true);
    const imported = importedName((field) => memory.field(entryOf(kind, slug), field));
    return { file, ids: [String(value["id"] ?? slug), ...former], names, imported };
  });
  const candidates = records.flatMap((record) => readCandidate(kind, record));
  const { matches, ambiguous } = matchEntries(kind, entries, candidates, zone);
  for (const { record } of ambiguous) {
    record.passOver(say`several files or records have this name; give it an id`);
  }
  for (const { file, candidates } of matches.toSorted(byName)) {
    const folded = foldRecords(kind, candidates);
    if (file !== undefined) changeFile(kind, file, folded, context);
    else if (kind.adds === undefined) makeFile(kind, folded, files.length === 0, context);
    else for (const record of folded.records) record.passOver(say`nobody has this name`);
  }
}

/** None for a record of which nothing is taken. */
function readCandidate(kind: FileKind, record: DumpRecord): Candidate[] {
  const said = readFields(kind, record);
  const made = kind.make === undefined ? said : kind.make(said, record);
  if (made === undefined) return [];
  const { adds = Object.keys(schemaOf(kind).shape) } = kind;
  const { id, content, content_text } = made;
  const text = kind.folder === "news" ? textOf(content) : undefined;
  const fields = Object.fromEntries(Object.entries(made).filter(([field]) => adds.includes(field)));
  return [{
    record,
    fields,
    ids: kind.idsOf?.(made) ?? (id === undefined ? [] : [String(id)]),
    names: kind.namesOf(made, record.context.zone, false),
    imported: importedName((field) => hashOf(fields[field])),
    slug: kind.slugOf(made),
    article: text === undefined
      ? undefined
      : { content: text, isWhole: content_text !== undefined },
  }];
}

/** By the title and day that import wrote last a file is known in which an editor changed them. */
function importedName(hashIn: (field: string) => string | undefined): string[] {
  const none = hashOf(undefined);
  const title = ["name", "title", "setlist"].map(hashIn).find((hash) => hash && hash !== none);
  const [day, time] = ["date", "time"].map((field) => hashIn(field) ?? none);
  return [...nameKey(title, day, time), ...nameKey(title, day)];
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
      const isGathered = field === gathers;
      wanted[field] = isGathered ? [...listOf(before), ...listOf(value)] : value;
      if (isGathered || before === undefined || isDeepStrictEqual(before, value)) continue;
      for (const earlier of records) {
        earlier.loseFilled(field, say`a later record of the same says something else`);
      }
    }
    records.push(record);
  }
  const article = candidates.findLast(({ article }) => article !== undefined)?.article;
  return { slug: candidates[0]!.slug, article, wanted, records };
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
  const { texts, counts } = context.outcome;
  const { value: had, body: before, path, slug } = file;
  for (const { where } of records) where.file = path;
  const schema = schemaOf(kind);
  const entry = { entry: entryOf(kind, slug), isNew: false };
  const taken = settle(kind, schema, entry, { slug, had, wanted, records, context });
  const body = article && mergeArticle(article, before, had["summary"]);
  const text = { had: before.trim(), wanted: before.trim(), result: (body ?? before).trim() };
  const isBodyTaken = body !== undefined && decide(entry, "content", text, context);
  if (Object.keys(taken).length === 0 && !isBodyTaken) {
    counts.kept++;
    return;
  }
  const order = Object.keys(schema.shape);
  texts.set(path, editFile(file, Object.entries(taken), order, isBodyTaken ? body : undefined));
  counts.changed++;
}

/** Makes a file, unless an editor removed it or it could not be one. */
function makeFile(
  kind: FileKind,
  { records, wanted, slug: given, article }: Folded,
  isFirst: boolean,
  context: ImportContext,
): void {
  const { folder, group, taken, memory, outcome } = context;
  const isAddress = kind.folder === "members";
  const slug = claimSlug(isAddress && taken.has(given) ? `${given}-${group}` : given, taken);
  const entry = entryOf(kind, slug);
  if (!isFirst && !context.prefersTheirs && memory.has(entry)) {
    outcome.removedEntries.push(entry);
    return;
  }
  const schema = schemaOf(kind);
  const scope = { slug, had: {}, wanted, records, context };
  const path = `${folder}/${entry}`;
  for (const { where } of records) where.file = path;
  const fields = settle(kind, schema, { entry, isNew: true }, scope);
  const problem = problemWith(schema, fields);
  if (problem !== undefined) {
    memory.forget(entry);
    for (const record of records) {
      delete record.where.file;
      record.passOver(problem);
    }
    return;
  }
  if (isAddress && slug !== given) {
    records[0]!.tell(say`her address is "${slug}": somebody else has "${given}"`);
  }
  const yaml = styledYaml(inOrder(fields, Object.keys(schema.shape)));
  const body = article === undefined ? "" : articleBody(article.content);
  if (article !== undefined) memory.remember(entry, "content", body.trim());
  const isArticle = kind.folder === "news";
  outcome.texts.set(path, isArticle ? `---\n${yaml}---\n${body && `\n${body}`}` : yaml);
  outcome.counts.made++;
}
