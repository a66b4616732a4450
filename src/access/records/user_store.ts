import type { Issued } from "./key_store.ts";
import { createRecords, type Records } from "./records.ts";
import { mintPassword, type SecretDeps, type SecretHash } from "./secret.ts";

/** An administrator. */
export interface UserRecord {
  /** The name. */
  readonly id: string;
  /** Of name and password. */
  readonly digest: string;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly changedAt: number;
}

/** Whether a text may name a user: 1 to 64 visible ASCII characters, so that headers can carry it. */
export function isUsername(text: string): boolean {
  return /^[\x21-\x7e]{1,64}$/.test(text);
}

/**
 * What is stored of a name and its password. One HMAC suffices: the program makes passwords of 190 bits,
 * and takes none of fewer than 24 letters.
 */
export function passwordDigest(secretHash: SecretHash, username: string, password: string): string {
  return secretHash(`password\n${username}\n${password.normalize("NFC")}`);
}

/** Administrators in the store, by name. Names are case-sensitive. */
export interface UserStore extends Records<UserRecord> {
  /** Creates a user and its password; undefined if there is one of that name. */
  issue(username: string, at: number): Promise<Issued<UserRecord> | undefined>;
  /** Makes another password; undefined if there is no such user. */
  renew(username: string, at: number): Promise<Issued<UserRecord> | undefined>;
  /** Creates a user if there is none at all, also if another is created at the same time; else false. */
  addFirst(username: string, password: string, at: number): Promise<boolean>;
  /** The user that is gone; undefined if there was none. */
  remove(username: string): Promise<UserRecord | undefined>;
}

export function createUserStore(deps: SecretDeps): UserStore {
  const { secretHash, random } = deps;
  const records = createRecords<UserRecord>(deps, {
    kind: "user",
    since: () => 0,
    visible: "createdAt changedAt",
  });
  const made = (id: string, password: string, at: number): UserRecord => {
    const digest = passwordDigest(secretHash, id, password);
    return { id, digest, createdAt: at, changedAt: at };
  };
  return {
    ...records,
    async issue(username, at) {
      const secret = mintPassword(random);
      const record = made(username, secret, at);
      return await records.add(record) ? { record, secret } : undefined;
    },
    async renew(username, at) {
      const secret = mintPassword(random);
      const { digest } = made(username, secret, at);
      const record = await records.update(
        username,
        (user) => ({ ...user, digest, changedAt: at }),
      );
      return record && { record, secret };
    },
    addFirst: (username, password, at) =>
      records.addIf(
        made(username, password, at),
        (users) => users.length === 0 ? {} : undefined,
      ),
    remove: (username) => records.update(username, () => undefined),
  };
}
