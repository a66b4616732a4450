/**
 * This room keeps the store in a Postgres database, for servers on several machines.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { every, systemClock } from "../../platform/clock.ts";
import {
  type Kv,
  type KvCheck,
  type KvEntry,
  type KvKey,
  type KvListOptions,
  type KvWrite,
  StoreError,
} from "../../platform/kv.ts";
import type { PostgresAddress } from "./address.ts";
import {
  byteaArray,
  decodeKey,
  decodeValue,
  encodeKey,
  encodeValue,
  keyAfter,
  plainArray,
  rangeBelow,
} from "./codec.ts";
import { type Connection, withConnection } from "./connection.ts";
import { createLink, type Link } from "./link.ts";
import {
  COMMIT,
  LIST,
  LIST_REVERSE,
  OTHERS,
  READ_MANY,
  READ_SCHEMA,
  READ_SCHEMA_VERSION,
  SCHEMA,
  SCHEMA_VERSION,
  SWEEP,
} from "./schema.ts";
import { createWatching } from "./watching.ts";

/** The limits of the runtime's own store: what one engine takes, each does. */
const MAX_KEYS = 10;
const MAX_CHECKS = 100;
const MAX_WRITES = 1_000;
const MAX_KEY_BYTES = 2_048;
const MAX_COMMIT_BYTES = 819_200;
const MAX_LIST = 1_000;

/** Connections for reads; commits have one of their own, since they go one after the other anyway. */
const READERS = 2;

/** How often expired entries are removed, and how many at most by one statement. */
const SWEEP_MS = 60_000;
const SWEPT = 1_000;

/** How long a session that was ended just now may take to go, in ms. */
const CLOSING_MS = 2_000;

/** Whether a process has the store of a database open. @throws {StoreError} if it cannot be reached */
export function isInUse(address: PostgresAddress): Promise<boolean> {
  return withConnection(address, async (connection) => {
    const end = performance.now() + CLOSING_MS;
    while (true) {
      const [row] = await connection.query<{ others: number }>(OTHERS);
      if (Number(row!.others) === 0) return false;
      if (performance.now() > end) return true;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
}

/**
 * Opens the store in a Postgres database; undefined if it has no tables, and `create` makes none.
 *
 * @throws {StoreError} if it cannot be reached or used
 */
export async function openPostgresKv(
  address: PostgresAddress,
  create: boolean,
): Promise<Kv | undefined> {
  const isThere = await withConnection(address, (connection) => haveTables(connection, create));
  return isThere ? wrap(address) : undefined;
}

async function haveTables(connection: Connection, create: boolean): Promise<boolean> {
  const [found] = await connection.query<{ there: boolean }>(READ_SCHEMA);
  if (!found!.there && !create) return false;
  if (!found!.there) await connection.script(SCHEMA);
  const [row] = await connection.query<{ version: number }>(READ_SCHEMA_VERSION);
  if (row === undefined || row.version === SCHEMA_VERSION) return true;
  throw new StoreError(
    `its tables have version ${row.version}, and this program knows ${SCHEMA_VERSION}`,
  );
}

function wrap(address: PostgresAddress): Kv {
  const writer = createLink(address);
  const readers = Array.from({ length: READERS }, () => createLink(address));
  const watching = createWatching(read);
  let turn = 0;
  let isOpen = true;
  const endSweeping = every(systemClock, SWEEP_MS, () => void sweep(writer).catch(() => {}));

  /** A read that lost its connection is asked once more: it has changed nothing. */
  async function read<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    if (!isOpen) throw new StoreError("the store is closed");
    const reader = readers[turn++ % READERS]!;
    let asked: Connection | undefined;
    try {
      return await reader.run((connection) => work(asked = connection));
    } catch (error) {
      if (asked === undefined || !asked.isOver) throw error;
      return await reader.run(work);
    }
  }

  async function getMany<T>(keys: readonly KvKey[]): Promise<KvEntry<T>[]> {
    assertAtMost(MAX_KEYS, keys.length, "keys");
    const encoded = keys.map(encodeKey);
    const rows = await read((connection) =>
      connection.query<StoredRow>(READ_MANY, [byteaArray(encoded)])
    );
    const found = new Map(rows.map((row) => [row.key.toString("hex"), row]));
    return keys.map((key, n) => {
      const row = found.get(encoded[n]!.toString("hex"));
      return row === undefined ? { key, value: null, version: null } : entryOf<T>(row, key);
    });
  }

  async function commit(
    checks: readonly KvCheck[],
    writes: readonly KvWrite[],
  ): Promise<string | null> {
    if (!isOpen) throw new StoreError("the store is closed");
    const { parameters, names } = commitParameters(checks, writes);
    const [row] = await writer.run((connection) =>
      connection.query<{ version: string | null }>(COMMIT, parameters)
    );
    if (row!.version !== null) watching.wrote(names);
    return row!.version;
  }

  return {
    get: async <T>(key: KvKey) => (await getMany<T>([key]))[0]!,
    getMany,
    async list<T>(prefix: KvKey, options: KvListOptions = {}) {
      const { limit = MAX_LIST, after, reverse = false } = options;
      let { start, end } = rangeBelow(encodeKey(prefix));
      if (after !== undefined && reverse) end = [end, encodeKey(after)].sort(Buffer.compare)[0]!;
      else if (after !== undefined) {
        start = [start, keyAfter(encodeKey(after))].sort(Buffer.compare)[1]!;
      }
      const range = [start, end, Math.min(limit, MAX_LIST)];
      const rows = await read((connection) =>
        connection.query<StoredRow>(reverse ? LIST_REVERSE : LIST, range)
      );
      return rows.map((row) => entryOf<T>(row, decodeKey(row.key)));
    },
    commit,
    watch: watching.watch,
    close() {
      isOpen = false;
      endSweeping();
      watching.close();
      for (const link of [writer, ...readers]) link.close();
    },
  };
}

interface StoredRow {
  readonly key: Buffer;
  readonly version: string;
  readonly value: Buffer;
}

function entryOf<T>({ value, version }: StoredRow, key: KvKey): KvEntry<T> {
  return { key, value: decodeValue(value) as T, version };
}

/**
 * The parameters of `oshibase.commit`, and the names of the keys that are written; of several writes of one
 * key the last one holds.
 */
function commitParameters(checks: readonly KvCheck[], writes: readonly KvWrite[]) {
  assertAtMost(MAX_CHECKS, checks.length, "checks");
  assertAtMost(MAX_WRITES, writes.length, "writes");
  let bytes = 0;
  const last = new Map<string, { key: Buffer; value: Buffer | null; expireInMs: number | null }>();
  for (const write of writes) {
    const isDelete = "delete" in write;
    const key = encodeKey(isDelete ? write.delete : write.set);
    const value = isDelete ? null : encodeValue(write.value);
    assertAtMost(MAX_KEY_BYTES, key.length, "bytes of a key");
    bytes += key.length + (value?.length ?? 0);
    const expireInMs = isDelete ? null : write.expireInMs ?? null;
    last.set(key.toString("hex"), { key, value, expireInMs });
  }
  assertAtMost(MAX_COMMIT_BYTES, bytes, "bytes of a commit");
  const set = [...last.values()].filter(({ value }) => value !== null);
  const deleted = [...last.values()].filter(({ value }) => value === null);
  const parameters = [
    byteaArray(checks.map(({ key }) => encodeKey(key))),
    plainArray(checks.map(({ version }) => version)),
    byteaArray(set.map(({ key }) => key)),
    byteaArray(set.map(({ value }) => value!)),
    plainArray(set.map(({ expireInMs }) => expireInMs)),
    byteaArray(deleted.map(({ key }) => key)),
  ];
  return { parameters, names: last.keys() };
}

function assertAtMost(most: number, count: number, what: string): void {
  if (count > most) throw new TypeError(`Too many ${what}: expected at most ${most}, got ${count}`);
}

async function sweep(link: Link): Promise<void> {
  while (true) {
    const [row] = await link.run((connection) =>
      connection.query<{ gone: string }>(SWEEP, [SWEPT])
    );
    if (Number(row!.gone) < SWEPT) return;
  }
}
