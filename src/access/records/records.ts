/**
 * This room stores keys, tokens, codes and administrators, and holds them in memory.
 *
 * @module
 */

import { changeOf, type CommitChange } from "../../audit/change.ts";
import { type Kv, type KvCheck, type KvWrite, listAll } from "../../platform/kv.ts";
import {
  credentialKey,
  type CredentialKind,
  credentialPrefix,
  revisionKey,
} from "../../platform/credential_keys.ts";

/** A record of something secret: an id for good, and what is stored of the secret. */
export interface SecretRecord {
  readonly id: string;
  readonly digest: string;
}

/** What the commit of a change asks for and writes besides. */
export interface CommitExtra {
  readonly checks?: readonly KvCheck[];
  readonly writes?: readonly KvWrite[];
}

/**
 * Makes the extra of a change from the record as it is before, and after; asked anew for each attempt.
 * `after` is undefined if the record is deleted.
 */
export type ExtraFor<R> = (before: R, after: R | undefined) => CommitExtra | Promise<CommitExtra>;

/** All of these in one commit. */
export function joinExtras(extras: readonly CommitExtra[]): CommitExtra {
  return {
    checks: extras.flatMap(({ checks = [] }) => checks),
    writes: extras.flatMap(({ writes = [] }) => writes),
  };
}

/** Records of one kind in the store, each below its id. Every change also sets the kind's revision. */
export interface Records<R extends SecretRecord> {
  find(id: string): Promise<R | undefined>;
  /** All records, oldest first. */
  list(): Promise<R[]>;
  /** Stores a new record; false if there is one of that id, or a check does not hold. */
  add(record: R, extra?: CommitExtra): Promise<boolean>;
  /**
   * Stores a new record with what `decide` makes of all records of that instant; false if it makes
   * undefined of them: then nothing changes.
   */
  addIf(record: R, decide: (all: readonly R[]) => CommitExtra | undefined): Promise<boolean>;
  /**
   * Changes a record by compare-and-set; undefined if there is none. A record that `alter` makes
   * undefined is deleted, and returned as it was; what `alter` throws leaves it as it is.
   */
  update(
    id: string,
    alter: (record: R) => R | undefined,
    extraFor?: ExtraFor<R>,
  ): Promise<R | undefined>;
}

const ATTEMPTS = 50;

/** What records are kept in. */
export interface RecordDeps {
  readonly kv: Kv;
  /** Puts each change on record with its commit; if left out, nothing is said of it. */
  readonly commitChange?: CommitChange | undefined;
}

interface RecordKind<R> {
  readonly kind: CredentialKind;
  /** When a record came, epoch ms. */
  since(record: R): number;
  /** The fields that the audit shows, between spaces: no digest, no password, nothing sealed. */
  readonly visible: string;
}

/** Creates the records of a kind. */
export function createRecords<R extends SecretRecord>(
  { kv, commitChange = (_, checks, writes) => kv.commit(checks, writes) }: RecordDeps,
  { kind, since, visible }: RecordKind<R>,
): Records<R> {
  const keyOf = (id: string) => credentialKey(kind, id);
  const fields = visible.split(" ");

  async function commit(
    id: string,
    change: { readonly before?: R; readonly after?: R | undefined },
    version: string | null,
    { checks = [], writes = [] }: CommitExtra,
  ): Promise<boolean> {
    const { after } = change;
    const key = keyOf(id);
    const write = after === undefined ? { delete: key } : { set: key, value: after };
    const done = await commitChange(
      changeOf(id, fields, change),
      [{ key, version }, ...checks],
      [write, ...writes, { set: revisionKey(kind), value: id }],
    );
    return done !== null;
  }

  const add = (record: R, extra: CommitExtra = {}) =>
    commit(record.id, { after: record }, null, extra);

  async function list(): Promise<R[]> {
    const entries = await Array.fromAsync(listAll<R>(kv, credentialPrefix(kind)));
    return entries.map(({ value }) => value!)
      .sort((one, other) => since(one) - since(other) || (one.id < other.id ? -1 : 1));
  }

  return {
    add,
    list,
    find: async (id) => (await kv.get<R>(keyOf(id))).value ?? undefined,
    async addIf(record, decide) {
      while (true) {
        // Read before the records: a change of any of them in between is seen by the check.
        const { key, version } = await kv.get(revisionKey(kind));
        const extra = decide(await list());
        if (extra === undefined) return false;
        const checks = [{ key, version }, ...extra.checks ?? []];
        if (await add(record, { ...extra, checks })) return true;
      }
    },
    async update(id, alter, extraFor = () => ({})) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const { version, value: before } = await kv.get<R>(keyOf(id));
        if (before === null) return undefined;
        const after = alter(before);
        const extra = await extraFor(before, after);
        if (await commit(id, { before, after }, version, extra)) return after ?? before;
      }
      throw new Error(`Cannot change "${id}": others change it all the time`);
    },
  };
}
