/**
 * This room stores keys, tokens, codes and administrators, and holds them in memory.
 *
 * @module
 */

import { type Kv, type KvCheck, type KvEntry, type KvWrite, listAll } from "../../platform/kv.ts";
import {
  credentialIdKey,
  credentialKey,
  type CredentialKind,
  credentialPrefix,
} from "../../platform/store_keys.ts";
import { createCommitChange } from "./change_rows.ts";

/** A record of something secret: an id to name it by, and what is stored of the secret. */
export interface HashedRecord {
  readonly id: string;
  readonly digest: string;
}

/** A record and the version of its entry. */
export interface VersionedRecord<R> {
  readonly record: R;
  readonly version: string;
}

/** Records read at a time: some 3 ms of work. */
export const SLICE = 250;

/** What the commit of a new or last record does besides. */
export interface CommitExtras<R> {
  readonly checks?: readonly KvCheck[];
  readonly writes?: readonly KvWrite[];
  /** Records that it deletes. */
  readonly deleted?: readonly R[];
}

/** What a change of a record does besides, as long as its checks hold. */
export type RecordExtras<R> = (record: R) => Promise<Omit<CommitExtras<R>, "deleted">>;

/**
 * Records by the digest of their secret, and the digests by the records' ids. Every change also sets
 * the kind's revision.
 */
export interface HashedStore<R extends HashedRecord> {
  /** Stores a new record; false where there is one of that digest, or a check besides did not hold. */
  add(record: R, besides?: CommitExtras<R>): Promise<boolean>;
  /** Deletes a record; false where a check besides did not hold. */
  remove(record: R, besides?: CommitExtras<R>): Promise<boolean>;
  /** All records, in no order that means anything. */
  list(): Promise<R[]>;
  /** Up to {@linkcode SLICE} of those behind this digest, with their versions. */
  slice(after: string | undefined): Promise<readonly VersionedRecord<R>[]>;
  find(id: string): Promise<R | undefined>;
  findByDigest(digest: string): Promise<R | undefined>;
  /**
   * Changes a record by compare-and-set, its digest too; undefined where there is none. What `change`
   * throws leaves the record as it is. `besides`: what the same commit does, as long as its checks hold.
   */
  update(
    id: string,
    change: (record: R) => R,
    besides?: RecordExtras<R>,
  ): Promise<R | undefined>;
}

const ATTEMPTS = 50;

/** Up to {@linkcode SLICE} of the credentials of a kind, those behind one of this name. */
export async function readSlice<R>(
  kv: Kv,
  kind: CredentialKind,
  name: string | undefined,
): Promise<readonly VersionedRecord<R>[]> {
  const from = name === undefined ? {} : { after: credentialKey(kind, name) };
  const entries = await kv.list<R>(credentialPrefix(kind), { limit: SLICE, ...from });
  return entries.map(({ value, version }) => ({ record: value!, version: version! }));
}

export function createHashedStore<R extends HashedRecord>(
  kv: Kv,
  kind: CredentialKind,
): HashedStore<R> {
  const keyOf = (digest: string) => credentialKey(kind, digest);
  const idKeyOf = (id: string) => credentialIdKey(kind, id);
  const commitChange = createCommitChange(kv, kind);

  async function entryOf(id: string): Promise<KvEntry<R> | undefined> {
    const pointer = await kv.get<string>(idKeyOf(id));
    return pointer.value === null ? undefined : await kv.get<R>(keyOf(pointer.value));
  }

  /** Undefined: another change came first. */
  async function change(
    entry: KvEntry<R>,
    before: R,
    after: R,
    besides: CommitExtras<R> = {},
  ): Promise<R | undefined> {
    const moves = before.digest !== after.digest;
    const checks: KvCheck[] = [
      { key: entry.key, version: entry.version },
      ...besides.checks ?? [],
    ];
    if (moves) checks.push({ key: keyOf(after.digest), version: null });
    const done = await commitChange([after.id], checks, [
      ...(moves ? [{ delete: entry.key }] : []),
      { set: keyOf(after.digest), value: after },
      ...(moves ? [{ set: idKeyOf(after.id), value: after.digest }] : []),
      ...besides.writes ?? [],
    ]);
    return done === null ? undefined : after;
  }

  function deletionOf({ digest, id }: R): KvWrite[] {
    return [{ delete: keyOf(digest) }, { delete: idKeyOf(id) }];
  }

  return {
    async add(record, { checks = [], writes = [], deleted = [] } = {}) {
      const key = keyOf(record.digest);
      const ids = deleted.map(({ id }) => id);
      const done = await commitChange([record.id, ...ids], [{ key, version: null }, ...checks], [
        { set: key, value: record },
        { set: idKeyOf(record.id), value: record.digest },
        ...deleted.flatMap(deletionOf),
        ...writes,
      ]);
      return done !== null;
    },
    async remove(record, { checks = [], writes = [] } = {}) {
      const done = await commitChange([record.id], checks, [...deletionOf(record), ...writes]);
      return done !== null;
    },
    async list() {
      const records: R[] = [];
      for await (const { value } of listAll<R>(kv, credentialPrefix(kind))) {
        if (value) records.push(value);
      }
      return records;
    },
    slice: (after) => readSlice(kv, kind, after),
    find: async (id) => (await entryOf(id))?.value ?? undefined,
    findByDigest: async (digest) => (await kv.get<R>(keyOf(digest))).value ?? undefined,
    async update(id, alter, besides) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const entry = await entryOf(id);
        if (entry === undefined) return undefined;
        // The digest moved between the two reads: look again.
        if (entry.value === null) continue;
        const after = alter(entry.value);
        const done = await change(entry, entry.value, after, await besides?.(entry.value));
        if (done !== undefined) return done;
      }
      throw new Error(`Cannot change "${id}": others change it all the time`);
    },
  };
}
