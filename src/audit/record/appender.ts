import { Buffer } from "node:buffer";
import { sleep } from "../../platform/clock.ts";
import type { Env } from "../../platform/env.ts";
import type { Kv, KvCheck, KvEntry, KvWrite } from "../../platform/kv.ts";
import type { Random } from "../../platform/random.ts";
import { AUDIT_CHUNKS, AUDIT_HEAD, auditChunkKey, personKey } from "../../platform/store_keys.ts";
import { type BackOff, fullJitterMs } from "../../toolbox/back_off.ts";
import { type AdminAct, newAct } from "../entries/admin_entry.ts";
import type { NewEntry } from "../entries/entry.ts";
import { type Chain, createChain, GENESIS, type Head, type StoredHead } from "./chain.ts";
import { type Chunk, openChunk, packChunks, readForgotten, SALT_BYTES } from "./chunk.ts";

/** Entries that go on record together. Land one and the same batch again after a failure. */
export interface Batch {
  /** Every chunk of the batch holds it: by it, a batch whose reply was lost is recognised. */
  readonly id: string;
  readonly entries: readonly NewEntry[];
  /** Number that the last attempt gave to the first use; null before any. */
  triedAt: number | null;
}

/** The end of the record as it was last seen, and the version of the head entry then. */
interface Tip extends Head {
  readonly version: string | null;
}

/** What holds as long as the record's end is the same: who forgets a person moves it by the entry that says so. */
interface Surroundings {
  readonly forgotten: Set<string>;
  /** Of whom it is known whether they were forgotten. */
  readonly known: Set<string>;
}

/** A landed batch leaves no tip to go on from. */
type Looked = { readonly landed: Head } | { readonly tip: Tip; readonly around: Surroundings };

/** The waits of those who write the same head: each of them is soon done. */
export const CONTENTION: BackOff = { firstMs: 2, maxMs: 40 };

/** Adds batches to the end of the record. */
export type Appender = ReturnType<typeof createAppender>;

/** Creates the appender of this process: compare-and-set on the head, chunk and head in one commit. */
export function createAppender(
  { kv, clock, random, chain }: Omit<Env, "log"> & { readonly chain: Chain },
) {
  let known: Tip | null = null;
  let around: Surroundings | null = null;
  // Others write too: the tip that we remember is stale as often as not, so read before writing.
  let contended = false;
  let turn = 0;

  /**
   * Puts the batch on record, once, however often it is landed; processes that meet at the record's end
   * go one after the other. Rejects if the store cannot be reached (the batch may have landed all the
   * same), or if a later call has taken over.
   */
  async function land(batch: Batch): Promise<Head> {
    const mine = ++turn;
    const goOn = <T>(value: T): T => {
      if (mine !== turn) throw new Error("Another attempt has taken over this batch");
      return value;
    };
    let refused: Tip | null = null;
    for (let attempt = 0;; attempt++) {
      const looked: Looked = await look(batch, refused).then(goOn);
      if ("landed" in looked) return looked.landed;
      const landed = await tryAt(looked.tip, looked.around, batch).then(goOn);
      if (landed !== null) return landed;
      refused = looked.tip;
      await sleep(clock, fullJitterMs(CONTENTION, attempt, random.fraction())).then(goOn);
    }
  }

  async function look(batch: Batch, refused: Tip | null): Promise<Looked> {
    const isKnown = around !== null && unknownIn(batch, around).length === 0;
    if (known !== null && isKnown && !contended && batch.triedAt === null) {
      return { tip: known, around: around! };
    }
    const keys = [AUDIT_HEAD];
    if (batch.triedAt !== null) keys.push(auditChunkKey(batch.triedAt));
    const [head, tried] = await kv.getMany<unknown>(keys);
    const tip = tipOf(head as KvEntry<StoredHead>);
    contended = known?.version !== tip.version;
    if (tried !== undefined && openChunk(tried.value)?.id === batch.id) {
      known = tip;
      around = null;
      return { landed: tip };
    }
    if (around === null || contended) around = { forgotten: new Set(), known: new Set() };
    await learn(batch, around);
    const astray = tip.version === null || refused?.version === tip.version;
    return { tip: astray ? await tipByChunks(kv, tip) : tip, around };
  }

  async function learn(batch: Batch, { forgotten, known }: Surroundings): Promise<void> {
    const unknown = unknownIn(batch, { known });
    for (const id of await readForgotten(kv, unknown)) forgotten.add(id);
    for (const id of unknown) known.add(id);
  }

  async function tryAt(tip: Tip, seen: Surroundings, batch: Batch): Promise<Head | null> {
    const isForgotten = (subject: string) => seen.forgotten.has(subject);
    const apart = { salt: () => random.bytes(SALT_BYTES), isForgotten };
    const packed = packChunks(batch.entries, tip, batch.id, chain, apart);
    batch.triedAt = tip.seq + 1;
    known = null;
    const checks = [
      { key: AUDIT_HEAD, version: tip.version },
      { key: auditChunkKey(tip.seq + 1), version: null },
    ];
    const version = await kv.commit(checks, chunkWrites(chain, packed.chunks, packed.tip));
    if (version === null) {
      contended = true;
      return null;
    }
    known = { ...packed.tip, version };
    return packed.tip;
  }

  return {
    batch: (entries: readonly NewEntry[]): Batch => ({
      id: batchId(random),
      entries,
      triedAt: null,
    }),
    land,
  };
}

function batchId(random: Random): string {
  return Buffer.from(random.bytes(12)).toString("base64url");
}

/** Those in a batch of whom it is not known whether they were forgotten. */
function unknownIn({ entries }: Batch, { known }: Pick<Surroundings, "known">): string[] {
  const subjects = new Set(entries.map(({ subject }) => subject));
  return [...subjects].filter((subject) => subject !== null && !known.has(subject)) as string[];
}

/** The end of the record by its head entry. */
function tipOf(head: KvEntry<StoredHead>): Tip {
  const { seq, link } = head.value ?? GENESIS;
  return { seq, link, version: head.version };
}

/** The end by the chunks: the record goes on after the last one, even if the head was set back. */
async function tipByChunks(kv: Kv, tip: Tip): Promise<Tip> {
  const [last] = await kv.list<Uint8Array>(AUDIT_CHUNKS, { limit: 1, reverse: true });
  const first = Number(last?.key.at(-1) ?? 0);
  const chunk = openChunk(last?.value);
  const line = chunk?.lines.at(-1);
  const end = line === undefined ? { seq: first, link: tip.link } : line;
  return end.seq > tip.seq ? { seq: end.seq, link: end.link, version: tip.version } : tip;
}

/** The writes that put chunks on record and move its end. */
function chunkWrites(
  chain: Chain,
  chunks: readonly Chunk[],
  { seq, link }: Head,
): KvWrite[] {
  const head: StoredHead = { seq, link, seal: chain.seal("head", seq, link) };
  return [
    ...chunks.flatMap(({ first, bytes, people }) => [
      { set: auditChunkKey(first), value: bytes },
      ...people.map((one) => ({ set: personKey(one.subject, first), value: one.bytes })),
    ]),
    { set: AUDIT_HEAD, value: head },
  ];
}

/** What acts are put on record with. */
export interface ActDeps {
  readonly kv: Kv;
  readonly random: Random;
  readonly pepper: string | Uint8Array;
}

/** A commit, and what administrators did by it. */
interface ActCommit {
  readonly acts: readonly AdminAct[];
  readonly checks: readonly KvCheck[];
  readonly writes: readonly KvWrite[];
}

/**
 * Puts acts at the end of the record and makes their writes, in one commit: both or neither. `head` is
 * the head entry as it was read with what the checks are about. The new version; null where a check did
 * not hold, or others have continued the record: then nothing was written.
 */
export async function commitOnRecord(
  { kv, random, pepper }: ActDeps,
  head: KvEntry<StoredHead>,
  { acts, checks, writes }: ActCommit,
): Promise<string | null> {
  const chain = createChain(pepper);
  const tip = await tipByChunks(kv, tipOf(head));
  const id = batchId(random);
  // Who was forgotten has no such fields in their record any more, and acts are made from the record.
  const apart = { salt: () => random.bytes(SALT_BYTES), isForgotten: () => false };
  const packed = packChunks(acts.map(newAct), tip, id, chain, apart);
  return await kv.commit([
    ...checks,
    { key: head.key, version: head.version },
    { key: auditChunkKey(tip.seq + 1), version: null },
  ], [...writes, ...chunkWrites(chain, packed.chunks, packed.tip)]);
}
