/**
 * This room says what the records of each kind become.
 *
 * @module
 */

import type { ReportDiagnostic } from "../../../diagnostic/diagnostic.ts";
import { isFields } from "../../../read/source.ts";
import { say } from "../../../words/say.ts";
import type { ImportContext } from "../context.ts";
import type { FileKind } from "../merge/file_kind.ts";
import { importFiles } from "../merge/import_files.ts";
import { DumpRecord } from "../record/dump_record.ts";
import { textOf } from "../record/values.ts";
import { birthdaysKind, membersKind } from "./members.ts";
import { eventsKind, showsKind, videocallKind } from "./occasions.ts";
import { newsKind, releasesKind, setlistsKind } from "./publications.ts";

/** The kinds by the word that the command takes. */
export const IMPORT_KINDS: Readonly<Record<string, FileKind>> = {
  members: membersKind,
  theater: showsKind,
  setlists: setlistsKind,
  news: newsKind,
  events: eventsKind,
  birthday: birthdaysKind,
  videocall: videocallKind,
  releases: releasesKind,
};

/** Merges the records of a kind, and the songs that shows in detail hold into setlists. */
export function importKind(
  kind: FileKind,
  records: readonly DumpRecord[],
  context: ImportContext,
  report: ReportDiagnostic,
): void {
  const { tell, findSetlist, setlists, settings, outcome } = context;
  const isFirst = context.taken.size === 0;
  importFiles(kind, records, context, report);
  if (kind !== showsKind) return;
  // Whether these are all is in no dump, and decides what can be counted.
  const areFirst = isFirst && outcome.counts.made > 0 && !settings?.shows_complete;
  const details = records.flatMap((record) => setlistIn(record, context));
  if (details.length > 0) importFiles(setlistsKind, details, context, report);
  const detailed = new Set(details.map(({ where }) => where.name));
  for (const record of records) {
    const name = textOf(record.peek("setlist"));
    if (name === undefined || detailed.has(name) || findSetlist(name) !== undefined) continue;
    const message = setlists.length > 0
      ? say`no setlist is called "${name}"`
      : say`there are no setlists, so its songs are unknown: import them too`;
    tell(message, { record: record.where.record, name: record.where.name });
  }
  if (areFirst) {
    tell(say`are these all shows that the group has ever had? Then write shows_complete: true in
    group.yaml, so that milestones of members are known`);
  }
}

/** The setlist of a show in detail, as a record of its own. */
function setlistIn(record: DumpRecord, context: ImportContext): DumpRecord[] {
  const detail = record.peek("setlist_detail");
  const name = isFields(detail) ? textOf(detail["name"]) : undefined;
  const songs = isFields(detail) ? detail["songs"] : undefined;
  if (name === undefined || !Array.isArray(songs) || songs.length === 0) return [];
  const raw = { number: record.where.record, fields: { name, songs } };
  const naming = { kind: setlistsKind.name, map: new Map() };
  return [new DumpRecord(raw, name, naming, {}, context)];
}
