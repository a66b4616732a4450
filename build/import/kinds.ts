import type { FileKind, ImportContext } from "./merge/file_kind.ts";
import { importFiles, type Target } from "./merge/import_files.ts";
import { setlistsKind } from "./kinds/import_setlists.ts";
import { importVideocalls } from "./kinds/import_videocalls.ts";
import { birthdaysKind, membersKind } from "./kinds/members.ts";
import { eventsKind } from "./kinds/events.ts";
import { newsKind, releasesKind } from "./kinds/publications.ts";
import { importTheater, shows } from "./kinds/theater.ts";
import type { DumpShape } from "./dump/read_dump.ts";
import type { RecordReader } from "./record/record.ts";
import type { EntryFolder } from "../read/walk.ts";
import type { GroupFamily } from "../../src/model/enums.ts";
import { phrase } from "../words/say.ts";

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
  members: filesOf(membersKind, {
    plural: phrase`members`,
    dataset: "member",
    lists: ["members"],
    names: ["name", "fullname"],
    nameParts: ["first_name", "last_name"],
  }),
  theater: {
    ...filesOf(shows, {
      plural: phrase`shows`,
      dataset: "show",
      lists: ["theater", "shows", "schedule"],
      names: ["title", "setlist"],
      day: "date",
    }),
    run: importTheater,
  },
  setlists: filesOf(setlistsKind, {
    plural: phrase`setlists`,
    dataset: "setlist",
    lists: ["setlists"],
    names: ["name"],
    mapOf: "songs",
  }),
  news: filesOf(newsKind, {
    plural: phrase`news`,
    dataset: "news",
    lists: ["news"],
    names: ["title"],
    day: "date",
  }),
  events: filesOf(eventsKind, {
    plural: phrase`events`,
    dataset: "event",
    lists: ["events", "schedule"],
    names: ["title"],
    day: "date",
  }),
  birthday: filesOf(birthdaysKind, {
    plural: phrase`birthdays`,
    dataset: "member",
    lists: ["birthday", "birthdays"],
    names: ["name"],
    nameParts: ["first_name", "last_name"],
    day: "date",
  }),
  videocall: {
    plural: phrase`sessions`,
    dataset: "videocall",
    lists: ["sessions", "videocall"],
    names: ["session"],
    day: "date",
    folder: "videocalls",
    family: "bare",
    run: importVideocalls,
  },
  releases: {
    ...filesOf(releasesKind, {
      plural: phrase`releases`,
      dataset: "release",
      lists: ["releases"],
      names: ["title"],
      day: "release_date",
    }),
    family: "wrapped",
  },
};

function filesOf(kind: FileKind, shape: DumpShape): ImportKind {
  return {
    ...shape,
    folder: kind.folder,
    run: (records, context, target) => importFiles(kind, records, context, target),
  };
}
