/**
 * This room merges records into content files without losing what is written there.
 *
 * @module
 */

import type { ReportDiagnostic } from "../../diagnostic/diagnostic.ts";
import { articleBody, mergeArticle } from "./article_body.ts";
import {
  type ContentFile,
  editFile,
  type EntryFields,
  readFolder,
} from "../../files/content_file.ts";
import {
  type Candidate,
  type FileKind,
  type ImportContext,
  readCandidate,
  rulesOf,
} from "../kinds/kind.ts";
import { foldFields, inOrder, knownFields, problemWith } from "./merge_fields.ts";
import { type FileEntry, type Match, matchEntries } from "./match_entries.ts";
import type { Outcome, Where } from "../report/outcome.ts";
import type { RecordReader } from "../record/record.ts";
import { claimSlug } from "../../../src/model/title_slug.ts";
import { styledYaml } from "../../yaml/styled_node.ts";
import { say } from "../../words/say.ts";
import { compareTexts } from "../../../src/toolbox/compare_texts.ts";

/** Where files go, and which names they may not have. */
export interface Target {
  /** `content/<group>`. */
  readonly folder: string;
  readonly taken: Set<string>;
  readonly outcome: Outcome;
  readonly report: ReportDiagnostic;
}

/** Merges records into the files of a kind, and makes new files for the rest. */
export function importFiles(
  kind: FileKind,
  records: readonly RecordReader[],
  context: ImportContext,
  target: Target,
): void {
  const files = readFolder(target.folder, kind.folder, target.report);
  const entries = files.map((file) => ({
    file,
    ...kind.keysOf(file.slug, file.value, context.zone, context.ids),
    hasOwnId: file.value["id"] !== undefined,
  }));
  const candidates = records.map((record) => readCandidate(kind, record, context))
    .filter((candidate) => candidate !== undefined);
  tellSamePeople(candidates, context);
  const { matches, ambiguous } = matchEntries(kind, entries, candidates, context);
  for (const { where } of ambiguous) {
    passOver(say`several files or records have this name; give it an id`, where, context);
  }
  const isEmpty = files.length === 0;
  for (const { slug, value } of files) moveMemory(kind, slug, value, context);
  if (kind.namesMissing && records.length > 1) nameMissing(kind, entries, matches, context, target);
  for (const { entry, records } of matches.toSorted(byName)) {
    const merged = foldRecords(records, context);
    const slug = entry?.file.slug ??
      (kind.isOfOthers ? undefined : makeFile(kind, merged, isEmpty, context, target));
    if (entry !== undefined) changeFile(kind, entry.file, merged, context, target);
    else if (kind.isOfOthers) {
      for (const { where } of records) passOver(say`nobody has this name`, where, context);
    }
    for (const id of records.flatMap(({ foreignIds = [] }) => foreignIds)) {
      if (slug !== undefined) context.ids.remember(id, slug);
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
  return compareTexts(sortKey(one.records[0]!), sortKey(other.records[0]!));
}

function sortKey({ names, ids }: Candidate): string {
  return `${names[0]}\n${ids[0]}`;
}

/** Records of one entry become one. */
function foldRecords(records: readonly Candidate[], context: ImportContext): Candidate {
  const known = records.map((record) => ({ ...record, fields: knownFields(record.fields) }));
  const article = records.findLast((record) => record.article !== undefined)?.article;
  const guessed = known[0]!.guessed?.filter((field) =>
    known.every((record) => record.guessed?.includes(field))
  );
  return { ...known[0]!, ...(guessed && { guessed }), fields: foldFields(known, context), article };
}

function changeFile(
  kind: FileKind,
  file: ContentFile,
  candidate: Candidate,
  context: ImportContext,
  { outcome }: Target,
): void {
  const where = { ...candidate.where, file: file.path };
  const { article } = candidate;
  const { body, summary, isSame } = article === undefined
    ? {}
    : mergeArticle(article, file.body, textIn(file.value["summary"]));
  const known = Object.keys(candidate.fields)
    .filter((field) => !candidate.guessed?.includes(field) || file.value[field] === undefined);
  const fields = Object.fromEntries(known.map((field) => [field, candidate.fields[field]]));
  const wanted = { ...fields, ...(summary !== undefined && { summary }) };
  const scope = { ...context, slug: file.slug, had: file.value, wanted, where };
  const kept = { entry: entryOf(kind, file.slug), isNew: false };
  const { fields: taken, commit } = context.keeper.settle(rulesOf(kind), scope, kept);
  const isBodySettled = body !== undefined || isSame;
  const isBodyTaken = article !== undefined && isBodySettled &&
    context.keeper.settleText(kept, "content", {
      had: file.body.trim(),
      wanted: article.content,
      result: (body ?? file.body).trim(),
    });
  commit();
  const all = kind.further?.(taken, file.value) ?? taken;
  if (Object.keys(all).length === 0 && !isBodyTaken) return outcome.keep(file.path);
  const order = Object.keys(kind.schema.shape);
  const edited = editFile(file, Object.entries(all), order, isBodyTaken ? body : undefined);
  outcome.change(file.path, edited);
}

/** The path by which import remembers a file of a kind. */
function entryOf(kind: FileKind, slug: string): string {
  return `${kind.folder}/${slug}.${kind.folder === "news" ? "md" : "yaml"}`;
}

/** What import remembers follows a file that has a new name. */
function moveMemory(
  kind: FileKind,
  slug: string,
  { former_slugs }: EntryFields,
  { written }: ImportContext,
): void {
  for (const former of Array.isArray(former_slugs) ? former_slugs : []) {
    written.move(entryOf(kind, String(former)), entryOf(kind, slug));
  }
}

/** Names the files that an import wrote and no record of this dump is about. */
function nameMissing(
  kind: FileKind,
  entries: readonly FileEntry[],
  matches: readonly Match[],
  { written }: ImportContext,
  { outcome }: Target,
): void {
  const met = new Set(matches.map(({ entry }) => entry));
  const left = entries.filter((entry) => !met.has(entry))
    .map(({ file }) => entryOf(kind, file.slug));
  for (const entry of left.filter((entry) => written.has(entry))) {
    outcome.missingEntries.push(entry);
  }
}

function makeFile(
  kind: FileKind,
  candidate: Candidate,
  isEmpty: boolean,
  context: ImportContext,
  { folder, taken, outcome }: Target,
): string | undefined {
  const isAddress = kind.folder === "members";
  const free = isAddress && taken.has(candidate.slug)
    ? `${candidate.slug}-${context.group}`
    : candidate.slug;
  const slug = claimSlug(free, taken);
  const entry = entryOf(kind, slug);
  if (!isEmpty && context.keeper.isRemoved(entry)) return undefined;
  const path = `${folder}/${entry}`;
  const where = { ...candidate.where, file: path };
  const scope = { ...context, slug, had: {}, wanted: candidate.fields, where };
  const kept = { entry, isNew: true };
  const { fields, commit } = context.keeper.settle(rulesOf(kind), scope, kept);
  const problem = problemWith(kind.schema, fields);
  if (problem !== undefined) {
    passOver(problem, candidate.where, context);
    return undefined;
  }
  if (isAddress && slug !== candidate.slug) {
    context.tell(say`her address is "${slug}": somebody else has "${candidate.slug}"`, where);
  }
  const yaml = styledYaml(inOrder(fields, Object.keys(kind.schema.shape)));
  const text = kind.folder === "news" ? newsText(yaml, candidate) : yaml;
  commit();
  const { article } = candidate;
  if (article !== undefined) {
    const body = articleBody(article.content).trim();
    context.keeper.settleText(kept, "content", { had: "", wanted: article.content, result: body });
  }
  outcome.make(path, text);
  return slug;
}

function newsText(yaml: string, { article }: Candidate): string {
  return `---\n${yaml}---\n${article === undefined ? "" : `\n${articleBody(article.content)}`}`;
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
