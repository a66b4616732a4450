/**
 * This room turns the dumps of other APIs into content files.
 *
 * @module
 */

import type { AmbiguousDate } from "../../dates/read_moment.ts";
import type { DateOrder } from "../../dates/written_days.ts";
import { createSetlistFinder } from "../../derive/setlists.ts";
import type { Diagnostic, ReportDiagnostic } from "../../diagnostic/diagnostic.ts";
import { formatDiagnostics } from "../../diagnostic/format.ts";
import { readSetlists } from "../../files/content_file.ts";
import { missingSiteFiles } from "../../files/missing_site_files.ts";
import {
  groupHint,
  readGroup,
  readRoster,
  refuseNewGroup,
  takenSlugs,
} from "../../files/read_group.ts";
import { TaskError, WRONG_CALL } from "../../task/task_error.ts";
import { say } from "../../words/say.ts";
import { styledYaml } from "../../yaml/styled_yaml.ts";
import type { ImportContext } from "./context.ts";
import { type Dump, readDump, recordName } from "./dump/find_records.ts";
import { IMPORT_KINDS, importKind } from "./kinds/kinds.ts";
import { ImportMemory } from "./memory.ts";
import { DumpRecord } from "./record/dump_record.ts";
import { plainKey, withDefault } from "./record/field_names.ts";
import { pictureTaker } from "./record/pictures.ts";
import { type FieldFate, Notes, Outcome } from "./report.ts";

/** What is to be imported, and where. */
export interface ImportRequest {
  /** The content folder; it need not be there yet. */
  readonly root: string;
  readonly group: string;
  readonly kind: string;
  /** The text of the dump. */
  readonly text: string;
  /** The order of dates in digits. */
  readonly dates?: DateOrder | undefined;
  /** Their fields and ours; `-` leaves a field out. */
  readonly map?: Readonly<Record<string, string>>;
  /** Values of our fields for records that do not say them. */
  readonly set?: Readonly<Record<string, string>>;
  /** Whether the dump is right wherever it differs from the files. */
  readonly prefersTheirs?: boolean;
  /** A folder with the pictures that the dump names. */
  readonly pictures?: string | undefined;
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

/** One date of a dump that may be several days. */
interface FoundAmbiguity extends AmbiguousDate {
  readonly field: string;
  readonly text: string;
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
  const [notes, outcome] = [new Notes(), new Outcome()];
  const folder = `${root}/${group}`;
  const settings = readGroup(root, group, report);
  refuseBroken(problems);
  const map = Object.entries(request.map ?? {}).map(([theirs, ours]) =>
    [plainKey(theirs), ours === "-" ? ours : plainKey(ours)] as const
  );
  const naming = { kind: kind.name, map: new Map(map) };
  const dump = readDump(text, kind, naming);
  for (const [path, text] of missingSiteFiles(root)) outcome.texts.set(path, text);
  if (settings === undefined) {
    refuseNewGroup(root, group);
    const family = kind.family ?? (dump.isWrapped ? "wrapped" : "bare");
    const values = { name: group, family, timezone: ZONE, language: "id" };
    outcome.texts.set(`${folder}/group.yaml`, styledYaml(values));
    notes.tell(
      say`there was no group "${group}": it is a new one of the ${family} family, in ${ZONE}${
        groupHint(root, group)
      }`,
    );
  }
  const ambiguous: FoundAmbiguity[] = [];
  const setlists = readSetlists(folder);
  const findSetlist = createSetlistFinder(setlists);
  const memory = new ImportMemory(folder);
  const pictures = new Map<string, Uint8Array>();
  const context: ImportContext = {
    group,
    folder,
    settings,
    zone: settings?.timezone ?? ZONE,
    order: request.dates,
    roster: readRoster(folder, settings?.guests ?? [], report),
    setlists: setlists.map(({ name }) => name),
    findSetlist: (name) => findSetlist(name)?.name,
    pictures: pictureTaker(request.pictures, folder, pictures, notes.tell),
    memory,
    prefersTheirs: request.prefersTheirs ?? false,
    taken: takenSlugs(root, group, kind.folder),
    outcome,
    tell: notes.tell,
    onAmbiguous: (field, text, date) => void ambiguous.push({ field, text, ...date }),
  };
  const records = dump.records.map(({ number, fields: said }) => {
    const fields = Object.entries(request.set ?? {})
      .reduce((all, [field, value]) => withDefault(all, field, value, naming), said);
    const name = recordName(fields, kind, naming);
    return new DumpRecord({ number, fields }, name, naming, kind.parts ?? {}, context);
  });
  importKind(kind, records, context, report);
  refuseBroken(problems);
  refuseAmbiguous(ambiguous);
  for (const [path, text] of memory.files()) outcome.texts.set(path, text);
  const fates = [...records.flatMap((record) => record.fates()), ...unread(dump, notes)];
  return {
    outcome,
    notes,
    records: dump.records.length,
    fates,
    pictures,
  };
}

/** Records that are none, and lists that were not read, are told and lost. */
function unread({ bad, others }: Dump, { tell }: Notes): FieldFate[] {
  const fate = "lost" as const;
  return [
    ...bad.map(({ number: record, value, problem: reason }) => {
      tell(say`it is passed over: ${reason}`, { record, name: "" });
      return { theirs: say`(record)`, fate, value, reason, record };
    }),
    ...others.map(({ path: theirs, count }) => {
      tell(
        say`the list "${theirs}" with ${count} records was not read: give it in a file of its own`,
      );
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

/** The number of dates that are named at once. */
const NAMED_DATES = 3;

/** Dates that may be several days: each order that gives a day of its own is a choice. */
function refuseAmbiguous(dates: readonly FoundAmbiguity[]): void {
  const [first] = dates;
  if (first === undefined) return;
  const names = { dmy: say`day first`, mdy: say`month first`, ymd: say`year first` };
  const texts = [...new Set(dates.map(({ text, field }) => `"${text}" (${field})`))];
  const named = texts.slice(0, NAMED_DATES).join(", ") + (texts.length > NAMED_DATES ? ", …" : "");
  const choices = [...first.readings].map(([day, [order]]) =>
    `  --dates=${order}  ${say`${names[order!]}: "${first.text}" is ${day}`}`
  );
  const message =
    say`Cannot tell the day of ${named}: its parts may be in any order; choose one of these`;
  throw new TaskError([message, ...choices].join("\n"), WRONG_CALL);
}
