import { networkOf } from "../../address/client_address.ts";
import type { Address } from "../../address/ip_address.ts";
import { isWorthALine, type Log } from "../../platform/log.ts";
import { createMemo } from "../../toolbox/memo.ts";
import type { NetworkThrottle } from "../limits/network_throttle.ts";
import type { Credentials } from "../records/credential_table.ts";
import type { SecretHash } from "../records/secret.ts";
import { passwordDigest } from "../records/user_store.ts";

/** No username or password is longer. */
const MAX_LENGTH = 1024;

/** The outcome of an admin pair: whether it is right, or when to come back with another one, in ms. */
type PairVerdict = boolean | { readonly retryAfterMs: number };

/** Checks admin credentials. */
export interface Admins {
  /**
   * Verifies a pair by one HMAC: a right one passes whatever its network did, too many wrong ones are
   * told to come back.
   */
  verify(
    username: string,
    password: string,
    address: Address | undefined,
  ): Promise<PairVerdict>;
}

export function createAdmins({ credentials, secretHash, throttle, wrong }: {
  readonly credentials: Pick<Credentials, "users" | "ready">;
  readonly secretHash: SecretHash;
  readonly throttle: NetworkThrottle;
  readonly wrong: WrongPasswords;
}): Admins {
  function isRight(username: string, password: string): boolean {
    if (username.length > MAX_LENGTH || password.length > MAX_LENGTH) return false;
    const digest = passwordDigest(secretHash, username, password);
    return credentials.users.byDigest(digest) !== undefined;
  }

  return {
    async verify(username, password, address) {
      await credentials.ready();
      if (isRight(username, password)) return true;
      const { retryAfterMs } = throttle.attempt(address);
      if (retryAfterMs === 0) wrong.note(address);
      else wrong.noteRefused(address);
      return retryAfterMs > 0 && { retryAfterMs };
    },
  };
}

const MAX_COUNTED_NETWORKS = 10_000;

/** The admin pairs that opened nothing, all since the start of this process. */
export interface WrongPasswords {
  /** Notes a wrong pair. Its name is not logged: it may be a password in the wrong field. */
  note(address: Address | undefined): void;
  /** Notes a wrong pair of a network that gave too many. */
  noteRefused(address: Address | undefined): void;
  readonly total: number;
  readonly refused: number;
}

/** Creates the counts. The log has a network's first pair of each kind, its second, fourth, eighth … */
export function createWrongPasswords(log: Log): WrongPasswords {
  const wrong = createFoldedCount("A wrong name or password of an administrator came", log);
  const refused = createFoldedCount("Guesses at an administrator's password were refused", log);
  return {
    note: wrong.note,
    noteRefused: refused.note,
    get total() {
      return wrong.total;
    },
    get refused() {
      return refused.total;
    },
  };
}

function createFoldedCount(message: string, log: Log) {
  const timesByNetwork = createMemo<string, number>({ maxEntries: MAX_COUNTED_NETWORKS });
  const count = { total: 0, note };

  function note(address: Address | undefined): void {
    count.total++;
    const network = networkOf(address);
    const times = (timesByNetwork.get(network) ?? 0) + 1;
    timesByNetwork.set(network, times);
    if (isWorthALine(times)) log.warn(message, { network, times });
  }

  return count;
}
