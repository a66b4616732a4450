import { type Kv, type KvKey, listAll } from "../../platform/kv.ts";
import { AUDIT_CHUNKS, auditChunkKey } from "../../platform/store_keys.ts";
import {
  type AdminEntry,
  adminEntry,
  decodeAct,
  isActText,
  type RecordedAct,
} from "../entries/admin_entry.ts";
import { type EntryKind, NOBODY, type People } from "../entries/entry.ts";
import { decodeUse, type RecordedUse, type UseEntry, useEntry } from "../entries/use.ts";
import { type OpenChunk, openChunk, readPeople } from "./chunk.ts";

type Recorded =
  | { readonly kind: "use"; readonly use: RecordedUse }
  | { readonly kind: "admin"; readonly act: RecordedAct };

/** An entry as `audit tail` and `/api/admin/audit` print it. */
export type AuditEntry = UseEntry | AdminEntry;

/** What kind of entry a line is, by its text. */
export function lineKind(text: string): EntryKind {
  return isActText(text) ? "admin" : "use";
}

/** Reads a line; `people` has what is beside it. Throws SyntaxError if it is neither. */
function decodeEntry(seq: number, text: string, people: People): Recorded {
  return lineKind(text) === "admin"
    ? { kind: "admin", act: decodeAct(seq, text, people) }
    : { kind: "use", use: decodeUse(seq, text, people) };
}

/** Chunks read at a time: 64 KiB each at most. */
const PAGE = 32;

/** One stored chunk: its place, and what it holds (null if it cannot be read). */
export interface StoredChunk {
  /** The last part of its key: a sound record has the number of the chunk's first use there. */
  readonly place: string | number;
  readonly key: KvKey;
  readonly chunk: OpenChunk | null;
}

/** The chunks of the record whose first use has a number above `after`, in order. */
export async function* readChunks(kv: Kv, after = 0): AsyncGenerator<StoredChunk> {
  const options = { after: auditChunkKey(after), limit: PAGE };
  for await (const { key, value } of listAll(kv, AUDIT_CHUNKS, options)) {
    yield { key, place: key.at(-1)!, chunk: openChunk(value) };
  }
}

/** The entries of a chunk; lines that cannot be read are left out. */
export function entriesOf(chunk: OpenChunk, people: People = NOBODY): Recorded[] {
  return chunk.lines.flatMap(({ seq, text }) => {
    try {
      return [decodeEntry(seq, text, people)];
    } catch {
      return [];
    }
  });
}

/** The entries of chunks with what is beside them; nothing of those who were forgotten. */
export async function readEntries(kv: Kv, chunks: readonly OpenChunk[]): Promise<Recorded[]> {
  const subjects = () => chunks.flatMap((chunk) => entriesOf(chunk).map(subjectOf));
  const people = await readPeople(kv, chunks, subjects);
  return chunks.flatMap((chunk) => entriesOf(chunk, people.beside(chunk.first)));
}

/** The id of the token, key or code that an entry is about; "" where it is about none. */
export function subjectOf(entry: Recorded): string {
  return entry.kind === "use" ? entry.use.token_id : entry.act.subject ?? "";
}

/** Chunks read at a time from the end. */
const TAIL_PAGE = 4;

interface TailOptions {
  /** At most so many; default 50. */
  readonly limit?: number;
  readonly kind?: EntryKind | undefined;
  /** Those about these keys, tokens, codes or administrators alone; all if there are none. */
  readonly subjects?: readonly string[];
  /** How far back they are looked for: about so many entries, of every kind; all if left out. */
  readonly among?: number;
}

/** The last entries on record, oldest first: `audit tail` and `/api/admin/audit`. */
export async function tailEntries(
  kv: Kv,
  { limit = 50, among = Infinity, ...wanted }: TailOptions = {},
): Promise<AuditEntry[]> {
  if (limit <= 0) return [];
  const newestFirst: AuditEntry[][] = [];
  let count = 0;
  let read = 0;
  for await (const { value } of listAll(kv, AUDIT_CHUNKS, { limit: TAIL_PAGE, reverse: true })) {
    const chunk = openChunk(value);
    const entries = chunk === null ? [] : await printed(kv, chunk, wanted);
    newestFirst.push(entries);
    count += entries.length;
    read += chunk?.lines.length ?? 0;
    if (count >= limit || read >= among) break;
  }
  return newestFirst.reverse().flat().slice(-limit);
}

async function printed(
  kv: Kv,
  chunk: OpenChunk,
  { kind, subjects = [] }: Pick<TailOptions, "kind" | "subjects">,
): Promise<AuditEntry[]> {
  const isAll = subjects.length === 0;
  // Most chunks hold nothing of a subject, which their text shows at once.
  const isNamed = ({ text }: { readonly text: string }) =>
    subjects.some((subject) => text.includes(subject));
  if (!isAll && !chunk.lines.some(isNamed)) return [];
  const entries = await readEntries(kv, [chunk]);
  return entries.filter((entry) =>
    (kind === undefined || entry.kind === kind) && (isAll || isAbout(entry, subjects))
  ).map((entry) => entry.kind === "admin" ? adminEntry(entry.act) : useEntry(entry.use));
}

/** A webhook belongs to a key, which its entry names. */
function isAbout(entry: Recorded, subjects: readonly string[]): boolean {
  if (subjects.includes(subjectOf(entry))) return true;
  if (entry.kind === "use") return false;
  const { before, after } = entry.act;
  return [before, after].some((side) => subjects.some((subject) => side?.key_id === subject));
}

/** A use as `audit export` prints it: everything that is on record. */
export interface ExportedUse extends UseEntry {
  /** The template of the route that answered; "" where none did. */
  readonly route: string;
}

/** An entry as `audit export` prints it. */
export type ExportedEntry = ExportedUse | AdminEntry;

/** The entries on record behind number `after`, oldest first; holds no more than a few chunks in memory. */
export async function* exportEntries(
  kv: Kv,
  { after = 0, kind }: { readonly after?: number; readonly kind?: EntryKind | undefined } = {},
): AsyncGenerator<ExportedEntry> {
  for await (const entry of entriesBehind(kv, after)) {
    const exported = exportedEntry(entry);
    if (exported.seq > after && (kind === undefined || entry.kind === kind)) yield exported;
  }
}

function exportedEntry(entry: Recorded): ExportedEntry {
  if (entry.kind === "admin") return adminEntry(entry.act);
  return { ...useEntry(entry.use), route: entry.use.route };
}

/** The entries of the chunk that holds `after`, and of all that follow. */
async function* entriesBehind(kv: Kv, after: number): AsyncGenerator<Recorded> {
  const [around] = await kv.list(AUDIT_CHUNKS, {
    limit: 1,
    reverse: true,
    after: auditChunkKey(after + 1),
  });
  const begun = openChunk(around?.value);
  if (begun !== null) yield* await readEntries(kv, [begun]);
  for await (const { chunk } of readChunks(kv, after)) {
    if (chunk !== null) yield* await readEntries(kv, [chunk]);
  }
}
