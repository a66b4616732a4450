/**
 * This room says what the records of each kind become.
 *
 * @module
 */

import type { FileKind } from "../merge/file_kind.ts";
import { birthdaysKind, membersKind } from "./members.ts";
import { eventsKind, showsKind, videocallKind } from "./occasions.ts";
import { newsKind, releasesKind, setlistsKind } from "./publications.ts";

const KINDS = [
  ...[membersKind, showsKind, setlistsKind, newsKind, eventsKind, birthdaysKind, videocallKind],
  releasesKind,
];

/** The kinds by the word that the command takes. */
export const IMPORT_KINDS: Readonly<Record<string, FileKind>> = Object.fromEntries(
  KINDS.map((kind) => [kind.name, kind]),
);
