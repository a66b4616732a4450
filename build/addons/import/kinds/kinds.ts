/**
 * This room says what the records of each kind become.
 *
 * @module
 */

import type { ReportDiagnostic } from "../../../diagnostic/diagnostic.ts";
import type { ImportContext } from "../context.ts";
import type { FileKind } from "../merge/file_kind.ts";
import { importFiles } from "../merge/import_files.ts";
import type { DumpRecord } from "../record/dump_record.ts";
import type { DumpShape } from "../dump/find_records.ts";
import { birthdaysKind, membersKind } from "./members.ts";
import { eventsKind, showsKind } from "./occasions.ts";
import { newsKind, releasesKind, setlistsKind } from "./publications.ts";
import { importTheater } from "./theater.ts";
import { importSessions, videocallKind } from "./videocalls.ts";

/** What can be imported. */
export interface ImportKind
  extends DumpShape, Pick<FileKind, "name" | "fields" | "folder" | "family"> {
  run(records: readonly DumpRecord[], context: ImportContext, report: ReportDiagnostic): void;
}

/** The kinds by the word that the command takes. */
export const IMPORT_KINDS: Readonly<Record<string, ImportKind>> = {
  members: filesOf(membersKind),
  theater: { ...showsKind, run: importTheater },
  setlists: filesOf(setlistsKind),
  news: filesOf(newsKind),
  events: filesOf(eventsKind),
  birthday: filesOf(birthdaysKind),
  videocall: { ...videocallKind, run: importSessions },
  releases: filesOf(releasesKind),
};

function filesOf(kind: FileKind): ImportKind {
  return { ...kind, run: (...what) => importFiles(kind, ...what) };
}
