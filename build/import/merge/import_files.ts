import type { Report } from "../../diagnostic/diagnostic.ts";
import { schemaLine } from "../../schema/json_schema.ts";
import { articleBody, mergeArticle } from "./article_body.ts";
import { type ContentFile, editFile, readFolder } from "../content/content_file.ts";
import type { Candidate, FileKind, ImportContext } from "./file_kind.ts";
import { changedFields, inOrder, knownFields } from "./changed_fields.ts";
import { problemWith } from "./fit_fields.ts";
import { foldFields } from "./fold_records.ts";
import { matchEntries } from "./match_entries.ts";
import type { Outcome } from "../report/outcome.ts";
import type { RecordReader } from "../record/record.ts";
import { claimSlug } from "../content/title_slug.ts";
import { styledYaml } from "../yaml/styled_node.ts";

/** Where files go, and which names they may not have. */
export interface Target {
  /** `content/<group>`. */
  readonly folder: string;
  readonly taken: Set<string>;
  readonly outcome: Outcome;
  readonly report: Report;
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
    ...kind.keysOf(file.slug, file.value, context.zone),
    hasOwnId: file.value["id"] !== undefined,
  }));
  const candidates = records.map((record) => kind.read(record, context))
    .filter((candidate) => candidate !== undefined);
  const { matches, ambiguous } = matchEntries(entries, candidates);
  for (const { where } of ambiguous) {
    context.tell("it is passed over: several files have this name; give it an id", where);
  }
  for (const { entry, records } of matches.toSorted(byName)) {
    const merged = foldRecords(records, context);
    if (entry !== undefined) changeFile(kind, entry.file, merged, context, target);
    else if (kind.mayCreate) makeFile(kind, merged, context, target);
    else {for (const { where } of records) {
        context.tell("it is passed over: nobody is called so", where);
      }}
  }
}

/** So file names do not depend on a dump's order, and the first show of a day has the plain one. */
function byName(one: { records: readonly Candidate[] }, other: typeof one): number {
  const [first, second] = [sortKey(one.records[0]!), sortKey(other.records[0]!)];
  return first < second ? -1 : first > second ? 1 : 0;
}

function sortKey({ names, ids }: Candidate): string {
  return `${names[0]}\n${ids[0]}`;
}

/** Records of one entry become one. */
function foldRecords(records: readonly Candidate[], { tell }: ImportContext): Candidate {
  const known = records.map((record) => ({ ...record, fields: knownFields(record.fields) }));
  const article = records.findLast((record) => record.article !== undefined)?.article;
  return { ...known[0]!, fields: foldFields(known, tell), article };
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
): void {
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
    context.tell(`it is passed over: ${problem}`, candidate.where);
    return;
  }
  if (isAddress && slug !== candidate.slug) {
    context.tell(`her address is "${slug}": somebody else has "${candidate.slug}"`, where);
  }
  const yaml = styledYaml(inOrder(fields, Object.keys(kind.schema.shape)));
  const text = kind.folder === "news"
    ? newsText(yaml, candidate)
    : schemaLine(kind.schemaName, 2) + yaml;
  outcome.make(path, text);
}

function newsText(yaml: string, { article }: Candidate): string {
  return `---\n${yaml}---\n${article === undefined ? "" : `\n${articleBody(article.content)}`}`;
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
