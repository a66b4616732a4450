import { Buffer } from "node:buffer";
import { isoInstant } from "./use.ts";

/** Fields of a record, as programs see them: texts, numbers, lists of texts. */
export type ActFields = Readonly<Record<string, unknown>>;

/** Something that an administrator did. It holds no secret. */
export interface AdminAct {
  /** When, in epoch milliseconds. */
  readonly at: number;
  /** The administrator's name, or {@linkcode LOCAL}. */
  readonly by: string;
  /** Where the administrator called from; null at the machine itself. */
  readonly ip: string | null;
  /** Noun and verb, as `key revoke`. */
  readonly command: string;
  /** The id of what was changed; null where it was nothing of an id, or only looked at. */
  readonly subject: string | null;
  /** What was otherwise before; null where there was nothing. */
  readonly before: ActFields | null;
  /** The same afterwards; null where it is gone. */
  readonly after: ActFields | null;
}

/** Who acts at the machine itself, where nobody logs in. */
export const LOCAL = "local";

/** An administrator's entry on record; `seq` is counted together with uses. */
export interface RecordedAct extends AdminAct {
  readonly seq: number;
}

/** Longest text of a name or command, in UTF-16 units. */
const MAX_TEXT = 512;
/** Longest text in a field. */
const MAX_FIELD_TEXT = 1_024;
/** Elements kept of a list. */
const MAX_LIST = 100;
/** Bytes of `before` and `after` each, so that an entry always fits into a chunk. */
const MAX_FIELDS_BYTES = 20_000;

/** The act as one line of JSON text, an object, over-long parts cut. */
export function encodeAct(act: AdminAct): string {
  const { at, by, ip, command, subject, before, after } = act;
  return JSON.stringify({
    kind: "admin",
    at: Math.trunc(at),
    by: cut(by, MAX_TEXT),
    ip: ip === null ? null : cut(ip, MAX_TEXT),
    command: cut(command, MAX_TEXT),
    subject: subject === null ? null : cut(subject, MAX_TEXT),
    before: fitting(before),
    after: fitting(after),
  });
}

/** Reads what {@linkcode encodeAct} wrote. Throws SyntaxError for anything else. */
export function decodeAct(seq: number, text: string): RecordedAct {
  const value: unknown = JSON.parse(text);
  if (!isAct(value)) {
    throw new SyntaxError(`Cannot read entry ${seq}: it is no administrator's, got "${text}"`);
  }
  const { at, by, ip, command, subject, before, after } = value;
  return { seq, at, by, ip, command, subject, before, after };
}

/** Whether a line of the record is an administrator's entry. */
export function isActText(text: string): boolean {
  return text.startsWith('{"kind":"admin",');
}

/** An administrator's entry as `audit tail` and `/api/admin/audit` print it. */
export interface AdminEntry extends Omit<RecordedAct, "at"> {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly kind: "admin";
}

/** The printed form of an administrator's entry. */
export function adminEntry({ seq, at, ...act }: RecordedAct): AdminEntry {
  return { seq, at: isoInstant(at), kind: "admin", ...act };
}

function isAct(value: unknown): value is AdminAct {
  if (typeof value !== "object" || value === null) return false;
  const { kind, at, by, ip, command, subject, before, after } = value as Record<string, unknown>;
  return kind === "admin" && typeof at === "number" && typeof by === "string" &&
    (ip === null || typeof ip === "string") && typeof command === "string" &&
    (subject === null || typeof subject === "string") &&
    [before, after].every((fields) => typeof fields === "object" && !Array.isArray(fields));
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

function cut(text: string, longest: number): string {
  return text.length <= longest ? text.toWellFormed() : text.slice(0, longest - 1).toWellFormed() +
    "…";
}
