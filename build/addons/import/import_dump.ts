/**
 * This room turns the dumps of other APIs into content files: of each record the fields are read by the
 * schema of their kind, and merged three ways into the file that is known by the same id or name.
 *
 * @module
 */

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
import type { FoundAmbiguity, ImportContext } from "./context.ts";
import { type Dump, readDump, recordName } from "./dump/find_records.ts";
import { IMPORT_KINDS } from "./kinds/kinds.ts";
import { ImportMemory } from "./memory.ts";
import { importFiles } from "./merge/import_files.ts";
import { DumpRecord } from "./record/dump_record.ts";
import { FieldNames } from "./record/field_names.ts";
import { pictureTaker } from "./record/pictures.ts";
import { type FieldFate, Outcome } from "./report.ts";

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

const ZONE = "Asia/Jakarta";

/**
 * Works out what a dump changes in a content folder; writes nothing.
 *
 * @throws {TaskError} where the dump or the folder cannot be read, or the order of its dates has to be known first
 */
export function importDump(request: ImportRequest): Outcome {
  const { root, group, map = {}, set = {} } = request;
  const kind = IMPORT_KINDS[request.kind]!;
  const folder = `${root}/${group}`;
  const problems: Diagnostic[] = [];
  const report: ReportDiagnostic = (problem) => void problems.push(problem);
  const outcome = new Outcome();
  const settings = readGroup(root, group, report);
  refuseBroken(problems);
  const names = new FieldNames(kind.name, map);
  const dump = readDump(request.text, kind, names);
  for (const [path, text] of missingSiteFiles(root)) outcome.texts.set(path, text);
  if (settings === undefined) {
    refuseNewGroup(root, group);
    const family = kind.family ?? (dump.isWrapped ? "wrapped" : "bare");
    const values = { name: group, family, timezone: ZONE, language: "id" };
    outcome.texts.set(`${folder}/group.yaml`, styledYaml(values));
    outcome.tell(
      say`there was no group "${group}": it is a new one of the ${family} family, in ${ZONE}${
        groupHint(root, group)
      }`,
    );
  }
  const memory = new ImportMemory(folder);
  const setlists = readSetlists(folder);
  const context: ImportContext = {
    group,
    folder,
    settings,
    zone: settings?.timezone ?? ZONE,
    order: request.dates,
    roster: readRoster(folder, settings?.guests ?? [], report),
    setlists,
    findSetlist: createSetlistFinder(setlists),
    takePicture: pictureTaker(request.pictures, folder, outcome),
    memory,
    prefersTheirs: request.prefersTheirs ?? false,
    taken: takenSlugs(root, group, kind.folder),
    outcome,
    ambiguous: [],
  };
  const areFirst = context.taken.size === 0;
  const records = dump.records.map(({ number, fields: said }) => {
    const fields = Object.entries(set)
      .reduce((all, [field, value]) => names.withDefault(all, field, value), said);
    const where = { record: number, name: recordName(fields, kind, names) };
    return new DumpRecord(fields, where, names, kind.parts ?? {}, context);
  });
  importFiles(kind, records, context, report);
  refuseBroken(problems);
  refuseAmbiguous(context.ambiguous);
  // Whether these are all is in no dump, and decides what can be counted.
  if (kind.folder === "shows" && areFirst && outcome.counts.made > 0 && !settings?.shows_complete) {
    outcome.tell(say`are these all shows that the group has ever had? Then write
    shows_complete: true in group.yaml, so that milestones of members are known`);
  }
  for (const [path, text] of memory.files()) outcome.texts.set(path, text);
  outcome.records = records.length;
  outcome.fates = [...records.flatMap((record) => record.fates()), ...unread(dump, outcome)];
  return outcome;
}

/** Records that are none, and lists that were not read, are told and lost. */
function unread({ bad, others }: Dump, outcome: Outcome): FieldFate[] {
  const fate = "lost" as const;
  return [
    ...bad.map(({ number: record, value, problem: reason }) => {
      outcome.tell(say`it is passed over: ${reason}`, { record, name: "" });
      return { theirs: say`(record)`, fate, value, reason, record };
    }),
    ...others.map(({ path: theirs, count }) => {
      outcome.tell(
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

const NAMED_DATES = 3;

/** Dates that may be several days: each order that gives a day of its own is a choice. */
function refuseAmbiguous(dates: readonly FoundAmbiguity[]): void {
  const [first] = dates;
  if (first === undefined) return;
  const orders = { dmy: say`day first`, mdy: say`month first`, ymd: say`year first` };
  const texts = [...new Set(dates.map(({ text, field }) => `"${text}" (${field})`))];
  const named = texts.slice(0, NAMED_DATES).join(", ") + (texts.length > NAMED_DATES ? ", …" : "");
  const choices = [...first.readings].map(([day, [order]]) =>
    `  --dates=${order}  ${say`${orders[order!]}: "${first.text}" is ${day}`}`
  );
  const message =
    say`Cannot tell the day of ${named}: its parts may be in any order; choose one of these`;
  throw new TaskError([message, ...choices].join("\n"), WRONG_CALL);
}
