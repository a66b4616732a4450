import { importFiles, type ImportKind } from "../merge/import_files.ts";
import type { FileKind } from "./kind.ts";
import { birthdaysKind, membersKind } from "./members.ts";
import { eventsKind, importTheater, showsKind } from "./occasions.ts";
import { newsKind, releasesKind, setlistsKind } from "./publications.ts";
import { videocallKind } from "./videocalls.ts";

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
