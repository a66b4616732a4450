import { Buffer } from "node:buffer";
import type { Kv, KvCheck, KvEntry, KvWrite } from "../../platform/kv.ts";
import { auditChunkKey } from "../../platform/store_keys.ts";
import type { Random } from "../../platform/random.ts";
import { type AdminAct, newAct } from "../entries/admin_entry.ts";
import { chunkWrites, tipByChunks, tipOf } from "./appender.ts";
import { type Chain, createChain, type StoredHead } from "./chain.ts";
import { packChunks } from "./chunk.ts";
import { SALT_BYTES } from "./person_values.ts";

/** What acts are put on record with. */
export interface ActDeps {
  readonly kv: Kv;
  readonly random: Random;
  readonly pepper: string | Uint8Array;
}

/** A commit, and what administrators did by it. */
export interface ActCommit {
  readonly acts: readonly AdminAct[];
  /** Whether the store's format has what says who a person is beside the chain. */
  readonly isApart: boolean;
  readonly checks: readonly KvCheck[];
  readonly writes: readonly KvWrite[];
}

/**
 * Puts acts at the end of the record and makes their writes, in one commit: both or neither. `head` is
 * the head entry as it was read with what the checks are about. The new version; null where a check did
 * not hold, or others have gone on with the record: then nothing was written.
 */
export async function commitOnRecord(
  { kv, random, pepper }: ActDeps,
  head: KvEntry<StoredHead>,
  { acts, isApart, checks, writes }: ActCommit,
): Promise<string | null> {
  const chain: Chain = createChain(pepper);
  const tip = await tipByChunks(kv, tipOf(head));
  const id = Buffer.from(random.bytes(12)).toString("base64url");
  // Who was forgotten has no such fields in their record any more, and the record is what acts tell.
  const apart = { salt: () => random.bytes(SALT_BYTES), isForgotten: () => false };
  const packed = packChunks(acts.map(newAct), tip, id, chain, isApart ? apart : undefined);
  return await kv.commit([
    ...checks,
    { key: head.key, version: head.version },
    { key: auditChunkKey(tip.seq + 1), version: null },
  ], [...writes, ...chunkWrites(chain, packed.chunks, packed.tip)]);
}
