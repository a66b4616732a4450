import {
  type Kv,
  type KvCheck,
  type KvEntry,
  type KvKey,
  type KvWrite,
  listAll,
} from "../../platform/kv.ts";

/** A record of something secret: an id to name it by, and what is stored of the secret. */
export interface HashedRecord {
  readonly id: string;
  readonly digest: string;
}

/** What a new record's commit does besides storing it. */
export interface CommitExtras {
  readonly checks?: readonly KvCheck[];
  readonly writes?: readonly KvWrite[];
}

/**
 * Records by the digest of their secret: `[kind, digest]` holds the record, `[kind + "_id", id]` the
 * digest. Every change also sets the kind's revision.
 */
export interface HashedStore<R extends HashedRecord> {
  /** Stores a new record; false where there is one of that digest, or a check besides did not hold. */
  add(record: R, besides?: CommitExtras): Promise<boolean>;
  /** The write that a commit of a new record makes besides, to change one whose digest stays. */
  writeOf(record: R): KvWrite;
  /** All records, in no order that means anything. */
  list(): Promise<R[]>;
  find(id: string): Promise<R | undefined>;
  findByDigest(digest: string): Promise<R | undefined>;
  /**
   * Changes a record by compare-and-set, its digest too; undefined where there is none. What `change`
   * throws leaves the record as it is.
   */
  update(id: string, change: (record: R) => R): Promise<R | undefined>;
}

const ATTEMPTS = 50;

export function createHashedStore<R extends HashedRecord>(
  kv: Kv,
  kind: CredentialKind,
): HashedStore<R> {
  const placeOf = (digest: string) => [kind, digest];
  const pointerOf = (id: string) => [`${kind}_id`, id];
  const revised = (id: string): KvWrite => ({ set: revisionOf(kind), value: id });

  async function entryOf(id: string): Promise<KvEntry<R> | undefined> {
    const pointer = await kv.get<string>(pointerOf(id));
    return pointer.value === null ? undefined : await kv.get<R>(placeOf(pointer.value));
  }

  /** Undefined: another change came first. */
  async function change(entry: KvEntry<R>, before: R, after: R): Promise<R | undefined> {
    const moves = before.digest !== after.digest;
    const checks: KvCheck[] = [{ key: entry.key, version: entry.version }];
    if (moves) checks.push({ key: placeOf(after.digest), version: null });
    const done = await kv.commit(checks, [
      ...(moves ? [{ delete: entry.key }] : []),
      { set: placeOf(after.digest), value: after },
      ...(moves ? [{ set: pointerOf(after.id), value: after.digest }] : []),
      revised(after.id),
    ]);
    return done === null ? undefined : after;
  }

  return {
    async add(record, { checks = [], writes = [] } = {}) {
      const place = placeOf(record.digest);
      const done = await kv.commit([{ key: place, version: null }, ...checks], [
        { set: place, value: record },
        { set: pointerOf(record.id), value: record.digest },
        revised(record.id),
        ...writes,
      ]);
      return done !== null;
    },
    writeOf: (record) => ({ set: placeOf(record.digest), value: record }),
    async list() {
      const records: R[] = [];
      for await (const { value } of listAll<R>(kv, [kind])) if (value) records.push(value);
      return records;
    },
    find: async (id) => (await entryOf(id))?.value ?? undefined,
    findByDigest: async (digest) => (await kv.get<R>(placeOf(digest))).value ?? undefined,
    async update(id, alter) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const entry = await entryOf(id);
        if (entry === undefined) return undefined;
        // The digest moved between the two reads: look again.
        if (entry.value === null) continue;
        const done = await change(entry, entry.value, alter(entry.value));
        if (done !== undefined) return done;
      }
      throw new Error(`Cannot change "${id}": others change it all the time`);
    },
  };
}

/** The kinds of record that are kept by the digest of a secret, or by name. */
export type CredentialKind = "key" | "token" | "user" | "code";

/** Set by every change of a credential of this kind; whoever keeps them in memory looks at its version. */
export function revisionOf(kind: CredentialKind): KvKey {
  return ["revision", kind];
}
