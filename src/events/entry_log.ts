import { type Clock, sleep } from "../platform/clock.ts";
import {
  type Kv,
  type KvChanged,
  type KvCheck,
  type KvEntry,
  type KvKey,
  type KvWrite,
  listAll,
  type Passing,
  setUntil,
} from "../platform/kv.ts";
import type { Random } from "../platform/random.ts";
import { type BackOff, fullJitterMs } from "../toolbox/back_off.ts";

/** A value and its place in its log. */
export interface Numbered<T> {
  /** 1, 2, 3 … without gaps. */
  readonly seq: number;
  readonly value: T;
}

/** What is committed together with entries, or not at all. */
export interface Alongside {
  readonly checks?: readonly KvCheck[];
  /** Writes, or what makes them once the number of the last entry is known. */
  readonly writes?: readonly KvWrite[] | ((lastSeq: number) => readonly KvWrite[]);
}

/** Values that are appended together. */
export interface Batch {
  /**
   * Appends them, and returns the number of the last one; null if a check does not hold. Rejects if the
   * store is unreachable: it may be called again, and appends once however often replies are lost.
   */
  append(): Promise<number | null>;
}

/** An append-only log: entries numbered under a head, each of which goes when its own life ends. */
export interface EntryLog<T> {
  /** Values to be appended in one commit, at most 500 KB of JSON. @throws {RangeError} for more */
  batch(values: readonly T[], alongside?: Alongside): Batch;
  /** Appends values, as {@linkcode Batch.append} says. */
  append(values: readonly T[], alongside?: Alongside): Promise<number | null>;
  /** The entries above a number, oldest first, some at a time; those whose life has ended are gone. */
  after(seq: number): AsyncIterable<readonly Numbered<T>[]>;
  /** All entries, some at a time: the newest first, and oldest first among those that come together. */
  newest(): AsyncIterable<readonly Numbered<T>[]>;
  /**
   * Puts what `change` returns in the place of each value for which it is another one, and no longer: with
   * the same number, for the same life. What is appended meanwhile is not seen.
   */
  rewrite(change: (value: T) => T): Promise<void>;
  /** The number of the last entry; 0 if there never was one. */
  last(): Promise<number>;
  /** Calls `changed` when there may be new entries; the returned function ends it. */
  watch(changed: KvChanged): () => void;
}

interface Head {
  readonly seq: number;
}

/** Entries in a value of the store, which is keyed by the number of its last one. */
interface Piece extends Passing {
  /** Names the batch to which the entries belong. */
  readonly batch: string;
  readonly first: number;
  /** The values, as UTF-8 JSON: text beyond Latin-1 would take twice its size. */
  readonly json: Uint8Array;
}

/** A value of the store takes 64 KiB, a commit 800 KiB. */
const MAX_PIECE_BYTES = 60_000;
const MAX_BATCH_BYTES = 500_000;
/** Pieces that are read at a time; from the end, where a few are wanted, fewer. */
const PIECES_A_READ = 500;
const PIECES_FROM_END = 20;
/** Writers contend for the head alone, for a moment each. */
const MAX_ATTEMPTS = 40;
/** Commits that fail before the batch is given back to its caller. */
const MAX_FAILURES = 2;
const BACK_OFF: BackOff = { firstMs: 5, maxMs: 200 };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Opens the log of a name. `lifeMs`: how long an entry stays. */
export function openLog<T>(
  { kv, clock, random }: { readonly kv: Kv; readonly clock: Clock; readonly random: Random },
  { name, lifeMs }: { readonly name: string; readonly lifeMs: number },
): EntryLog<T> {
  const headKey: KvKey = ["log", name];
  const pieces: KvKey = [...headKey, "piece"];
  const listeners = new Set<KvChanged>();

  function batch(values: readonly T[], { checks = [], writes = [] }: Alongside = {}): Batch {
    const id = random.bytes(8).toHex();
    const parts = cut(values);
    /** The head before the first commit: its reply may be lost, or be waited for by an earlier call. */
    let triedAfter: number | undefined;

    async function append(): Promise<number | null> {
      let failures = 0;
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const head = await kv.get<Head>(headKey);
        const before = head.value?.seq ?? 0;
        const appended = triedAfter === undefined ? undefined : await find(id, triedAfter);
        if (appended !== undefined) return appended;
        const last = before + values.length;
        triedAfter ??= before;
        try {
          const version = await kv.commit(
            [{ key: headKey, version: head.version }, ...checks],
            [
              { set: headKey, value: { seq: last } satisfies Head },
              ...pieceWrites(before),
              ...typeof writes === "function" ? writes(last) : writes,
            ],
          );
          if (version !== null) {
            listeners.forEach((changed) => changed());
            return last;
          }
          // No other writer was first: it was a check of the caller's.
          if ((await kv.get(headKey)).version === head.version) return null;
        } catch (error) {
          if (++failures === MAX_FAILURES) throw error;
          continue;
        }
        // Whoever was first is done; only where many write is it of use to wait.
        if (attempt > 0) await sleep(clock, fullJitterMs(BACK_OFF, attempt, random.fraction()));
      }
      throw new Error(`Cannot append to the log "${name}": others were first all the time`);
    }

    function pieceWrites(before: number): KvWrite[] {
      const now = clock.now();
      let last = before;
      return parts.map(({ length, json }) => {
        const piece = { batch: id, first: last + 1, json };
        last += length;
        return setUntil([...pieces, last], piece, now + lifeMs, now);
      });
    }

    return { append };
  }

  /** The number of a batch's last entry; undefined if the batch is not in the log. */
  async function find(id: string, after: number): Promise<number | undefined> {
    let last: number | undefined;
    for await (const { key, value } of listPieces(after)) {
      if (value?.batch === id) last = Number(key.at(-1));
    }
    return last;
  }

  function listPieces(after: number) {
    return listAll<Piece>(kv, pieces, { after: [...pieces, after], limit: PIECES_A_READ });
  }

  function entriesOf(value: Piece | null): Numbered<T>[] {
    if (value === null || value.storedUntil <= clock.now()) return [];
    return valuesOf<T>(value).map((one, n) => ({ seq: value.first + n, value: one }));
  }

  async function rewritePiece(
    { key, version, value }: KvEntry<Piece>,
    change: (value: T) => T,
  ): Promise<void> {
    while (value !== null) {
      const before = valuesOf<T>(value);
      const after = before.map(change);
      if (after.every((one, n) => one === before[n])) return;
      const piece = { ...value, json: encoder.encode(JSON.stringify(after)) };
      const write = setUntil(key, piece, value.storedUntil, clock.now());
      if (await kv.commit([{ key, version }], [write]) !== null) return;
      ({ version, value } = await kv.get<Piece>(key));
    }
  }

  return {
    batch,
    append: (values, alongside) => batch(values, alongside).append(),
    async *after(seq) {
      for await (const { value } of listPieces(seq)) {
        const entries = entriesOf(value).filter((one) => one.seq > seq);
        if (entries.length > 0) yield entries;
      }
    },
    async *newest() {
      const backwards = { limit: PIECES_FROM_END, reverse: true };
      for await (const { value } of listAll<Piece>(kv, pieces, backwards)) yield entriesOf(value);
    },
    async rewrite(change) {
      for await (const entry of listPieces(0)) await rewritePiece(entry, change);
    },
    last: async () => (await kv.get<Head>(headKey)).value?.seq ?? 0,
    watch(changed) {
      listeners.add(changed);
      const unwatch = kv.watch([headKey], changed);
      return () => {
        listeners.delete(changed);
        unwatch();
      };
    },
  };
}

function valuesOf<T>({ json }: Piece): T[] {
  return JSON.parse(decoder.decode(json));
}

/** Cuts values into pieces of the store: so many each, as JSON. */
function cut(values: readonly unknown[]): { readonly length: number; readonly json: Uint8Array }[] {
  const parts: string[][] = [];
  let bytes = MAX_PIECE_BYTES;
  let all = 0;
  for (const value of values) {
    const text = JSON.stringify(value);
    const length = encoder.encode(text).length + 1;
    if (bytes + length > MAX_PIECE_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)!.push(text);
    bytes += length;
    all += length;
    if (length > MAX_PIECE_BYTES || all > MAX_BATCH_BYTES) {
      throw new RangeError(`Cannot log so much at once: at most ${MAX_PIECE_BYTES} bytes an entry`);
    }
  }
  return parts.map((texts) => ({
    length: texts.length,
    json: encoder.encode(`[${texts.join(",")}]`),
  }));
}
