/**
 * This room turns the dumps of other APIs into content files.
 *
 * @module
 */

import type { GroupFile } from "../../schema/content/group.ts";
import { exists, isFolder } from "../../read/there.ts";
import { PICTURES } from "../../picture/resolve_pictures.ts";
import { openPictureSource, type PictureSource, withOwnPictures } from "./record/pictures.ts";
import { createSetlistFinder } from "../../derive/setlists.ts";
import type { Diagnostic, ReportDiagnostic } from "../../diagnostic/diagnostic.ts";
import { formatDiagnostics } from "../../diagnostic/format.ts";
import { readSetlists } from "../../files/content_file.ts";
import {
  groupHint,
  readGroup,
  readRoster,
  refuseNewGroup,
  takenSlugs,
} from "../../files/read_group.ts";
import { refuseLinks } from "../../files/refuse_links.ts";
import { missingSiteFiles } from "../../files/missing_site_files.ts";
import { styledYaml } from "../../yaml/styled_yaml.ts";
import { ambiguousDates, type FoundAmbiguity } from "./ambiguous_dates.ts";
import { type Dump, readDump, recordName } from "./dump/read_dump.ts";
import { TaskError } from "../../task/task_error.ts";
import { IMPORT_KINDS } from "./kinds/kinds.ts";
import type { ImportKind } from "./merge/import_files.ts";
import { ImportMemory } from "./memory.ts";
import { FieldKeeper } from "./merge/field_keeper.ts";
import type { ImportContext } from "./kinds/kind.ts";
import type { ImportCall } from "./read_call.ts";
import { plainKey } from "./record/field_names.ts";
import { withDefault } from "./record/flatten.ts";
import { RecordReader } from "./record/record.ts";
import { type FieldFate, Notes, Outcome, type Tell } from "./report.ts";
import { say } from "../../words/say.ts";

/** What is to be imported, and where. */
export interface ImportRequest
  extends
    Pick<ImportCall, "group" | "kind">,
    Partial<Pick<ImportCall, "dates" | "map" | "set" | "prefersTheirs" | "pictures">> {
  /** The content folder; it need not be there yet. */
  readonly root: string;
  /** The text of the dump. */
  readonly text: string;
}

/** What an import would do. */
export interface Imported {
  readonly outcome: Outcome;
  readonly notes: Notes;
  readonly records: number;
  /** What becomes of every field of every record. */
  readonly fates: readonly FieldFate[];
  /** The bytes of new pictures by their paths. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

const ZONE = "Asia/Jakarta";

/**
 * Works out what a dump changes in a content folder; writes nothing.
 *
 * @throws {TaskError} where the dump or the folder cannot be read, or the order of its dates has to be known first
 */
export function importDump(request: ImportRequest): Imported {
  const { root, group, text } = request;
  const kind = IMPORT_KINDS[request.kind]!;
  const problems: Diagnostic[] = [];
  const report: ReportDiagnostic = (problem) => void problems.push(problem);
  const notes = new Notes();
  const outcome = new Outcome();
  const folder = `${root}/${group}`;
  const file = readGroup(root, group, report);
  refuseBroken(problems);
  const map = fieldMapOf(request.map);
  const naming = { kind: request.kind, map };
  const dump = readDump(withOwnPictures(text, folder), kind, naming);
  createGroup({ root, group, kind }, dump, file, outcome, notes.tell);
  const ambiguous: FoundAmbiguity[] = [];
  const readers = new Map<number, RecordReader>();
  const memory = new ImportMemory(folder);
  const setlists = readSetlists(folder);
  const { find: findSetlist } = createSetlistFinder(setlists);
  const pictures = request.pictures && openPictures(request.pictures, folder);
  const context: ImportContext = {
    ...naming,
    pictures: pictures || undefined,
    group,
    zone: file?.timezone ?? ZONE,
    settings: file,
    order: request.dates,
    roster: readRoster(folder, file?.guests ?? [], report),
    hasSetlists: setlists.length > 0,
    findSetlist: (name) => findSetlist(name)?.name,
    memory,
    keeper: new FieldKeeper(memory, request.prefersTheirs ?? false, outcome),
    tell: notes.tell,
    lose: ({ record }, field, reason, value) => readers.get(record)?.lose(field, reason, value),
    onAmbiguous: (field, text, date) => void ambiguous.push({ field, text, ...date }),
  };
  for (const { number, fields: said } of dump.records) {
    const fields = Object.entries(request.set ?? {}).reduce(
      (all, [field, value]) => withDefault(all, field, value, naming),
      said,
    );
    const name = recordName(fields, kind, naming);
    readers.set(number, new RecordReader({ number, fields }, name, context));
  }
  const records = [...readers.values()];
  const taken = takenSlugs(root, group, kind.folder);
  kind.run(records, context, { folder, taken, outcome, report });
  refuseBroken(problems);
  const [first, ...more] = ambiguous;
  if (first !== undefined) throw ambiguousDates([first, ...more]);
  for (const [path, text] of memory.files()) outcome.texts.set(path, text);
  const fates = [...records.flatMap((record) => record.fates()), ...unread(dump, notes.tell)];
  return {
    outcome,
    notes,
    records: dump.records.length,
    fates,
    pictures: placed(pictures || undefined, folder),
  };
}

function openPictures(folder: string, group: string): PictureSource {
  if (!isFolder(folder)) throw new TaskError(say`Cannot find the folder of pictures ${folder}`);
  refuseLinks(group, PICTURES.slice(0, -1));
  return openPictureSource(folder);
}

/** Those that are not in the group's folder yet, as they would be there. */
function placed(source: PictureSource | undefined, folder: string): Map<string, Uint8Array> {
  const all = [...source?.taken ?? []].map(([name, bytes]) =>
    [`${folder}/${PICTURES}${name}`, bytes] as const
  );
  return new Map(all.filter(([path]) => !exists(path)));
}

function fieldMapOf(map: ImportRequest["map"] = {}): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(map).map(([theirs, ours]) =>
      [plainKey(theirs), ours === "-" ? ours : plainKey(ours)] as const
    ),
  );
}

function createGroup(
  { root, group, kind }: { root: string; group: string; kind: ImportKind },
  { isWrapped }: Dump,
  file: GroupFile | undefined,
  outcome: Outcome,
  tell: Tell,
): void {
  for (const [path, text] of missingSiteFiles(root)) outcome.texts.set(path, text);
  if (file !== undefined) return;
  refuseNewGroup(root, group);
  const family = kind.family ?? (isWrapped ? "wrapped" : "bare");
  const values = { name: group, family, timezone: ZONE, language: "id" };
  outcome.texts.set(`${root}/${group}/group.yaml`, styledYaml(values));
  const hint = groupHint(root, group);
  tell(
    say`there was no group "${group}": it is a new one of the ${family} family, in ${ZONE}${hint}`,
  );
}

/** Records that are none, and lists that were not read, are told and lost. */
function unread({ bad, others }: Dump, tell: Tell): FieldFate[] {
  for (const { number, problem } of bad) {
    tell(say`it is passed over: ${problem}`, { record: number, name: "" });
  }
  for (const { path, count } of others) {
    tell(say`the list "${path}" with ${count} records was not read: give it in a file of its own`);
  }
  const fate = "lost" as const;
  return [
    ...bad.map(({ number: record, value, problem: reason }) => {
      return { theirs: say`(record)`, fate, value, reason, record };
    }),
    ...others.map(({ path: theirs, count }) => {
      const value = say`${count} records`;
      return { theirs, fate, value, reason: say`the list was not read`, record: 0 };
    }),
  ];
}

/** Warnings are for the check of the content; a file with errors cannot be merged into. */
function refuseBroken(problems: readonly Diagnostic[]): void {
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new TaskError(formatDiagnostics(errors).trimEnd());
}
