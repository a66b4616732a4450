import { type Kv, type KvCheck, listAll } from "../../platform/kv.ts";
import type { PasswordHash } from "./password.ts";
import { credentialKey, credentialPrefix, revisionKey } from "../../platform/store_keys.ts";
import { createCommitChange } from "./change_rows.ts";
import { readSlice, type VersionedRecord } from "./hashed_store.ts";

/** An administrator. */
export interface UserRecord {
  readonly username: string;
  readonly password: PasswordHash;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly changedAt: number;
  /** When all logins to the panel were ended, epoch ms; each time another number. */
  readonly loggedOutAt?: number;
}

/** Whether a text may name a user: 1 to 64 visible ASCII characters, so that headers can carry it. */
export function isUsername(text: string): boolean {
  return /^[\x21-\x7e]{1,64}$/.test(text);
}

/** Administrators in the store, by name. Names are case-sensitive. */
export interface UserStore {
  /** Makes a user; false where there is one of that name. */
  add(user: UserRecord): Promise<boolean>;
  /** Makes a user where there is none at all, whoever makes one at the same time; else false. */
  addFirst(user: UserRecord): Promise<boolean>;
  /** By name. */
  list(): Promise<UserRecord[]>;
  /** Up to a slice of those behind one of this name, with their versions. */
  slice(after: string | undefined): Promise<readonly VersionedRecord<UserRecord>[]>;
  find(username: string): Promise<UserRecord | undefined>;
  /** Sets a new password; undefined where there is no such user. */
  setPassword(
    username: string,
    password: PasswordHash,
    changedAt: number,
  ): Promise<UserRecord | undefined>;
  /** Ends all logins to the panel; undefined if there is no such user. */
  endLogins(username: string, at: number): Promise<UserRecord | undefined>;
  /** The user that is gone; undefined where there was none. */
  remove(username: string): Promise<UserRecord | undefined>;
}

export function createUserStore(kv: Kv): UserStore {
  const keyOf = (username: string) => credentialKey("user", username);
  const commitChange = createCommitChange(kv, "user");

  async function change(
    username: string,
    alter: (user: UserRecord) => UserRecord | undefined,
  ): Promise<UserRecord | undefined> {
    while (true) {
      const { key, version, value } = await kv.get<UserRecord>(keyOf(username));
      if (value === null) return undefined;
      const after = alter(value);
      const write = after === undefined ? { delete: key } : { set: key, value: after };
      const done = await commitChange([username], [{ key, version }], [write]);
      if (done !== null) return after ?? value;
    }
  }

  async function add(user: UserRecord, checks: readonly KvCheck[] = []): Promise<boolean> {
    const key = keyOf(user.username);
    const writes = [{ set: key, value: user }];
    const done = await commitChange([user.username], [{ key, version: null }, ...checks], writes);
    return done !== null;
  }

  async function list(): Promise<UserRecord[]> {
    const users: UserRecord[] = [];
    for await (const { value } of listAll<UserRecord>(kv, credentialPrefix("user"))) {
      if (value) users.push(value);
    }
    return users;
  }

  return {
    add: (user) => add(user),
    async addFirst(user) {
      while (true) {
        // Read before the users: a change of any of them in between is seen by the check.
        const { key, version } = await kv.get(revisionKey("user"));
        if ((await list()).length > 0) return false;
        if (await add(user, [{ key, version }])) return true;
      }
    },
    list,
    slice: (after) => readSlice(kv, "user", after),
    find: async (username) => (await kv.get<UserRecord>(keyOf(username))).value ?? undefined,
    setPassword: (username, password, changedAt) =>
      change(username, (user) => ({ ...user, password, changedAt })),
    endLogins: (username, at) =>
      change(username, (user) => ({
        ...user,
        loggedOutAt: Math.max(at, (user.loggedOutAt ?? 0) + 1),
      })),
    remove: (username) => change(username, () => undefined),
  };
}
