/**
 * This room says what the records of each kind become.
 *
 * @module
 */

import type { ReportDiagnostic } from "../../../diagnostic/diagnostic.ts";
import { say } from "../../../words/say.ts";
import type { ImportContext } from "../context.ts";
import type { FileKind } from "../merge/file_kind.ts";
import { importFiles } from "../merge/import_files.ts";
import type { DumpRecord } from "../record/dump_record.ts";
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

/** Merges the records of a kind; of shows also says which setlists are not known. */
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
  for (const record of records) {
    const name = textOf(record.peek("setlist"));
    if (name === undefined || findSetlist(name) !== undefined) continue;
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
