import { serialize } from "node:v8";
import { PEPPER_MARK } from "../platform/credential_keys.ts";
import {
  type Kv,
  type KvEntry,
  type KvKey,
  type KvWrite,
  listAll,
  type Passing,
  setUntil,
} from "../platform/kv.ts";
import { COUNTERS, STORE_FORMAT, UNFINISHED_COPY } from "../platform/store_keys.ts";
import { type Counter, withoutHolders } from "../quota/counter.ts";

/** What a store says of itself while a copy is being made into it. */
interface CopyMark {
  /** Epoch ms. */
  readonly begunAt: number;
}

/** A copy cannot be made; the message gives the reason and the remedy. */
export class CopyError extends Error {
  override name = "CopyError";
}

/** Two stores that nobody else uses. */
export interface StorePair {
  readonly from: Kv;
  readonly to: Kv;
}

/** Entries that are read together: values take 64 KiB at most. */
const READ_AT_ONCE = 200;
/** A commit takes 800 KiB, and 80 KiB of keys. */
const MAX_BYTES = 400_000;
const MAX_KEY_BYTES = 40_000;

/**
 * Marks an empty store as one that a copy is being made into, so that nobody opens it; returns the mark's
 * version. What a copy that was cut off left in the store goes.
 *
 * @throws {CopyError} if it holds anything else, or was made with another pepper
 */
export async function beginCopy({ from, to }: StorePair, now: number): Promise<string> {
  const { version: before } = await to.get(UNFINISHED_COPY);
  if (before === null) await refuseUsed(from, to);
  const value: CopyMark = { begunAt: now };
  const check = { key: UNFINISHED_COPY, version: before };
  const mark = await to.commit([check], [{ set: UNFINISHED_COPY, value }]);
  if (mark === null) throw otherCopy();
  for await (const entries of read(to)) {
    const left = entries.filter(({ key }) => !isSame(key, UNFINISHED_COPY));
    await write(to, mark, left.map(({ key }) => ({ delete: key })));
  }
  return mark;
}

async function refuseUsed(from: Kv, to: Kv): Promise<void> {
  const entries = await to.list([], { limit: 3 });
  if (entries.some(({ key }) => !isSame(key, PEPPER_MARK) && !isSame(key, STORE_FORMAT))) {
    throw new CopyError("it is not empty. Name an empty store, or a file that is not there yet");
  }
  const made = (await to.get(PEPPER_MARK)).value;
  if (made === null || made === (await from.get(PEPPER_MARK)).value) return;
  throw new CopyError("it was made with another pepper. Name another place, or empty it");
}

/**
 * Copies all entries, each with the time that it has left, and takes away the mark of
 * {@linkcode beginCopy}, whose version is `mark`; returns how many entries there are. `copied` is called
 * with the number so far.
 *
 * @throws {CopyError} if the source changed meanwhile, or another copy was begun
 */
export async function copyEntries(
  { from, to }: StorePair,
  { mark, now, copied }: {
    readonly mark: string;
    now(): number;
    copied(count: number): void;
  },
): Promise<number> {
  const versions = new Map<string, string | null>();
  let count = 0;
  for await (const entries of read(from)) {
    for (const { key, version } of entries) versions.set(JSON.stringify(key), version);
    const writes = entries.flatMap((entry) => copyOf(entry, now()));
    await write(to, mark, writes);
    copied(count += writes.length);
  }
  await refuseChanged(from, versions);
  const check = { key: UNFINISHED_COPY, version: mark };
  if (await to.commit([check], [{ delete: UNFINISHED_COPY }]) === null) throw otherCopy();
  return count;
}

/** What is written of an entry: nothing, if it has gone meanwhile. */
function copyOf({ key, value }: KvEntry, now: number): readonly KvWrite[] {
  const kept = key[0] === COUNTERS[0] ? withoutHolders(value as Counter) : value;
  const until = (kept as Partial<Passing> | null)?.storedUntil;
  if (until === undefined) return [{ set: key, value: kept }];
  return until <= now ? [] : [setUntil(key, kept as object, until, now)];
}

/**
 * A KV Connect server does not say who uses it: what was written since an entry was read shows that
 * somebody does. (Entries go by themselves; a deletion by a program comes with writes.)
 */
async function refuseChanged(
  from: Kv,
  versions: ReadonlyMap<string, string | null>,
): Promise<void> {
  for await (const entries of read(from)) {
    if (entries.every(({ key, version }) => versions.get(JSON.stringify(key)) === version)) {
      continue;
    }
    throw new CopyError(
      "a server or another command has changed the source meanwhile. Stop it, then do this again",
    );
  }
}

/** All entries of a store, some at a time. */
async function* read(kv: Kv): AsyncGenerator<readonly KvEntry[]> {
  let entries: KvEntry[] = [];
  for await (const entry of listAll(kv, [], { limit: READ_AT_ONCE })) {
    entries.push(entry);
    if (entries.length < READ_AT_ONCE) continue;
    yield entries;
    entries = [];
  }
  if (entries.length > 0) yield entries;
}

/** Makes writes in as many commits as they take, while the mark is the own one. */
async function write(to: Kv, mark: string, writes: readonly KvWrite[]): Promise<void> {
  let part: KvWrite[] = [];
  let bytes = 0;
  let keyBytes = 0;
  const commit = async () => {
    if (await to.commit([{ key: UNFINISHED_COPY, version: mark }], part) === null) {
      throw otherCopy();
    }
    [part, bytes, keyBytes] = [[], 0, 0];
  };
  for (const one of writes) {
    const [key, size] = "delete" in one ? [one.delete, 0] : [one.set, serialize(one.value).length];
    const keySize = serialize(key).length;
    if (part.length > 0 && (bytes + size > MAX_BYTES || keyBytes + keySize > MAX_KEY_BYTES)) {
      await commit();
    }
    part.push(one);
    bytes += size;
    keyBytes += keySize;
  }
  if (part.length > 0) await commit();
}

function isSame(one: KvKey, other: KvKey): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function otherCopy(): CopyError {
  return new CopyError("another copy into it was begun meanwhile. Wait until that one has ended");
}
