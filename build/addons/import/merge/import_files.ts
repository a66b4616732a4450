/**
 * This room merges records into content files without losing what is written there.
 *
 * @module
 */

import { claimSlug } from "../../../../src/model/title_slug.ts";
import { compareTexts } from "../../../../src/toolbox/compare_texts.ts";
import type { ReportDiagnostic } from "../../../diagnostic/diagnostic.ts";
import { type ContentFile, editFile, readFolder } from "../../../files/content_file.ts";
import { say } from "../../../words/say.ts";
import { styledYaml } from "../../../yaml/styled_yaml.ts";
import {
  type Candidate,
  type FileKind,
  type ImportContext,
  readCandidate,
  rulesOf,
} from "../kinds/kind.ts";
import { listOf } from "../kinds/ids.ts";
import type { DumpShape } from "../dump/read_dump.ts";
import type { RecordReader } from "../record/record.ts";
import type { Outcome, Where } from "../report.ts";
import { articleBody, mergeArticle } from "./article_body.ts";
import { matchEntries } from "./match_entries.ts";
import { foldFields, inOrder, knownFields, mergedFields, problemWith } from "./merge_fields.ts";

/** Where files go, and which names they may not have. */
export interface Target {
  /** `content/<group>`. */
  readonly folder: string;
  readonly taken: Set<string>;
  readonly outcome: Outcome;
  readonly report: ReportDiagnostic;
}

/** What can be imported. */
export interface ImportKind extends Pick<FileKind, keyof DumpShape | "folder" | "family"> {
  run(records: readonly RecordReader[], context: ImportContext, target: Target): void;
}

/** Merges records into the files of a kind, and makes new files for the rest. */
export function importFiles(
  kind: FileKind,
  records: readonly RecordReader[],
  context: ImportContext,
  target: Target,
): void {
  const { memory } = context;
  const files = readFolder(target.folder, kind.folder, target.report);
  for (const { slug, value } of files) {
    // What import remembers follows a file that has a new name.
    for (const former of listOf(value["former_slugs"])) {
      memory.move(entryOf(kind, former), entryOf(kind, slug));
    }
  }
  const entries = files.map((file) => ({
    file,
    ...kind.keysOf(file.slug, file.value, context.zone, memory.ids),
    hasOwnId: file.value["id"] !== undefined,
  }));
  const candidates = records.map((record) => readCandidate(kind, record, context))
    .filter((candidate) => candidate !== undefined);
  tellSamePeople(candidates, context);
  const { matches, ambiguous } = matchEntries(kind, entries, candidates, context);
  for (const { where } of ambiguous) {
    passOver(say`several files or records have this name; give it an id`, where, context);
  }
  if (kind.namesMissing && records.length > 1) {
    const met = new Set(matches.map(({ entry }) => entry));
    const left = entries.filter((entry) => !met.has(entry))
      .map(({ file }) => entryOf(kind, file.slug));
    target.outcome.missingEntries.push(...left.filter((entry) => memory.has(entry)));
  }
  for (const { entry, records } of matches.toSorted(byName)) {
    const merged = foldRecords(records, context);
    let slug = entry?.file.slug;
    if (entry !== undefined) changeFile(kind, entry.file, merged, context, target);
    else if (!kind.isOfOthers) slug = makeFile(kind, merged, files.length === 0, context, target);
    else for (const { where } of records) passOver(say`nobody has this name`, where, context);
    for (const id of records.flatMap(({ foreignIds = [] }) => foreignIds)) {
      if (slug !== undefined) memory.ids.set(id, slug);
    }
  }
}

/** Records of one name and birth date, with ids of their own, stay apart: which is right, an editor knows. */
function tellSamePeople(records: readonly Candidate[], { tell }: ImportContext): void {
  const earlier = new Map<string, Candidate>();
  for (const record of records) {
    const { birth_date: born } = record.fields;
    if (born === undefined || record.ids.length === 0) continue;
    const keys = record.names.map((name) => `${born} ${name}`);
    const same = keys.map((key) => earlier.get(key)).find((other) => other !== undefined);
    for (const key of keys) if (!earlier.has(key)) earlier.set(key, record);
    if (same === undefined || same.ids.some((id) => record.ids.includes(id))) continue;
    const { record: number } = same.where;
    tell(
      say`it has the name and birth date of record ${number}: take one out if both are one person`,
      record.where,
    );
  }
}

function passOver(reason: string, where: Where, { tell, lose }: ImportContext): void {
  tell(say`it is passed over: ${reason}`, where);
  lose(where, "*", reason);
}

/** File names do not depend on a dump's order: the first show of a day has the plain one. */
function byName(one: { records: readonly Candidate[] }, other: typeof one): number {
  const keyOf = ({ names, ids }: Candidate) => `${names[0]}\n${ids[0]}`;
  return compareTexts(keyOf(one.records[0]!), keyOf(other.records[0]!));
}

/** Records of one entry become one. */
function foldRecords(records: readonly Candidate[], context: ImportContext): Candidate {
  const known = records.map((record) => ({ ...record, fields: knownFields(record.fields) }));
  const [first] = known;
  return {
    ...first!,
    guessed:
      first!.guessed?.filter((field) => known.every(({ guessed }) => guessed?.includes(field))) ??
        [],
    fields: foldFields(known, context),
    article: records.findLast(({ article }) => article !== undefined)?.article,
  };
}

/** The path by which import remembers a file of a kind. */
function entryOf({ folder }: FileKind, slug: string): string {
  return `${folder}/${slug}.${folder === "news" ? "md" : "yaml"}`;
}

function changeFile(
  kind: FileKind,
  file: ContentFile,
  { fields, guessed = [], article, ...candidate }: Candidate,
  context: ImportContext,
  { outcome }: Target,
): void {
  const { value: had } = file;
  const isSaid = (field: string) => had[field] !== undefined && guessed.includes(field);
  const { body, summary, isSame = false } = article === undefined
    ? {}
    : mergeArticle(article, file.body, had["summary"]);
  const wanted = knownFields({
    ...Object.fromEntries(Object.entries(fields).filter(([field]) => !isSaid(field))),
    summary: summary ?? fields["summary"],
  });
  const where = { ...candidate.where, file: file.path };
  const kept = { entry: entryOf(kind, file.slug), isNew: false };
  const scope = { ...context, slug: file.slug, had, wanted, where };
  const taken = context.keeper.settle(rulesOf(kind), scope, kept);
  const text = {
    had: file.body.trim(),
    wanted: article?.content,
    result: (body ?? file.body).trim(),
  };
  const isBodyTaken = (body !== undefined || isSame) &&
    context.keeper.decide(kept, "content", text, { isText: true });
  const all = kind.further?.(taken, had) ?? taken;
  if (Object.keys(all).length === 0 && !isBodyTaken) return outcome.keep();
  const order = Object.keys(kind.schema.shape);
  const edited = editFile(file, Object.entries(all), order, isBodyTaken ? body : undefined);
  outcome.change(file.path, edited);
}

/** Makes a file, unless an editor removed it or it could not be one; returns its name. */
function makeFile(
  kind: FileKind,
  candidate: Candidate,
  isFirst: boolean,
  context: ImportContext,
  { folder, taken, outcome }: Target,
): string | undefined {
  const { fields: wanted, article } = candidate;
  const isAddress = kind.folder === "members";
  const isTaken = isAddress && taken.has(candidate.slug);
  const slug = claimSlug(isTaken ? `${candidate.slug}-${context.group}` : candidate.slug, taken);
  const entry = entryOf(kind, slug);
  if (!isFirst && context.keeper.isRemoved(entry)) return undefined;
  const path = `${folder}/${entry}`;
  const where = { ...candidate.where, file: path };
  const kept = { entry, isNew: true };
  const scope = { ...context, slug, had: {}, wanted, where };
  const problem = problemWith(kind.schema, mergedFields(rulesOf(kind), scope));
  if (problem !== undefined) {
    passOver(problem, candidate.where, context);
    return undefined;
  }
  if (isAddress && slug !== candidate.slug) {
    context.tell(say`her address is "${slug}": somebody else has "${candidate.slug}"`, where);
  }
  const fields = context.keeper.settle(rulesOf(kind), scope, kept);
  const yaml = styledYaml(inOrder(fields, Object.keys(kind.schema.shape)));
  const body = article === undefined ? "" : articleBody(article.content);
  if (article !== undefined) {
    const text = { had: "", wanted: article.content, result: body.trim() };
    context.keeper.decide(kept, "content", text, { isText: true });
  }
  outcome.make(path, kind.folder === "news" ? `---\n${yaml}---\n${body && `\n${body}`}` : yaml);
  return slug;
}
