import type { TrailDeps } from "../admin/trail/trail.ts";
import type { CredentialTable } from "../access/records/credential_table.ts";
import type { Passwords } from "../access/records/password.ts";
import { LOCAL } from "../audit/entries/admin_entry.ts";
import { isUsername, type UserStore } from "../access/records/user_store.ts";
import { StartError } from "../platform/start_error.ts";
import type { Log } from "../platform/log.ts";
import type { Settings } from "../platform/settings.ts";
import { lazily } from "../toolbox/lazily.ts";

/**
 * Makes the administrator that `ADMIN_USERNAME` and `ADMIN_PASSWORD` name, where there is none yet.
 * Later both are ignored: the stored password holds, and "user passwd" changes it. The pair opens from
 * then on: `credentials` has it.
 *
 * @throws {StartError} where one of the two is missing or cannot be used
 */
export async function makeFirstAdmin(
  { ADMIN_USERNAME: username, ADMIN_PASSWORD: password }: Settings,
  { users, recordedUsers, credentials, passwords, log, now }: {
    users: UserStore;
    /** The same, which puts what it writes on record. */
    recordedUsers: (username: string) => Promise<UserStore>;
    credentials: Pick<CredentialTable, "refresh">;
    passwords: Passwords;
    log: Log;
    now: number;
  },
): Promise<void> {
  if (username === undefined && password === undefined) return;
  if (username === undefined || password === undefined) {
    const [present, absent] = username === undefined
      ? ["ADMIN_PASSWORD", "ADMIN_USERNAME"]
      : ["ADMIN_USERNAME", "ADMIN_PASSWORD"];
    throw new StartError(`Cannot use ${present} without ${absent}: set both, or neither`);
  }
  if (!isUsername(username)) {
    throw new StartError("Cannot use ADMIN_USERNAME: it takes 1 to 64 visible ASCII characters");
  }
  if (username === LOCAL) {
    throw new StartError(
      `Cannot use ADMIN_USERNAME "${LOCAL}": the record calls so who works at the machine itself`,
    );
  }
  const known = await users.list();
  if (known.length > 0) {
    if (known.some((user) => user.username === username)) return;
    log.warn("ADMIN_USERNAME was not used: there are other users already", { username });
    return;
  }
  const hash = await passwords.make(username, password);
  const isFirst = await (await recordedUsers(username)).addFirst({
    username,
    password: hash,
    createdAt: now,
    changedAt: now,
  });
  await credentials.refresh();
  if (isFirst) log.info("Made the first administrator", { username });
}

const loadTrail = lazily(() => import("../admin/trail/trail.ts"));

/** The users of a store, whose first administrator is put on record as made at the machine itself. */
export async function usersOnRecord(deps: TrailDeps, username: string): Promise<UserStore> {
  const { AT_THE_MACHINE, createTrail } = await loadTrail();
  return createTrail(deps, AT_THE_MACHINE, "user add", username).store.users;
}
