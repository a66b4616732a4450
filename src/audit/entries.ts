import { Buffer } from "node:buffer";
import type { Numbered } from "../events/entry_log.ts";
import { endpointOf } from "./endpoint_of.ts";

/** The kinds of entries: uses of tokens, and what administrators did. */
export const ENTRY_KINDS = ["use", "admin"] as const;

export type EntryKind = typeof ENTRY_KINDS[number];

/** One use of a priority token, as the request path reports it. */
export interface TokenUse {
  /** When the request came in, in epoch milliseconds. */
  readonly at: number;
  readonly token_id: string;
  /** The holder of the token. */
  readonly name: string;
  readonly email: string;
  /** The caller's address, or "unknown". */
  readonly ip: string;
  readonly method: string;
  /** The path asked for, without query and without credentials: see {@linkcode endpointOf}. */
  readonly endpoint: string;
  /** The template of the route that answered, as `/api/{group}/news/{id}`; "" where none did. */
  readonly route: string;
  readonly status: number;
}

/** Fields of a record, as programs see them: texts, numbers, lists of texts. */
export type ActFields = Readonly<Record<string, unknown>>;

/** Something that an administrator did. It holds no secret. */
export interface AdminAct {
  /** When, in epoch milliseconds. */
  readonly at: number;
  /** The administrator's name, {@linkcode LOCAL} or {@linkcode OWNER}. */
  readonly by: string;
  /** Where the administrator called from; null at the machine itself. */
  readonly ip: string | null;
  /** Noun and verb, as `key revoke`. */
  readonly command: string;
  /** The id of what was changed; null if it has no id, or was only read. */
  readonly subject: string | null;
  /** What was otherwise before; null where there was nothing. */
  readonly before: ActFields | null;
  /** The same afterwards; null where it is gone. */
  readonly after: ActFields | null;
}

/** The administrator at the machine itself, who does not log in. */
export const LOCAL = "local";

/** The owner of a key, who proves it by the key or by a letter. The address is the person's. */
export const OWNER = "owner";

/** The names of the record that no administrator may have, and whom each stands for. */
export const TAKEN_NAMES: ReadonlyMap<string, string> = new Map([
  [LOCAL, "who works at the machine itself"],
  [OWNER, "the owner of a key"],
]);

/** The command by which a key gets another secret while the former one goes on for a day. */
export const ROTATION = "key rotate";

interface UseOnRecord extends TokenUse {
  readonly kind: "use";
  /** How many uses it stands for: all that came together and are alike; one if left out. */
  readonly count?: number;
  readonly forgotten?: true;
}

interface ActOnRecord extends AdminAct {
  readonly kind: "admin";
  readonly forgotten?: true;
}

/** An entry on record. `forgotten`: what says who the person is was emptied. */
export type Entry = UseOnRecord | ActOnRecord;

/** How many uses an entry stands for. */
export function usesOf(entry: Entry): number {
  return entry.kind === "use" ? entry.count ?? 1 : 0;
}

/** The id of the token, key or code that an entry is about; null where it is about none. */
export function subjectOf(entry: Entry): string | null {
  return entry.kind === "use" ? entry.token_id : entry.subject;
}

/** Longest text kept of each part of a use, in UTF-16 units: it always fits into a value of the store. */
const LONGEST = {
  token_id: 128,
  name: 512,
  email: 320,
  ip: 64,
  method: 16,
  endpoint: 2048,
  route: 256,
} as const;

/** The uses of one commit: those that are alike but for the instant are one entry. */
export class UseGroup {
  readonly #entries = new Map<string, UseOnRecord>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get entries(): UseOnRecord[] {
    return [...this.#entries.values()];
  }

  /** Adds a use, over-long parts cut; false if there is no room for it. */
  add(use: TokenUse): boolean {
    const kept = {
      token_id: cut(use.token_id, LONGEST.token_id),
      name: cut(use.name, LONGEST.name),
      email: cut(use.email, LONGEST.email),
      ip: cut(use.ip, LONGEST.ip),
      method: cut(use.method, LONGEST.method),
      endpoint: cut(endpointOf(use.endpoint), LONGEST.endpoint),
      route: cut(use.route, LONGEST.route),
      status: use.status,
    };
    const text = JSON.stringify(kept);
    const alike = this.#entries.get(text);
    if (alike !== undefined) {
      this.#entries.set(text, { ...alike, count: usesOf(alike) + 1 });
      return true;
    }
    // Kind, instant and count take the rest.
    this.#bytes += Buffer.byteLength(text) + 64;
    if (this.#bytes > this.#maxBytes) return false;
    this.#entries.set(text, { kind: "use", at: Math.trunc(use.at), ...kept });
    return true;
  }
}

/** Longest text of a name or command, in UTF-16 units. */
const MAX_TEXT = 512;
const MAX_FIELD_TEXT = 1_024;
const MAX_LIST = 100;
/** Bytes of `before` and `after` each, so that an entry always fits into a value of the store. */
const MAX_FIELDS_BYTES = 20_000;

/** The entry of an act, over-long parts cut. */
export function actEntry({ at, by, ip, command, subject, before, after }: AdminAct): Entry {
  return {
    kind: "admin",
    at: Math.trunc(at),
    by: cut(by, MAX_TEXT),
    ip: ip === null ? null : cut(ip, MAX_TEXT),
    command: cut(command, MAX_TEXT),
    subject: subject === null ? null : cut(subject, MAX_TEXT),
    before: fitting(before),
    after: fitting(after),
  };
}

function fitting(fields: ActFields | null): ActFields | null {
  if (fields === null) return null;
  const short = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [cut(name, MAX_TEXT), shortened(value)]),
  );
  const size = Buffer.byteLength(JSON.stringify(short));
  return size <= MAX_FIELDS_BYTES ? short : { cut: `${size} bytes of fields were too many` };
}

function shortened(value: unknown): unknown {
  if (typeof value === "string") return cut(value, MAX_FIELD_TEXT);
  if (!Array.isArray(value)) return value;
  const kept = value.slice(0, MAX_LIST).map(shortened);
  return value.length > MAX_LIST ? [...kept, `… and ${value.length - MAX_LIST} more`] : kept;
}

/** A text of at most `longest` UTF-16 units. */
function cut(text: string, longest: number): string {
  return text.length <= longest
    ? text.toWellFormed()
    : `${text.slice(0, longest - 1).toWellFormed()}…`;
}

/** The fields of records that say who a person is. */
export const PERSONAL_FIELDS: readonly string[] = [
  ...["owner", "name", "email", "organization", "ips", "reason", "note"],
];

/** The entry without what says who the person is; the same one if it says nothing. */
export function blanked(entry: Entry): Entry {
  if (entry.forgotten) return entry;
  if (entry.kind === "use") return { ...entry, name: "", email: "", ip: "", forgotten: true };
  const { before, after, by, ip } = entry;
  const isAddress = by === OWNER && ip !== null;
  if (!isAddress && !isPersonal(before) && !isPersonal(after)) return entry;
  return {
    ...entry,
    ip: isAddress ? null : ip,
    before: emptied(before),
    after: emptied(after),
    forgotten: true,
  };
}

function isPersonal(fields: ActFields | null): boolean {
  return PERSONAL_FIELDS.some((name) => fields !== null && Object.hasOwn(fields, name));
}

function emptied(fields: ActFields | null): ActFields | null {
  return fields && Object.fromEntries(
    Object.entries(fields).map(([name, value]) =>
      PERSONAL_FIELDS.includes(name) ? [name, ""] : [name, value]
    ),
  );
}

/** An entry with its number, and with its instant as ISO 8601 in UTC. */
type Printed<E extends Entry> = Omit<E, "at"> & { readonly seq: number; readonly at: string };

/** A use as `audit tail` and `/api/admin/audit` print it. */
export type UseEntry = Omit<ExportedUse, "route">;
/** A use as `audit export` prints it: everything that is on record. */
export type ExportedUse = Printed<UseOnRecord>;
export type AuditEntry = UseEntry | Printed<ActOnRecord>;
export type ExportedEntry = ExportedUse | Printed<ActOnRecord>;

/** An entry as `audit tail` prints it. */
export function printedEntry(entry: Numbered<Entry>): AuditEntry {
  const exported = exportedEntry(entry);
  if (exported.kind === "admin") return exported;
  const { route: _, ...use } = exported;
  return use;
}

/** An entry as `audit export` prints it. */
export function exportedEntry({ seq, value }: Numbered<Entry>): ExportedEntry {
  const { kind, at, ...rest } = value;
  return { seq, at: isoInstant(at), kind, ...rest } as ExportedEntry;
}

/** The instant of `epochMs` as ISO 8601 in UTC; the epoch itself if it is outside the calendar. */
export function isoInstant(epochMs: number): string {
  return new Date(Math.abs(epochMs) <= 8.64e15 ? epochMs : 0).toISOString();
}
