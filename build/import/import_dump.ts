import type { GroupFile } from "../../src/model/content/group.ts";
import type { Diagnostic, Report } from "../diagnostic/diagnostic.ts";
import { formatDiagnostics } from "../diagnostic/format.ts";
import { groupText, missingSiteFiles } from "./content/new_group.ts";
import type { ImportContext } from "./merge/file_kind.ts";
import { groupHint, readGroup, readRoster, refuseNewGroup } from "./content/group_context.ts";
import { ImportError } from "./import_error.ts";
import type { Target } from "./merge/import_files.ts";
import { type ImportKind, KINDS } from "./kinds.ts";
import { createNotes, type Notes, type Tell } from "./report/notes.ts";
import { createOutcome, type Outcome } from "./report/outcome.ts";
import { type Dump, readDump } from "./dump/read_dump.ts";
import { textOf } from "./record/known_value.ts";
import { createRecord, type RecordReader } from "./record/record.ts";
import { takenSlugs } from "./content/taken_slugs.ts";

/** What is to be imported, and where. */
export interface ImportRequest {
  /** The content folder; it need not be there yet. */
  readonly root: string;
  readonly group: string;
  readonly kind: string;
  /** The text of the dump. */
  readonly text: string;
}

/** What an import would do. */
export interface Imported {
  readonly outcome: Outcome;
  readonly notes: Notes;
  readonly records: number;
}

const ZONE = "Asia/Jakarta";

/**
 * Works out what a dump changes in a content folder; writes nothing.
 *
 * @throws {ImportError} where the dump or the folder cannot be read
 */
export function importDump({ root, group, kind: word, text }: ImportRequest): Imported {
  const kind = KINDS[word]!;
  const problems: Diagnostic[] = [];
  const report: Report = (problem) => void problems.push(problem);
  const notes = createNotes();
  const outcome = createOutcome();
  const dump = readDump(text, kind);
  const file = readGroup(root, group, report);
  refuseBroken(problems);
  foundGroup({ root, group, kind }, dump, file, outcome, notes.tell);
  const folder = `${root}/${group}`;
  const context: ImportContext = {
    group,
    otherNames: file === undefined ? [] : [file.name, ...file.aliases],
    zone: file?.timezone ?? ZONE,
    roster: readRoster(folder, report),
    tell: notes.tell,
  };
  const taken = kind.folder === undefined
    ? new Set<string>()
    : takenSlugs(root, group, kind.folder);
  const target: Target = { folder, taken, outcome, report };
  const records = dump.records.map((record) => createRecord(record, nameOf(record, kind), context));
  kind.run(records, context, target);
  refuseBroken(problems);
  tellUnused(records, notes.tell);
  return { outcome, notes, records: records.length };
}

function foundGroup(
  { root, group, kind }: { root: string; group: string; kind: ImportKind },
  { isWrapped }: Dump,
  file: GroupFile | undefined,
  outcome: Outcome,
  tell: Tell,
): void {
  for (const [path, text] of missingSiteFiles(root)) outcome.found(path, text);
  if (file !== undefined) return;
  refuseNewGroup(root, group);
  const family = kind.family ?? (isWrapped ? "wrapped" : "bare");
  outcome.found(`${root}/${group}/group.yaml`, groupText(group, family));
  const hint = groupHint(root, group);
  tell(`there was no group "${group}": it is a new one of the ${family} family, in ${ZONE}${hint}`);
}

function nameOf({ fields }: Dump["records"][number], { names }: ImportKind): string {
  return names.map((name) => textOf(fields[name])).find((text) => text !== undefined) ?? "";
}

/** Fields that no content file has are told once, with how often they occur. */
function tellUnused(records: readonly RecordReader[], tell: Tell): void {
  const counts = new Map<string, number>();
  for (const field of records.flatMap((record) => record.unused())) {
    counts.set(field, (counts.get(field) ?? 0) + 1);
  }
  if (counts.size === 0) return;
  const fields = [...counts].map(([field, count]) =>
    `"${field}" (${count} ${count === 1 ? "record" : "records"})`
  );
  tell(`not taken over, since content files have no such field: ${fields.join(", ")}`);
}

/** Warnings are for the check of the content; a file with errors cannot be merged into. */
function refuseBroken(problems: readonly Diagnostic[]): void {
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new ImportError(formatDiagnostics(errors).trimEnd());
}
