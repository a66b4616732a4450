import type { Kv } from "../../platform/kv.ts";
import {
  type Chain,
  createChain,
  GENESIS,
  type Head,
  type StoredAnchor,
  type StoredHead,
  type ToldMark,
} from "./chain.ts";
import {
  AUDIT_ANCHOR,
  AUDIT_CURSORS,
  AUDIT_HEAD,
  FORGOTTEN_REVISION,
} from "../../platform/store_keys.ts";
import { readPeople } from "./chunk.ts";
import { readChunks, type StoredChunk } from "./read_record.ts";
import { createWalk, type Discrepancy, entryName, type KnownHead } from "./walk_record.ts";

/** What `audit verify` found. */
export interface VerifyResult {
  readonly ok: boolean;
  readonly uses: number;
  readonly admin: number;
  /** Those of both that name nobody any more, because the person was forgotten. */
  readonly forgotten: number;
  /** Where the record goes wrong, at most about 100 places; empty when ok. */
  readonly flaws: readonly Discrepancy[];
  /** The end of the record: kept elsewhere, it shows later that nothing before it was taken away. */
  readonly head: Head;
  /** The whole verdict in one sentence. */
  readonly message: string;
}

/**
 * Reads the whole record and finds every entry that was edited, deleted, moved or added without the
 * pepper, names and addresses that were changed or were deleted without `forget`, and an end that was cut
 * off: `audit verify`. The service may go on recording meanwhile. `heads`, from the footers of chat
 * messages or kept from an earlier verdict, must still be there.
 */
export async function verifyRecord(
  kv: Kv,
  pepper: string | Uint8Array,
  { heads = [] }: { readonly heads?: readonly Head[] } = {},
): Promise<VerifyResult> {
  const chain = createChain(pepper);
  const marks = async () => await kv.getMany<StoredAnchor>([AUDIT_ANCHOR, FORGOTTEN_REVISION]);
  while (true) {
    const before = await marks();
    const verdict = await verifyFrom(kv, chain, before[0]!.value, heads);
    if (verdict.ok) return verdict;
    // Retention may have dropped the beginning, or somebody was forgotten, under our eyes: verify again.
    const after = await marks();
    if (after.every(({ version }, place) => version === before[place]!.version)) return verdict;
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
  for await (const some of inGroups(readChunks(kv), AT_ONCE)) {
    const people = await readPeople(kv, some.flatMap(({ chunk }) => chunk ?? []));
    for (const stored of some) {
      const first = stored.chunk?.first ?? 0;
      walk.chunk(stored, (subject) => people.valueOf(subject, first));
    }
  }
  const { uses, admin, forgotten, head, flaws: found } = walk.end();
  const { value: end } = await kv.get<StoredHead>(AUDIT_HEAD);
  if (head.seq > (end?.seq ?? 0)) {
    found.push({ seq: head.seq, message: "the record goes on behind its noted end" });
  }
  const flaws = [...found, ...noted];
  const message = sentence({ uses, admin, forgotten }, head, flaws);
  return { ok: flaws.length === 0, uses, admin, forgotten, flaws, head, message };
}

/** Chunks for which what is beside them is read together. */
const AT_ONCE = 32;

async function* inGroups(
  chunks: AsyncIterable<StoredChunk>,
  size: number,
): AsyncGenerator<StoredChunk[]> {
  let group: StoredChunk[] = [];
  for await (const chunk of chunks) {
    group.push(chunk);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  yield group;
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
  { uses, admin, forgotten }: Pick<VerifyResult, "uses" | "admin" | "forgotten">,
  head: Head,
  flaws: readonly Discrepancy[],
): string {
  const [first, ...more] = flaws;
  if (first === undefined) {
    const without = forgotten === 0 ? "" : ` (${forgotten} of them of persons who were forgotten)`;
    const counted = `${uses} uses and ${admin} entries of administrators${without}`;
    return `The record is whole: ${counted}, the last is ${head.seq} with the head ${head.link}`;
  }
  const others = more.length > 0 ? ` (and ${more.length} more places)` : "";
  return `The record was changed at ${entryName(first)}: ${first.message}${others}`;
}
