import { Buffer } from "node:buffer";
import { cut, isoInstant, type NewEntry, NOBODY, type People } from "./entry.ts";

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

/** An administrator's entry on record; `seq` is counted together with uses. */
export interface RecordedAct extends AdminAct {
  readonly seq: number;
  /** What says who the person is is "" in `before` and `after`: the person was forgotten. */
  readonly forgotten?: true;
}

/** The fields of records that say who a person is. */
export const PERSONAL_FIELDS: readonly string[] = [
  ...["owner", "name", "email", "organization", "ips", "reason", "note"],
];

/** Longest text of a name or command, in UTF-16 units. */
const MAX_TEXT = 512;
const MAX_FIELD_TEXT = 1_024;
const MAX_LIST = 100;
/** Bytes of `before` and `after` each, so that an entry always fits into a chunk. */
const MAX_FIELDS_BYTES = 20_000;

/** The act as it is put on record: a line of JSON text, an object, over-long parts cut. */
export function newAct(act: AdminAct): NewEntry {
  const short = shortAct(act);
  const { before, after, ...rest } = short;
  const isOwner = rest.by === OWNER && rest.ip !== null;
  const fields = [personalPart(before), personalPart(after), ...(isOwner ? [rest.ip] : [])];
  const isPersonal = act.subject !== null && fields.some((part) => part !== null);
  const line = {
    kind: "admin",
    ...rest,
    ip: isOwner ? null : rest.ip,
    before: emptied(before),
    after: emptied(after),
  };
  return {
    subject: isPersonal ? rest.subject : null,
    fields: isPersonal ? JSON.stringify(fields) : "",
    line: (place) => JSON.stringify(isPersonal ? { ...line, place } : { kind: "admin", ...short }),
  };
}

/**
 * Reads a line of {@linkcode newAct}; `people` has what is beside it. Throws SyntaxError for anything
 * else.
 */
export function decodeAct(seq: number, text: string, people: People = NOBODY): RecordedAct {
  const value: unknown = JSON.parse(text);
  if (!isAct(value)) {
    throw new SyntaxError(`Cannot read entry ${seq}: it is no administrator's, got "${text}"`);
  }
  const { at, by, ip, command, subject, before, after, place } = value;
  const act = { seq, at, by, ip, command, subject, before, after };
  if (place === undefined) return act;
  const isGone = place === null || people.isForgotten(subject!);
  const fields = isGone ? undefined : people.fieldsOf(subject!, place);
  if (!Array.isArray(fields)) {
    return { ...act, before: emptied(before), after: emptied(after), forgotten: true };
  }
  return {
    ...act,
    ip: fields[2] ?? ip,
    before: before && { ...before, ...fields[0] },
    after: after && { ...after, ...fields[1] },
  };
}

/** The fields of one side that say who a person is; null where there are none. */
function personalPart(fields: ActFields | null): ActFields | null {
  const names = PERSONAL_FIELDS.filter((name) => fields !== null && Object.hasOwn(fields, name));
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, fields![name]]));
}

function emptied(fields: ActFields | null): ActFields | null {
  return fields && Object.fromEntries(
    Object.entries(fields).map((
      [name, value],
    ) => [name, PERSONAL_FIELDS.includes(name) ? "" : value]),
  );
}

function shortAct({ at, by, ip, command, subject, before, after }: AdminAct): AdminAct {
  return {
    at: Math.trunc(at),
    by: cut(by, MAX_TEXT),
    ip: ip === null ? null : cut(ip, MAX_TEXT),
    command: cut(command, MAX_TEXT),
    subject: subject === null ? null : cut(subject, MAX_TEXT),
    before: fitting(before),
    after: fitting(after),
  };
}

/** Whether a line of the record is an administrator's entry. */
export function isActText(text: string): boolean {
  return text.startsWith('{"kind":"admin",');
}

/** Whom the entry in a line forgets: the key, token or code that a `… forget` emptied. */
export function forgottenBy(text: string): string[] {
  if (!text.includes(' forget","subject":"')) return [];
  const { command, subject } = decodeAct(0, text);
  return /^(?:key|token|code) forget$/.test(command) && subject !== null ? [subject] : [];
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

type ActLine = AdminAct & { readonly place?: number | null };

function isAct(value: unknown): value is ActLine {
  if (typeof value !== "object" || value === null) return false;
  const { kind, at, by, ip, command, subject, before, after, place } = value as Record<
    string,
    unknown
  >;
  const isPlaced = place === undefined || place === null ||
    (typeof place === "number" && subject !== null);
  return isPlaced && kind === "admin" && typeof at === "number" && typeof by === "string" &&
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
