import { Buffer } from "node:buffer";
import { getAll, type Kv } from "../../platform/kv.ts";
import { FORGOTTEN_REVISION, forgottenKey, personKey } from "../../platform/store_keys.ts";
import type { NewEntry, People } from "../entries/entry.ts";
import type { Chain, Head } from "./chain.ts";

/** Bytes of one chunk at most; the store takes 64 KiB with its own framing. */
const CHUNK_BYTES = 60_000;
/** What a line takes besides the use's text: link, number, separators. */
const LINE_OVERHEAD = 48;

/** One value of the record: consecutive uses, ready to be stored. */
export interface Chunk {
  /** Number of the first use; the last part of the chunk's key. */
  readonly first: number;
  readonly bytes: Uint8Array;
  /** What is beside it. */
  readonly people: readonly PersonValue[];
}

/** One use of a chunk: what was linked, and the link. */
export interface ChunkLine {
  readonly link: string;
  /** What the link covers: the number, a space, the use. */
  readonly linked: string;
  readonly seq: number;
  readonly text: string;
}

/** What a stored chunk holds, unverified. */
export interface OpenChunk {
  /** Names the batch that wrote it. */
  readonly id: string;
  readonly first: number;
  readonly count: number;
  /** Whose fields are beside it, each with the commitment to them. */
  readonly people: readonly (readonly [subject: string, commitment: string])[];
  readonly previous: string;
  readonly headerLink: string;
  readonly headerText: string;
  readonly lines: readonly ChunkLine[];
}

/** How many bytes an entry takes in a chunk and beside it, at most. */
export function entryBytes({ fields, line }: NewEntry): number {
  return Buffer.byteLength(line(0)) + Buffer.byteLength(fields) + LINE_OVERHEAD;
}

/** Lays entries out after `tip` in as many chunks as they need; `id` marks each of them. */
export function packChunks(
  entries: readonly NewEntry[],
  tip: Head,
  id: string,
  chain: Chain,
  apart: Apart,
): { chunks: Chunk[]; tip: Head } {
  const chunks: Chunk[] = [];
  for (const group of groupBySize(entries)) {
    const packed = packChunk(group, tip, id, chain, apart);
    chunks.push(packed.chunk);
    tip = packed.tip;
  }
  return { chunks, tip };
}

function packChunk(
  entries: readonly NewEntry[],
  tip: Head,
  id: string,
  chain: Chain,
  apart: Apart,
) {
  const first = tip.seq + 1;
  const { texts, people } = packPeople(entries, apart);
  const committed = people.map(({ subject, bytes }) =>
    [subject, chain.commitment(subject, first, bytes)] as const
  );
  const header = JSON.stringify({
    id,
    first,
    count: texts.length,
    previous: tip.link,
    ...(committed.length > 0 && { people: committed }),
  });
  let link = chain.link(tip.link, header);
  const lines = [`${link} ${header}`];
  texts.forEach((text, index) => {
    const linked = `${first + index} ${text}`;
    link = chain.link(link, linked);
    lines.push(`${link} ${linked}`);
  });
  const bytes = new TextEncoder().encode(lines.join("\n"));
  return { chunk: { first, bytes, people }, tip: { seq: tip.seq + texts.length, link } };
}

function groupBySize(entries: readonly NewEntry[]): NewEntry[][] {
  const groups: NewEntry[][] = [];
  let subjects = new Set<string | null>();
  let room = 0;
  for (const entry of entries) {
    const size = entryBytes(entry);
    if (size + headerBytes(entry, subjects) > room) {
      groups.push([]);
      subjects = new Set();
      room = CHUNK_BYTES - 256;
    }
    groups.at(-1)!.push(entry);
    room -= size + headerBytes(entry, subjects);
    subjects.add(entry.subject);
  }
  return groups;
}

/** What the header takes for a subject that no entry before was about. */
function headerBytes({ subject }: NewEntry, known: ReadonlySet<string | null>): number {
  if (subject === null || known.has(subject)) return 0;
  return Buffer.byteLength(JSON.stringify(subject)) + LINE_OVERHEAD;
}

/** Opens a stored chunk without checking its links; null where the value is not a chunk. */
export function openChunk(value: unknown): OpenChunk | null {
  const text = value instanceof Uint8Array ? exactText(value) : null;
  if (text === null) return null;
  const [header, ...rest] = text.split("\n");
  const lines = rest.map(openLine);
  const opened = header === undefined ? null : openHeader(header);
  if (opened === null || lines.includes(null)) return null;
  return { ...opened, lines: lines as ChunkLine[] };
}

/** The end of the record after `chunk`, if every link of it follows from `tip`; else null. */
export function followChunk(chunk: OpenChunk, tip: Head, chain: Chain): Head | null {
  if (chunk.first !== tip.seq + 1 || chunk.count !== chunk.lines.length) return null;
  let { seq, link } = tip;
  link = chain.link(link, chunk.headerText);
  if (link !== chunk.headerLink) return null;
  for (const line of chunk.lines) {
    link = chain.link(link, line.linked);
    if (line.seq !== ++seq || line.link !== link) return null;
  }
  return { seq, link };
}

/** The bytes as UTF-8, with nothing forgiven: a byte that means nothing is an edit too. */
function exactText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function openHeader(line: string): Omit<OpenChunk, "lines"> | null {
  const headerLink = line.slice(0, 22);
  const headerText = line.slice(23);
  try {
    const { id, first, count, previous, people = [] } = JSON.parse(headerText);
    const sound = typeof id === "string" && typeof previous === "string" &&
      Number.isSafeInteger(first) && Number.isSafeInteger(count) && isPeople(people);
    return sound ? { id, first, count, previous, headerLink, headerText, people } : null;
  } catch {
    return null;
  }
}

function isPeople(people: unknown): people is OpenChunk["people"] {
  return Array.isArray(people) &&
    people.every((one) => Array.isArray(one) && one.length === 2 && one.every(isText));
}

const isText = (value: unknown) => typeof value === "string";

function openLine(line: string): ChunkLine | null {
  const match = /^(.{22}) (([1-9]\d{0,15}) (.+))$/s.exec(line);
  if (match === null) return null;
  const [, link, linked, seq, text] = match as unknown as [string, string, string, string, string];
  return { link, linked, seq: Number(seq), text };
}

/** Bytes of the salt with which every value begins. */
export const SALT_BYTES = 16;

/** A person's fields of all entries of a chunk about one subject: a salt, then a JSON array. */
interface PersonValue {
  readonly subject: string;
  readonly bytes: Uint8Array;
}

/** How the persons of entries are held. */
interface Apart {
  /** Random bytes, so that a commitment shows nothing. */
  salt(): Uint8Array;
  isForgotten(subject: string): boolean;
}

/** Takes what says who a person is out of entries: their lines, and one value for each subject. */
function packPeople(
  entries: readonly NewEntry[],
  { salt, isForgotten }: Apart,
): { texts: string[]; people: PersonValue[] } {
  const places = new Map<string, Map<string, number>>();
  const texts = entries.map(({ subject, fields, line }) => {
    if (subject === null || isForgotten(subject)) return line(null);
    const own = places.get(subject) ?? new Map<string, number>();
    if (own.size === 0) places.set(subject, own);
    const place = own.get(fields) ?? own.size;
    own.set(fields, place);
    return line(place);
  });
  const people = [...places].map(([subject, own]) => ({
    subject,
    bytes: new Uint8Array(Buffer.concat([salt(), Buffer.from(`[${[...own.keys()].join(",")}]`)])),
  }));
  return { texts, people };
}

/** Reads what is beside chunks and, if anybody was forgotten at all, which of `subjects` were. */
export async function readPeople(
  kv: Kv,
  chunks: readonly Pick<OpenChunk, "first" | "people">[],
  subjects: () => Iterable<string> = () => [],
) {
  const wanted = chunks.flatMap(({ first, people }) =>
    people.map(([subject]) => ({ subject, first }))
  );
  const keys = wanted.map(({ subject, first }) => personKey(subject, first));
  const [revision, ...found] = await getAll<unknown>(kv, [FORGOTTEN_REVISION, ...keys]);
  const values = new Map<string, Uint8Array>();
  found.forEach(({ value }, index) => {
    const { subject, first } = wanted[index]!;
    if (value instanceof Uint8Array) values.set(`${first} ${subject}`, value);
  });
  const forgotten = revision!.version === null ? NONE : await readForgotten(kv, subjects());
  /** The value of a subject beside the chunk that begins with `first`; undefined: it was deleted. */
  const valueOf = (subject: string, first: number) => values.get(`${first} ${subject}`);
  return {
    valueOf,
    /** For the lines of the chunk that begins with `first`. */
    beside(first: number): People {
      const opened = new Map<string, unknown>();
      return {
        isForgotten: (subject) => forgotten.has(subject),
        fieldsOf(subject, place) {
          if (!opened.has(subject)) opened.set(subject, openValue(valueOf(subject, first)));
          const fields = opened.get(subject);
          return Array.isArray(fields) ? fields[place] : undefined;
        },
      };
    },
  };
}

const NONE: ReadonlySet<string> = new Set();

/** Those of some subjects that were forgotten. */
export async function readForgotten(
  kv: Pick<Kv, "getMany">,
  subjects: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(subjects)];
  const marks = await getAll(kv, ids.map(forgottenKey));
  return new Set(ids.filter((_, index) => marks[index]!.version !== null));
}

function openValue(bytes: Uint8Array | undefined): unknown {
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes.subarray(SALT_BYTES)));
  } catch {
    return undefined;
  }
}
