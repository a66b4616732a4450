import { serialize } from "node:v8";
import type { Clock } from "../../src/platform/clock.ts";
import type { Kv, KvCheck, KvEntry, KvKey, KvListOptions, KvWrite } from "../../src/platform/kv.ts";

const KEY_BYTES = 2_048;
const VALUE_BYTES = 65_536;
const MUTATIONS = 1_000;

interface Stored {
  readonly key: KvKey;
  readonly value: unknown;
  readonly version: string;
  readonly expiresAt: number;
}

/**
 * The store in memory, with the limits of the real one: 2 KiB a key, 64 KiB a value, 1,000 writes a commit.
 *
 * With a `clock`, entries vanish when `expireInMs` has passed; without one they stay.
 */
export function createMemoryKv(clock?: Clock): Kv {
  const entries: Stored[] = [];
  const watches = new Set<{ readonly keys: readonly KvKey[]; readonly changed: () => void }>();
  let commits = 0;
  let closed = false;

  function find(key: KvKey): Stored | undefined {
    const stored = entries[lowerBound(entries, key)];
    return stored !== undefined && compareKeys(stored.key, key) === 0 && isAlive(stored)
      ? stored
      : undefined;
  }

  function isAlive(stored: Stored): boolean {
    return clock === undefined || stored.expiresAt > clock.now();
  }

  function assertOpen(): void {
    if (closed) throw new TypeError("Cannot use the store: it is closed");
  }

  function read<T>(key: KvKey): KvEntry<T> {
    const stored = find(key);
    return stored === undefined ? { key, value: null, version: null } : entry(stored);
  }

  function select(prefix: KvKey, { limit = 1000, after, reverse = false }: KvListOptions) {
    const found: Stored[] = [];
    const step = reverse ? -1 : 1;
    let at = reverse ? lastOf(prefix, after) : firstOf(prefix, after);
    for (; found.length < limit; at += step) {
      const stored = entries[at];
      if (stored === undefined || !startsWith(stored.key, prefix)) break;
      if (isBelow(stored.key, prefix) && isAlive(stored)) found.push(stored);
    }
    return found;
  }

  function firstOf(prefix: KvKey, after: KvKey | undefined): number {
    if (after === undefined || compareKeys(after, prefix) < 0) return lowerBound(entries, prefix);
    const at = lowerBound(entries, after);
    const there = entries[at];
    return there !== undefined && compareKeys(there.key, after) === 0 ? at + 1 : at;
  }

  function lastOf(prefix: KvKey, after: KvKey | undefined): number {
    if (after !== undefined && startsWith(after, prefix)) return lowerBound(entries, after) - 1;
    let at = lowerBound(entries, prefix);
    while (at < entries.length && startsWith(entries[at]!.key, prefix)) at++;
    return at - 1;
  }

  function apply(write: KvWrite, version: string): void {
    const key = "delete" in write ? write.delete : write.set;
    const at = lowerBound(entries, key);
    const there = entries[at];
    const replaced = there !== undefined && compareKeys(there.key, key) === 0 ? 1 : 0;
    if ("delete" in write) entries.splice(at, replaced);
    else entries.splice(at, replaced, stored(write, version));
  }

  function stored(write: Extract<KvWrite, { set: KvKey }>, version: string): Stored {
    const expiresAt = clock === undefined || write.expireInMs === undefined
      ? Infinity
      : clock.now() + write.expireInMs;
    return { key: [...write.set], value: copy(write.value), version, expiresAt };
  }

  function tellWatches(writes: readonly KvWrite[]): void {
    for (const watch of watches) {
      const touched = writes.some((write) => {
        const key = "delete" in write ? write.delete : write.set;
        return watch.keys.some((watched) => compareKeys(watched, key) === 0);
      });
      if (touched) queueMicrotask(watch.changed);
    }
  }

  function commit(checks: readonly KvCheck[], writes: readonly KvWrite[]): string | null {
    assertOpen();
    assertFits(writes);
    if (checks.some(({ key, version }) => (find(key)?.version ?? null) !== version)) return null;
    const version = (++commits).toString(16).padStart(20, "0");
    for (const write of writes) apply(write, version);
    tellWatches(writes);
    return version;
  }

  function watch(keys: readonly KvKey[], changed: () => void): () => void {
    const one = { keys, changed };
    watches.add(one);
    return () => void watches.delete(one);
  }

  return {
    // deno-lint-ignore require-await
    get: async <T>(key: KvKey) => {
      assertOpen();
      return read<T>(key);
    },
    // deno-lint-ignore require-await
    getMany: async <T>(keys: readonly KvKey[]) => {
      assertOpen();
      if (keys.length > 10) {
        throw new TypeError(`Cannot read ${keys.length} keys: expected at most 10`);
      }
      keys.forEach(assertKeyFits);
      return keys.map((key) => read<T>(key));
    },
    // deno-lint-ignore require-await
    list: async <T>(prefix: KvKey, options: KvListOptions = {}) => {
      assertOpen();
      assertKeyFits(prefix);
      return select(prefix, options).map((one) => entry<T>(one));
    },
    // deno-lint-ignore require-await
    commit: async (checks, writes) => commit(checks, writes),
    watch,
    close: () => void (closed = true),
  };
}

function entry<T>(stored: Stored): KvEntry<T> {
  return { key: [...stored.key], value: copy(stored.value) as T, version: stored.version };
}

function lowerBound(entries: readonly Stored[], key: KvKey): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareKeys(entries[middle]!.key, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function startsWith(key: KvKey, prefix: KvKey): boolean {
  return prefix.every((part, place) => key[place] === part);
}

function assertFits(writes: readonly KvWrite[]): void {
  if (writes.length > MUTATIONS) {
    throw new TypeError(`Too many mutations: expected at most ${MUTATIONS}, got ${writes.length}`);
  }
  for (const write of writes) {
    assertKeyFits("delete" in write ? write.delete : write.set);
    if ("delete" in write || roughSize(write.value) < VALUE_BYTES) continue;
    const bytes = storedSize(write.value);
    if (bytes > VALUE_BYTES) {
      throw new TypeError(`Value too large: expected at most ${VALUE_BYTES} bytes, got ${bytes}`);
    }
  }
}

/** A text is stored with its kind and its end; numbers are about as long as written. */
function assertKeyFits(key: KvKey): void {
  const text = key.join("\0\0") + "\0\0";
  if (3 * text.length > KEY_BYTES && new TextEncoder().encode(text).length > KEY_BYTES) {
    throw new TypeError(`Key too large: expected at most ${KEY_BYTES} bytes`);
  }
}

function storedSize(value: unknown): number {
  return value instanceof Uint8Array ? value.byteLength : serialize(value).byteLength;
}

/** An upper bound of what `value` takes when it is serialized, found without serializing it. */
function roughSize(value: unknown): number {
  if (typeof value === "string") return 16 + 3 * value.length;
  if (value === null || typeof value !== "object") return 16;
  if (value instanceof Uint8Array) return value.length;
  if (!isPlain(value)) return Infinity;
  let size = 16;
  for (const name in value) {
    size += 16 + 3 * name.length + roughSize((value as Record<string, unknown>)[name]);
  }
  return size;
}

/** A deep copy; plain data by hand, because a test makes millions of them. */
function copy(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(copy);
  if (value instanceof Uint8Array) return value.slice();
  if (!isPlain(value)) return structuredClone(value);
  const made: Record<string, unknown> = {};
  for (const name in value) made[name] = copy((value as Record<string, unknown>)[name]);
  return made;
}

function isPlain(value: object): boolean {
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

/** Orders keys as Deno KV does: part by part, text by its UTF-8 bytes, numbers after all text. */
function compareKeys(a: KvKey, b: KvKey): number {
  const shared = Math.min(a.length, b.length);
  for (let place = 0; place < shared; place++) {
    const order = compareParts(a[place]!, b[place]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Whether `key` lies strictly below `prefix`. */
function isBelow(key: KvKey, prefix: KvKey): boolean {
  return key.length > prefix.length && prefix.every((part, place) => key[place] === part);
}

function compareParts(a: string | number, b: string | number): number {
  if (a === b) return 0;
  if (typeof a === "string") return typeof b === "string" ? compareText(a, b) : -1;
  return typeof b === "number" ? a - b : 1;
}

function compareText(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let place = 0; place < shared; place++) {
    const one = a.charCodeAt(place);
    const other = b.charCodeAt(place);
    if (one !== other) return codePointRank(one) - codePointRank(other);
  }
  return a.length - b.length;
}

/** UTF-8 sorts by code point: the halves of a surrogate pair come after U+E000 to U+FFFF. */
function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x10000 : unit;
}
