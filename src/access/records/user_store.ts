import type { Kv } from "../../platform/kv.ts";
import { revisionKey } from "../../platform/credential_keys.ts";
import { createHashedStore } from "./hashed_store.ts";
import type { PasswordHash } from "./password.ts";

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
export type UserStore = ReturnType<typeof createUserStore>;

export function createUserStore(kv: Kv) {
  const store = createHashedStore<UserRecord>(kv, {
    kind: "user",
    nameOf: ({ username }) => username,
  });
  return {
    ...store,
    /** Creates a user if there is none at all, also if another is created at the same time; else false. */
    async addFirst(user: UserRecord): Promise<boolean> {
      while (true) {
        // Read before the users: a change of any of them in between is seen by the check.
        const { key, version } = await kv.get(revisionKey("user"));
        if ((await store.list()).length > 0) return false;
        if (await store.add(user, { checks: [{ key, version }] })) return true;
      }
    },
    /** Sets a new password; undefined if there is no such user. */
    setPassword: (username: string, password: PasswordHash, changedAt: number) =>
      store.update(username, (user) => ({ ...user, password, changedAt })),
    /** Ends all logins to the panel; undefined if there is no such user. */
    endLogins: (username: string, at: number) =>
      store.update(username, (user) => ({
        ...user,
        loggedOutAt: Math.max(at, (user.loggedOutAt ?? 0) + 1),
      })),
    /** The user that is gone; undefined if there was none. */
    remove: (username: string) => store.update(username, () => undefined),
  };
}
