import type { Kv } from "../../platform/kv.ts";
import { type Chain, createChain, GENESIS, type Head } from "./chain.ts";
import { AUDIT_ANCHOR, AUDIT_CURSORS, AUDIT_HEAD } from "../../platform/store_keys.ts";
import type { StoredAnchor, StoredHead, ToldMark } from "./stored_heads.ts";
import { readChunks } from "./read_record.ts";
import { createWalk, type Discrepancy, entryName, type KnownHead } from "./walk_record.ts";

/** What `audit verify` found. */
export interface VerifyResult {
  readonly ok: boolean;
  /** Uses that are on record. */
  readonly uses: number;
  /** Entries of administrators that are on record. */
  readonly admin: number;
  /** Where the record goes wrong, at most about 100 places; empty when ok. */
  readonly flaws: readonly Discrepancy[];
  /** The end of the record: kept elsewhere, it shows later that nothing before it was taken away. */
  readonly head: Head;
  /** The whole verdict in one sentence. */
  readonly message: string;
}

/** What else to verify by. */
export interface VerifyOptions {
  /** Heads from the footers of chat messages, or kept from an earlier verdict: they must still be there. */
  readonly heads?: readonly Head[];
}

/**
 * Reads the whole record and finds every entry that was edited, deleted, moved or added without the
 * pepper, and an end that was cut off: `audit verify`. The service may go on recording meanwhile.
 */
export async function verifyRecord(
  kv: Kv,
  pepper: string | Uint8Array,
  options: VerifyOptions = {},
): Promise<VerifyResult> {
  const chain = createChain(pepper);
  while (true) {
    const before = await kv.get<StoredAnchor>(AUDIT_ANCHOR);
    const verdict = await verifyFrom(kv, chain, before.value, options.heads ?? []);
    if (verdict.ok) return verdict;
    // Retention may have dropped the beginning under our eyes: then look again.
    if ((await kv.get(AUDIT_ANCHOR)).version === before.version) return verdict;
  }
}

async function verifyFrom(
  kv: Kv,
  chain: Chain,
  anchor: StoredAnchor | null,
  heads: readonly Head[],
): Promise<VerifyResult> {
  const noted: Discrepancy[] = [];
  const start = readStart(chain, anchor, noted);
  const witnesses = [
    ...heads.map((head) => ({ ...head, by: "the chat" })),
    ...await readTold(kv, chain, noted),
    ...await readHead(kv, chain, noted),
  ];
  const walk = createWalk(chain, start, witnesses);
  for await (const stored of readChunks(kv)) walk.chunk(stored);
  const { uses, admin, head, flaws: found } = walk.end();
  const { value: end } = await kv.get<StoredHead>(AUDIT_HEAD);
  if (head.seq > (end?.seq ?? 0)) {
    found.push({ seq: head.seq, message: "the record goes on behind its noted end" });
  }
  const flaws = [...found, ...noted];
  const message = sentence({ uses, admin }, head, flaws);
  return { ok: flaws.length === 0, uses, admin, flaws, head, message };
}

function readStart(chain: Chain, anchor: StoredAnchor | null, flaws: Discrepancy[]): Head {
  if (anchor === null) return GENESIS;
  const { seq, link, at, seal } = anchor;
  if (chain.seal("anchor", seq, link, at) === seal) return { seq, link };
  flaws.push({ seq, message: "the note of what was dropped for its age is false" });
  return GENESIS;
}

async function readTold(kv: Kv, chain: Chain, flaws: Discrepancy[]): Promise<KnownHead[]> {
  return (await kv.list<ToldMark>(AUDIT_CURSORS)).flatMap(({ key, value }) => {
    const sink = String(key.at(-1));
    if (value === null || (value.told === 0 && value.seal === "")) return [];
    const { told, head, seal } = value;
    if (chain.seal("told", sink, told, head) === seal) return [{ seq: told, link: head, by: sink }];
    flaws.push({ seq: told, message: `the note of what "${sink}" was told is false` });
    return [];
  });
}

async function readHead(kv: Kv, chain: Chain, flaws: Discrepancy[]): Promise<KnownHead[]> {
  const { value } = await kv.get<StoredHead>(AUDIT_HEAD);
  if (value === null) return [];
  const { seq, link, seal } = value;
  if (chain.seal("head", seq, link) === seal) return [{ seq, link, by: "the note of the end" }];
  flaws.push({ seq, message: "the note of the record's end is false" });
  return [];
}

function sentence(
  { uses, admin }: { uses: number; admin: number },
  head: Head,
  flaws: readonly Discrepancy[],
): string {
  const [first, ...more] = flaws;
  if (first === undefined) {
    const counted = `${uses} uses and ${admin} entries of administrators`;
    return `The record is whole: ${counted}, the last is ${head.seq} with the head ${head.link}`;
  }
  const others = more.length > 0 ? ` (and ${more.length} more places)` : "";
  return `The record was changed at ${entryName(first)}: ${first.message}${others}`;
}
