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
import type { Candidate, FileKind, ImportContext } from "./file_kind.ts";
import { changedFields, inOrder, knownFields } from "./changed_fields.ts";
import { problemWith } from "./fit_fields.ts";
import { foldFields } from "./fold_records.ts";
import { type EntryKeys, type Likeness, matchEntries } from "./match_entries.ts";
import type { Where } from "../report/notes.ts";
import type { Outcome } from "../report/outcome.ts";
import type { RecordReader } from "../record/record.ts";
import { claimSlug } from "../../derive/title_slug.ts";
import { styledYaml } from "../../yaml/styled_node.ts";

/** Where files go, and which names they may not have. */
export interface Target {
  /** `content/<group>`. */
  readonly folder: string;
  readonly taken: Set<string>;
  readonly outcome: Outcome;
  readonly report: ReportDiagnostic;
}

interface FileEntry extends EntryKeys {
  readonly file: ContentFile;
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
  const candidates = records.map((record) => kind.read(record, context))
    .filter((candidate) => candidate !== undefined);
  const likeness = likenessOf(kind, context);
  const { matches, ambiguous } = matchEntries(entries, candidates, likeness);
  for (const { where } of ambiguous) {
    passOver("several files have this name; give it an id", where, context);
  }
  for (const { entry, records } of matches.toSorted(byName)) {
    const merged = foldRecords(records, context);
    const slug = entry?.file.slug ??
      (kind.mayCreate ? makeFile(kind, merged, context, target) : undefined);
    if (entry !== undefined) changeFile(kind, entry.file, merged, context, target);
    else if (!kind.mayCreate) {
      for (const { where } of records) passOver("nobody is called so", where, context);
    }
    for (const id of records.flatMap(({ foreignIds = [] }) => foreignIds)) {
      if (slug !== undefined) context.ids.remember(id, slug);
    }
  }
}

function passOver(reason: string, where: Where, { tell, lose }: ImportContext): void {
  tell(`it is passed over: ${reason}`, where);
  lose(where, "*", reason);
}

/** Only people are two although they are called the same. */
function likenessOf(
  kind: FileKind,
  context: ImportContext,
): Likeness<FileEntry, Candidate> {
  const isOther = kind.isOther ?? (() => false);
  const silent = { ...context, tell: () => {}, lose: () => {} };
  return {
    isOther: ({ file }, { fields }) => isOther(file.value, fields, context.zone),
    areOther: (one, other) =>
      kind.isOther !== undefined && one !== other && !haveSameId(one, other) &&
      (areBothKnown(one, other) || isOther(one.fields, other.fields, context.zone) ||
        saysOther(one.fields, other.fields)),
    says: ({ file }, { fields, where }) => {
      const wanted = knownFields(fields);
      const scope = { ...silent, slug: file.slug, had: file.value, wanted, where };
      return Object.keys(changedFields({ shape: kind.schema.shape, rules: kind.rules }, scope))
        .length === 0;
    },
  };
}

function haveSameId(one: Candidate, other: Candidate): boolean {
  return one.ids.some((id) => other.ids.includes(id));
}

function areBothKnown(one: Candidate, other: Candidate): boolean {
  return one.ids.length > 0 && other.ids.length > 0;
}

/** Whether two records of one dump differ in a text or number that both give. */
function saysOther(one: EntryFields, other: EntryFields): boolean {
  return Object.entries(one).some(([field, value]) =>
    ["string", "number"].includes(typeof value) && other[field] !== undefined &&
    other[field] !== value
  );
}

/** File names do not depend on a dump's order: the first show of a day has the plain one. */
function byName(one: { records: readonly Candidate[] }, other: typeof one): number {
  const [first, second] = [sortKey(one.records[0]!), sortKey(other.records[0]!)];
  return first < second ? -1 : first > second ? 1 : 0;
}

function sortKey({ names, ids }: Candidate): string {
  return `${names[0]}\n${ids[0]}`;
}

/** Records of one entry become one. */
function foldRecords(records: readonly Candidate[], context: ImportContext): Candidate {
  const known = records.map((record) => ({ ...record, fields: knownFields(record.fields) }));
  const article = records.findLast((record) => record.article !== undefined)?.article;
  return { ...known[0]!, fields: foldFields(known, context), article };
}

function changeFile(
  kind: FileKind,
  file: ContentFile,
  candidate: Candidate,
  context: ImportContext,
  { outcome }: Target,
): void {
  const where = { ...candidate.where, file: file.path };
  const scope = { ...context, slug: file.slug, had: file.value, wanted: candidate.fields, where };
  const changes = changedFields({ shape: kind.schema.shape, rules: kind.rules }, scope);
  const { body, summary } = candidate.article === undefined
    ? {}
    : mergeArticle(candidate.article, file.body, textIn(file.value["summary"]));
  const all = { ...changes, ...(summary !== undefined && { summary }) };
  if (Object.keys(all).length === 0 && body === undefined) return outcome.keep(file.path);
  const order = Object.keys(kind.schema.shape);
  outcome.change(file.path, editFile(file, Object.entries(all), order, body));
}

function makeFile(
  kind: FileKind,
  candidate: Candidate,
  context: ImportContext,
  { folder, taken, outcome }: Target,
): string | undefined {
  const isAddress = kind.folder === "members";
  const free = isAddress && taken.has(candidate.slug)
    ? `${candidate.slug}-${context.group}`
    : candidate.slug;
  const slug = claimSlug(free, taken);
  const ending = kind.folder === "news" ? "md" : "yaml";
  const path = `${folder}/${kind.folder}/${slug}.${ending}`;
  const where = { ...candidate.where, file: path };
  const scope = { ...context, slug, had: {}, wanted: candidate.fields, where };
  const fields = changedFields({ shape: kind.schema.shape, rules: kind.rules }, scope);
  const problem = problemWith(kind.schema, fields);
  if (problem !== undefined) {
    passOver(problem, candidate.where, context);
    return undefined;
  }
  if (isAddress && slug !== candidate.slug) {
    context.tell(`her address is "${slug}": somebody else has "${candidate.slug}"`, where);
  }
  const yaml = styledYaml(inOrder(fields, Object.keys(kind.schema.shape)));
  const text = kind.folder === "news" ? newsText(yaml, candidate) : yaml;
  outcome.make(path, text);
  return slug;
}

function newsText(yaml: string, { article }: Candidate): string {
  return `---\n${yaml}---\n${article === undefined ? "" : `\n${articleBody(article.content)}`}`;
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
