/**
 * This room reads and writes the lines of the record: uses of tokens, and what administrators did.
 *
 * @module
 */

import {
  type AdminEntry,
  adminEntry,
  decodeAct,
  isActText,
  type RecordedAct,
} from "./admin_entry.ts";
import { NOBODY, type People } from "./people.ts";
import { decodeUse, type RecordedUse, type UseEntry, useEntry } from "./use.ts";

/** The kinds of entries in the record. */
export const ENTRY_KINDS = ["use", "admin"] as const;

export type EntryKind = typeof ENTRY_KINDS[number];

/** What a line of the record holds. */
export type Recorded =
  | { readonly kind: "use"; readonly use: RecordedUse }
  | { readonly kind: "admin"; readonly act: RecordedAct };

/** An entry as `audit tail` and `/api/admin/audit` print it. */
export type AuditEntry = UseEntry | AdminEntry;

/** What kind of entry a line is, as far as its text tells. */
export function lineKind(text: string): EntryKind {
  return isActText(text) ? "admin" : "use";
}

/** Reads a line; `people` has what lies beside it. Throws SyntaxError where it is neither. */
export function decodeEntry(seq: number, text: string, people: People = NOBODY): Recorded {
  return lineKind(text) === "admin"
    ? { kind: "admin", act: decodeAct(seq, text, people) }
    : { kind: "use", use: decodeUse(seq, text, people) };
}

/** The printed form of a line. */
export function printedEntry(recorded: Recorded): AuditEntry {
  return recorded.kind === "admin" ? adminEntry(recorded.act) : useEntry(recorded.use);
}
