import type { Clock } from "../../platform/clock.ts";
import type { Kv, KvKey } from "../../platform/kv.ts";
import { type Chain, createChain, GENESIS, type Head, type StoredAnchor } from "./chain.ts";
import { followChunk, type OpenChunk } from "./chunk.ts";
import { AUDIT_ANCHOR, personKey } from "../../platform/store_keys.ts";
import { entriesOf, readChunks } from "./read_record.ts";

const DAY_MS = 86_400_000;
/** Values dropped by one commit, but for those of its last chunk; it takes 1,000 writes. */
const STEP = 100;

/** What dropping works with. */
export interface RetentionDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly pepper: string | Uint8Array;
  /** The setting AUDIT_RETENTION_DAYS. */
  readonly days: number;
}

/**
 * Drops the entries that are older than `days`, with the persons' fields that lie beside them, oldest
 * first and by whole chunks, and notes under a seal
 * where the record now begins, so that `audit verify` can tell this from a deletion. Stops at a place
 * that was tampered with: that is evidence. Returns how many entries were dropped. Safe with several
 * processes: whoever comes second finds nothing to do.
 */
export async function dropOldUses({ kv, clock, pepper, days }: RetentionDeps): Promise<number> {
  const chain = createChain(pepper);
  const oldest = clock.now() - days * DAY_MS;
  for (let dropped = 0;;) {
    const step = await readStep(kv, chain, oldest);
    const { seq, link } = step.tip;
    if (step.keys.length === 0) return dropped;
    const at = clock.now();
    const anchor: StoredAnchor = { seq, link, at, seal: chain.seal("anchor", seq, link, at) };
    const version = await kv.commit(
      [{ key: AUDIT_ANCHOR, version: step.anchorVersion }],
      [...step.keys.map((key) => ({ delete: key })), { set: AUDIT_ANCHOR, value: anchor }],
    );
    if (version === null) return dropped;
    dropped += step.entries;
  }
}

interface Step {
  readonly anchorVersion: string | null;
  readonly keys: readonly KvKey[];
  readonly entries: number;
  /** Where the record begins once the step is done. */
  readonly tip: Head;
}

/** The next chunks to drop, from the beginning on. */
async function readStep(kv: Kv, chain: Chain, oldest: number): Promise<Step> {
  const { value, version: anchorVersion } = await kv.get<StoredAnchor>(AUDIT_ANCHOR);
  const begin: Head = value ?? GENESIS;
  const keys: KvKey[] = [];
  let tip = begin;
  for await (const { key, chunk } of readChunks(kv)) {
    if (keys.length >= STEP || chunk === null) break;
    if (!isOlder(chunk, oldest)) break;
    // An attacker who could make a use look old could have it removed, so only what is whole is dropped.
    const next = followChunk(chunk, tip, chain);
    if (next === null) break;
    keys.push(key, ...chunk.people.map(([subject]) => personKey(subject, chunk.first)));
    tip = next;
  }
  return { anchorVersion, keys, entries: tip.seq - begin.seq, tip };
}

/** Whether all of a chunk is older. What cannot be read may be what a newer program wrote: it stays. */
function isOlder(chunk: OpenChunk, oldest: number): boolean {
  const entries = entriesOf(chunk);
  return entries.length === chunk.lines.length &&
    entries.every((entry) => (entry.kind === "use" ? entry.use : entry.act).at < oldest);
}
