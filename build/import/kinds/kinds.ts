import type { GroupFamily } from "../../../src/model/enums.ts";
import type { EntryFolder } from "../../read/walk.ts";
import type { DumpShape } from "../dump/read_dump.ts";
import { importFiles, type Target } from "../merge/import_files.ts";
import type { RecordReader } from "../record/record.ts";
import type { FileKind, ImportContext } from "./kind.ts";
import { birthdaysKind, membersKind } from "./members.ts";
import { eventsKind, importTheater, showsKind } from "./occasions.ts";
import { newsKind, releasesKind, setlistsKind } from "./publications.ts";
import { videocallKind } from "./videocalls.ts";

/** What can be imported. */
export interface ImportKind extends DumpShape {
  /** The folder in which new files get a name. */
  readonly folder: EntryFolder;
  /** Whether its dumps say by their form which family the group is of. */
  readonly family?: GroupFamily;
  run(records: readonly RecordReader[], context: ImportContext, target: Target): void;
}

/** The kinds by the word that the command takes. */
export const IMPORT_KINDS: Readonly<Record<string, ImportKind>> = {
  members: filesOf(membersKind),
  theater: { ...showsKind, run: importTheater },
  setlists: filesOf(setlistsKind),
  news: filesOf(newsKind),
  events: filesOf(eventsKind),
  birthday: filesOf(birthdaysKind),
  videocall: videocallKind,
  releases: filesOf(releasesKind),
};

function filesOf(kind: FileKind): ImportKind {
  const run: ImportKind["run"] = (...what) => importFiles(kind, ...what);
  return { ...kind, run };
}
