import { type Kv, type KvKey, listAll } from "../../platform/kv.ts";
import { type OpenChunk, openChunk } from "./chunk.ts";
import { AUDIT_CHUNKS, auditChunkKey } from "../../platform/store_keys.ts";
import { decodeEntry, type Recorded } from "../entries/entry.ts";
import { NOBODY, type People } from "../entries/people.ts";
import { readPeople } from "./person_values.ts";

/** Chunks read at a time: 64 KiB each at most. */
const PAGE = 32;

/** One stored chunk: where it lies, and what it holds (null where it cannot be read). */
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

/** The entries of chunks with what lies beside them; nothing of those who were forgotten. */
export async function readEntries(kv: Kv, chunks: readonly OpenChunk[]): Promise<Recorded[]> {
  const subjects = () => chunks.flatMap((chunk) => entriesOf(chunk).map(subjectOf));
  const people = await readPeople(kv, chunks, subjects);
  return chunks.flatMap((chunk) => entriesOf(chunk, people.beside(chunk.first)));
}

/** The id of the token, key or code that an entry is about; "" where it is about none. */
export function subjectOf(entry: Recorded): string {
  return entry.kind === "use" ? entry.use.token_id : entry.act.subject ?? "";
}
