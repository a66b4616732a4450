import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import { networkOf } from "../../address/client_address.ts";
import type { Address } from "../../address/ip_address.ts";
import type { CredentialTable } from "../records/credential_table.ts";
import type { SecretHash } from "../records/secret_hash.ts";
import type { PasswordHash, Passwords } from "../records/password.ts";
import type { FailureThrottle } from "../limits/failure_throttle.ts";

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
  readonly throttle: FailureThrottle;
}

/** A pair that was right: an HMAC of it, of which stored password that holds, and when it was. */
interface VerifiedPair {
  readonly mark: Uint8Array;
  readonly hash: Uint8Array;
  readonly at: number;
}

/** A pair opens without a derivation this long after one. */
const REMEMBER_MS = 300_000;
/** A pair is spared the failures, and the line, of its network this long after a derivation. */
const TRUST_MS = 3_600_000;
/** No username or password is longer. */
const LONGEST = 1024;
const BUSY_MS = 2000;

/** An unknown user costs as much as a wrong password, so that names cannot be found out by time. */
export function createAdmins(deps: AdminsDeps): Admins {
  const { credentials, passwords, secretHash, clock, throttle } = deps;
  const verified = new Map<string, VerifiedPair>();
  const pending = new Map<string, Promise<boolean>>();
  const encoder = new TextEncoder();

  /** How long ago this very pair was right, in ms; Infinity where that is not known. */
  function ageOf(username: string, mark: Uint8Array, stored: PasswordHash | undefined): number {
    const known = verified.get(username);
    if (known === undefined || stored === undefined) return Infinity;
    if (!isEqual(known.hash, stored.hash) || !timingSafeEqual(known.mark, mark)) return Infinity;
    const age = clock.now() - known.at;
    return age < 0 ? Infinity : age;
  }

  async function check(
    username: string,
    password: string,
    mark: Uint8Array,
    stored: PasswordHash | undefined,
    lane: string,
  ): Promise<boolean> {
    if (!await passwords.check(stored, username, password, lane)) return false;
    verified.set(username, { mark, hash: stored!.hash, at: clock.now() });
    return true;
  }

  /** Before a pair is wrong the store is asked whether it has just been made right. */
  async function derive(
    username: string,
    password: string,
    mark: Uint8Array,
    stored: PasswordHash | undefined,
    lane: string,
  ): Promise<boolean> {
    if (stored !== undefined && await check(username, password, mark, stored, lane)) return true;
    await credentials.refresh();
    const now = (await credentials.findUser(username))?.password;
    if (stored !== undefined && (now === undefined || isEqual(now.hash, stored.hash))) return false;
    return await check(username, password, mark, now, lane);
  }

  function decide(
    username: string,
    password: string,
    address: Address | undefined,
    stored: PasswordHash | undefined,
  ): PairVerdict | Promise<PairVerdict> {
    const text = secretHash(`admin\n${username}\n${password}`);
    const mark = encoder.encode(text);
    const age = ageOf(username, mark, stored);
    if (age < REMEMBER_MS) return true;
    // Requests that come together with one pair wait for one derivation.
    const same = pending.get(text);
    if (same !== undefined) return same;
    const start = (lane: string) => {
      const verdict = derive(username, password, mark, stored, lane)
        .finally(() => pending.delete(text));
      pending.set(text, verdict);
      return verdict;
    };
    if (age < TRUST_MS) return start(`user ${username}`);
    const lane = networkOf(address);
    if (!passwords.hasRoom(lane)) return { retryAfterMs: BUSY_MS };
    const attempt = throttle.attempt(address);
    if (attempt.retryAfterMs > 0) return { retryAfterMs: attempt.retryAfterMs };
    return start(lane).then((isRight) => (isRight && attempt.succeeded(), isRight));
  }

  return {
    verify(username, password, address) {
      if (username.length > LONGEST || password.length > LONGEST) return false;
      const user = credentials.findUser(username);
      return user instanceof Promise
        ? user.then((found) => decide(username, password, address, found?.password))
        : decide(username, password, address, user?.password);
    },
  };
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
