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
} from "../../platform/credential_keys.ts";
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
interface CommitExtras<R> {
  readonly checks?: readonly KvCheck[];
  readonly writes?: readonly KvWrite[];
  /** Records that it deletes. */
  readonly deleted?: readonly R[];
}

/** What a change of a record does besides, as long as its checks hold. */
export type RecordExtras<R> = (record: R) => Promise<Omit<CommitExtras<R>, "deleted">>;

interface RecordNaming<R> {
  readonly kind: CredentialKind;
  /** What a record is stored under: the digest of its secret. A change may give it another. */
  nameOf(record: R): string;
  /** What it is called for good, if that is not its name: the store leads from it to the name. */
  readonly idOf?: (record: R) => string;
  /** When it came, epoch ms: the order of lists; left out: by name. */
  readonly since?: (record: R) => number;
}

/** The naming of records that have an id and a digest. */
export function hashedNaming<R extends HashedRecord>(
  kind: CredentialKind,
  since: (record: R) => number,
) {
  return { kind, nameOf: ({ digest }: R) => digest, idOf: ({ id }: R) => id, since };
}

const ATTEMPTS = 50;

/** Records of one kind by name, and their names by id. Every change also sets the kind's revision. */
export type HashedStore<R> = ReturnType<typeof createHashedStore<R>>;

export function createHashedStore<R>(kv: Kv, naming: RecordNaming<R>) {
  const { kind, nameOf, idOf, since } = naming;
  const keyOf = (name: string) => credentialKey(kind, name);
  const commitChange = createCommitChange(kv, kind);

  /** Undefined: there is no such record. Without a value: its name changed between the two reads. */
  async function entryOf(id: string): Promise<KvEntry<R> | undefined> {
    if (idOf === undefined) {
      const entry = await kv.get<R>(keyOf(id));
      return entry.value === null ? undefined : entry;
    }
    const pointer = await kv.get<string>(credentialIdKey(kind, id));
    return pointer.value === null ? undefined : await kv.get<R>(keyOf(pointer.value));
  }

  function pointerTo(record: R): KvWrite[] {
    return idOf === undefined
      ? []
      : [{ set: credentialIdKey(kind, idOf(record)), value: nameOf(record) }];
  }

  function deletionOf(record: R): KvWrite[] {
    const entry = { delete: keyOf(nameOf(record)) };
    return idOf === undefined ? [entry] : [entry, { delete: credentialIdKey(kind, idOf(record)) }];
  }

  /** The commit in which a record becomes another one, or none. */
  function changeOf(before: R, after: R | undefined) {
    if (after === undefined) return { checks: [], writes: deletionOf(before) };
    const write = { set: keyOf(nameOf(after)), value: after };
    if (nameOf(before) === nameOf(after)) return { checks: [], writes: [write] };
    return {
      checks: [{ key: write.set, version: null }],
      writes: [{ delete: keyOf(nameOf(before)) }, write, ...pointerTo(after)],
    };
  }

  return {
    kind,
    nameOf,
    idOf: idOf ?? nameOf,
    /** Stores a new record; false if there is one of that name, or a check besides did not hold. */
    async add(
      record: R,
      { checks = [], writes = [], deleted = [] }: CommitExtras<R> = {},
    ): Promise<boolean> {
      const key = keyOf(nameOf(record));
      const [id, ...ids] = [record, ...deleted].map(idOf ?? nameOf);
      const done = await commitChange([id!, ...ids], [{ key, version: null }, ...checks], [
        { set: key, value: record },
        ...pointerTo(record),
        ...deleted.flatMap(deletionOf),
        ...writes,
      ]);
      return done !== null;
    },
    /** Deletes a record; false if a check besides did not hold. */
    async remove(
      record: R,
      { checks = [], writes = [] }: Omit<CommitExtras<R>, "deleted"> = {},
    ): Promise<boolean> {
      const id = (idOf ?? nameOf)(record);
      return await commitChange([id], checks, [...deletionOf(record), ...writes]) !== null;
    },
    /** All records, oldest first. */
    async list(): Promise<R[]> {
      const records: R[] = [];
      for await (const { value } of listAll<R>(kv, credentialPrefix(kind))) {
        if (value) records.push(value);
      }
      if (since === undefined || idOf === undefined) return records;
      return records.sort((a, b) => since(a) - since(b) || (idOf(a) < idOf(b) ? -1 : 1));
    },
    /** Up to {@linkcode SLICE} of those behind this name, with their versions. */
    async slice(after: string | undefined): Promise<readonly VersionedRecord<R>[]> {
      const from = after === undefined ? {} : { after: keyOf(after) };
      const entries = await kv.list<R>(credentialPrefix(kind), { limit: SLICE, ...from });
      return entries.map(({ value, version }) => ({ record: value!, version: version! }));
    },
    async find(id: string): Promise<R | undefined> {
      return (await entryOf(id))?.value ?? undefined;
    },
    async findByName(name: string): Promise<R | undefined> {
      return (await kv.get<R>(keyOf(name))).value ?? undefined;
    },
    /**
     * Changes a record by compare-and-set, its name too; undefined if there is none. A record that `alter`
     * makes undefined is deleted, and returned as it was; what `alter` throws leaves it as it is.
     * `besides`: what the same commit does, as long as its checks hold.
     */
    async update(
      id: string,
      alter: (record: R) => R | undefined,
      besides?: RecordExtras<R>,
    ): Promise<R | undefined> {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const entry = await entryOf(id);
        if (entry === undefined) return undefined;
        const { key, version, value: before } = entry;
        if (before === null) continue;
        const after = alter(before);
        const { checks, writes } = changeOf(before, after);
        const extras = await besides?.(before) ?? {};
        const done = await commitChange(
          [id],
          [{ key, version }, ...extras.checks ?? [], ...checks],
          [...writes, ...extras.writes ?? []],
        );
        if (done !== null) return after ?? before;
      }
      throw new Error(`Cannot change "${id}": others change it all the time`);
    },
  };
}
