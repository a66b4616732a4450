/**
 * This room verifies the usernames and passwords of administrators.
 *
 * @module
 */

import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { networkOf } from "../../address/client_address.ts";
import type { Address } from "../../address/ip_address.ts";
import { createMemo, type Memo } from "../../toolbox/memo.ts";
import type { CredentialTable } from "../records/credential_table.ts";
import type { SecretHash } from "../records/secret_hash.ts";
import type { PasswordHash, Passwords } from "../records/password.ts";
import type { NetworkThrottle } from "../limits/network_throttle.ts";

/** What comes of an admin pair: whether it is right, or when to come back with it, in ms. */
export type PairVerdict = boolean | { readonly retryAfterMs: number };

/** Checks admin credentials. */
export interface Admins {
  /**
   * At once for a pair that was right within the last 5 minutes from the same network, else after a
   * derivation, which the network's wrong pairs may keep it from.
   */
  verify(
    username: string,
    password: string,
    address: Address | undefined,
  ): PairVerdict | Promise<PairVerdict>;
}

export interface AdminsDeps {
  readonly credentials: Pick<CredentialTable, "findUser" | "refresh">;
  readonly passwords: Passwords;
  readonly secretHash: SecretHash;
  readonly clock: Clock;
  readonly throttle: NetworkThrottle;
  readonly wrong: Pick<WrongPasswords, "note" | "noteRefused">;
}

/** A pair opens without a derivation this long after one, from the networks that it was right from. */
const REMEMBER_MS = 300_000;
/** There it is spared the failures, and the line, of its network this long after a derivation. */
const TRUST_MS = 3_600_000;
/** So many networks of a user are remembered. */
const MAX_NETWORKS = 64;
/** No username or password is longer. */
const MAX_LENGTH = 1024;
const BUSY_MS = 2000;

/** An unknown user costs as much as a wrong password, so that names cannot be found out by time. */
export function createAdmins(deps: AdminsDeps): Admins {
  const { credentials, secretHash, clock } = deps;
  const verified = createVerifiedPairs(clock);
  const startCheck = createPairChecks(deps, verified);
  const encoder = new TextEncoder();

  function decide(
    username: string,
    password: string,
    address: Address | undefined,
    stored: PasswordHash | undefined,
  ): PairVerdict | Promise<PairVerdict> {
    const text = secretHash(`admin\n${username}\n${password}`);
    const network = networkOf(address);
    const pair = { username, password, network, mark: encoder.encode(text), stored };
    const age = verified.ageOf(pair);
    if (age < REMEMBER_MS) return true;
    return startCheck(`${network} ${text}`, pair, age < TRUST_MS, address);
  }

  function noted(verdict: PairVerdict, address: Address | undefined): PairVerdict {
    if (verdict === false) deps.wrong.note(address);
    else if (verdict !== true) deps.wrong.noteRefused(address);
    return verdict;
  }

  function verify(username: string, password: string, address: Address | undefined) {
    if (username.length > MAX_LENGTH || password.length > MAX_LENGTH) return false;
    const user = credentials.findUser(username);
    return user instanceof Promise
      ? user.then((found) => decide(username, password, address, found?.password))
      : decide(username, password, address, user?.password);
  }

  return {
    verify(username, password, address) {
      const verdict = verify(username, password, address);
      return verdict instanceof Promise
        ? verdict.then((settled) => noted(settled, address))
        : noted(verdict, address);
    },
  };
}

/**
 * Starts the check of a pair; requests that come together from one network with one pair wait for one
 * derivation. From another network a pair passes the throttle first, whatever is known of it: else
 * guesses could be told apart there, right and wrong, without a derivation.
 */
function createPairChecks({ passwords, throttle, ...deps }: AdminsDeps, verified: VerifiedPairs) {
  const checkPair = createPairCheck({ passwords, ...deps }, verified);
  const pending = new Map<string, Promise<boolean>>();

  function start(name: string, pair: CarriedPair, lane: string): Promise<boolean> {
    const verdict = checkPair(pair, lane).finally(() => pending.delete(name));
    pending.set(name, verdict);
    return verdict;
  }

  return (
    name: string,
    pair: CarriedPair,
    isTrusted: boolean,
    address: Address | undefined,
  ): PairVerdict | Promise<PairVerdict> => {
    const same = pending.get(name);
    if (same !== undefined) return same;
    if (isTrusted) return start(name, pair, `user ${pair.username}`);
    const lane = pair.network;
    if (!passwords.hasRoom(lane)) return { retryAfterMs: BUSY_MS };
    const attempt = throttle.attempt(address);
    if (attempt.retryAfterMs > 0) return { retryAfterMs: attempt.retryAfterMs };
    return start(name, pair, lane).then((isRight) => (isRight && attempt.succeeded(), isRight));
  };
}

/** Checks a pair by derivation, in the queue of its lane. */
function createPairCheck(
  { credentials, passwords }: Pick<AdminsDeps, "credentials" | "passwords">,
  verified: VerifiedPairs,
) {
  async function isRight(pair: CarriedPair, lane: string): Promise<boolean> {
    const { stored, username, password } = pair;
    if (!await passwords.check(stored, username, password, lane)) return false;
    verified.add(pair);
    return true;
  }

  /** Before a pair is wrong the store is asked whether it has just been made right. */
  return async (pair: CarriedPair, lane: string): Promise<boolean> => {
    const { stored, username } = pair;
    if (stored !== undefined && await isRight(pair, lane)) return true;
    await credentials.refresh();
    const now = (await credentials.findUser(username))?.password;
    if (stored !== undefined && (now === undefined || isEqual(now.hash, stored.hash))) return false;
    return await isRight({ ...pair, stored: now }, lane);
  };
}

/** A pair as a request carries it, its HMAC, and the user's password as it is stored. */
interface CarriedPair {
  readonly username: string;
  readonly password: string;
  /** Where the request came from: an IPv4 address, an IPv6 /56. */
  readonly network: string;
  readonly mark: Uint8Array;
  /** Undefined where no user has that name. */
  readonly stored: PasswordHash | undefined;
}

/** Remembers the latest right pair of each user, as an HMAC, and where it was right from. */
interface VerifiedPairs {
  /** The time since this very pair was right from this network, in ms; Infinity if that is not known. */
  ageOf(pair: CarriedPair): number;
  add(pair: CarriedPair): void;
}

/** A pair that was right: its HMAC, and the stored password that it matched. */
interface VerifiedPair {
  readonly mark: Uint8Array;
  readonly hash: Uint8Array;
  /** The instant at which it was last right from each network. */
  readonly rightAt: Memo<string, number>;
}

function createVerifiedPairs(clock: Clock): VerifiedPairs {
  const verified = new Map<string, VerifiedPair>();

  function find({ username, mark, stored }: CarriedPair): VerifiedPair | undefined {
    const known = verified.get(username);
    if (known === undefined || stored === undefined) return undefined;
    return isEqual(known.hash, stored.hash) && isEqual(known.mark, mark) ? known : undefined;
  }

  return {
    ageOf(pair) {
      const at = find(pair)?.rightAt.get(pair.network);
      const age = at === undefined ? Infinity : clock.now() - at;
      return age < 0 ? Infinity : age;
    },
    add(pair) {
      const { username, mark, stored, network } = pair;
      const known = find(pair);
      const rightAt = known?.rightAt ?? createMemo({ maxEntries: MAX_NETWORKS });
      rightAt.set(network, clock.now());
      verified.set(username, { mark, hash: stored!.hash, rightAt });
    },
  };
}

/** Compares two secrets in a time that does not depend on where they differ. */
function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Counts the admin pairs that opened nothing, all since the start of this process. */
export interface WrongPasswords {
  /** Notes a wrong pair. Its name is not logged: it may be a password in the wrong field. */
  note(address: Address | undefined): void;
  /** Notes a pair that was refused unchecked: its network, or all together, gave too many. */
  noteRefused(address: Address | undefined): void;
  readonly total: number;
  readonly refused: number;
}

const MAX_COUNTED_NETWORKS = 10_000;

/** Makes the counts. The log has a network's first pair of each kind, its second, fourth, eighth … */
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
  const ofNetwork = createMemo<string, number>({ maxEntries: MAX_COUNTED_NETWORKS });
  const count = { total: 0, note };

  function note(address: Address | undefined): void {
    count.total++;
    const network = networkOf(address);
    const times = (ofNetwork.get(network) ?? 0) + 1;
    ofNetwork.set(network, times);
    if ((times & (times - 1)) === 0) log.warn(message, { network, times });
  }

  return count;
}
