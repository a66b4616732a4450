/**
 * This room verifies the usernames and passwords of administrators.
 *
 * @module
 */

import type { Clock } from "../../platform/clock.ts";
import { networkOf } from "../../address/client_address.ts";
import type { Address } from "../../address/ip_address.ts";
import type { CredentialTable } from "../records/credential_table.ts";
import type { SecretHash } from "../records/secret_hash.ts";
import type { PasswordHash, Passwords } from "../records/password.ts";
import {
  type CarriedPair,
  createVerifiedPairs,
  isEqual,
  type VerifiedPairs,
} from "./verified_pairs.ts";
import type { NetworkThrottle } from "../limits/network_throttle.ts";
import type { WrongPasswords } from "./wrong_passwords.ts";

/** What comes of an admin pair: whether it is right, or when to come back with it, in ms. */
export type PairVerdict = boolean | { readonly retryAfterMs: number };

/** Checks admin credentials. */
export interface Admins {
  /** At once for a pair that was right within the last 5 minutes, else after a derivation. */
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
  readonly wrong: Pick<WrongPasswords, "note">;
}

/** A pair opens without a derivation this long after one. */
const REMEMBER_MS = 300_000;
/** A pair is spared the failures, and the line, of its network this long after a derivation. */
const TRUST_MS = 3_600_000;
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
    const pair = { username, password, mark: encoder.encode(text), stored };
    const age = verified.ageOf(pair);
    if (age < REMEMBER_MS) return true;
    return startCheck(text, pair, age < TRUST_MS, address);
  }

  function noted(verdict: PairVerdict, address: Address | undefined): PairVerdict {
    if (verdict === false) deps.wrong.note(address);
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

/** Starts the check of a pair; requests that come together with one pair wait for one derivation. */
function createPairChecks({ passwords, throttle, ...deps }: AdminsDeps, verified: VerifiedPairs) {
  const checkPair = createPairCheck({ passwords, ...deps }, verified);
  const pending = new Map<string, Promise<boolean>>();

  function start(text: string, pair: CarriedPair, lane: string): Promise<boolean> {
    const verdict = checkPair(pair, lane).finally(() => pending.delete(text));
    pending.set(text, verdict);
    return verdict;
  }

  return (
    text: string,
    pair: CarriedPair,
    isTrusted: boolean,
    address: Address | undefined,
  ): PairVerdict | Promise<PairVerdict> => {
    const same = pending.get(text);
    if (same !== undefined) return same;
    if (isTrusted) return start(text, pair, `user ${pair.username}`);
    const lane = networkOf(address);
    if (!passwords.hasRoom(lane)) return { retryAfterMs: BUSY_MS };
    const attempt = throttle.attempt(address);
    if (attempt.retryAfterMs > 0) return { retryAfterMs: attempt.retryAfterMs };
    return start(text, pair, lane).then((isRight) => (isRight && attempt.succeeded(), isRight));
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
