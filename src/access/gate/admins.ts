import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import type { Address } from "../../address/ip_address.ts";
import type { CredentialTable } from "../records/credential_table.ts";
import type { Digest } from "../records/secret_hash.ts";
import type { PasswordHash, Passwords } from "../records/password.ts";
import type { FailureThrottle } from "./failure_throttle.ts";

/** What comes of an admin pair: whether it is right, or when to come back with it, in ms. */
export type Verdict = boolean | { readonly retryAfterMs: number };

/** Checks admin credentials. */
export interface Admins {
  /** At once for a pair that was right within the last 5 minutes, else after a derivation. */
  verify(
    username: string,
    password: string,
    address: Address | undefined,
  ): Verdict | Promise<Verdict>;
}

export interface AdminsDeps {
  readonly credentials: Pick<CredentialTable, "findUser" | "refresh">;
  readonly passwords: Passwords;
  readonly digest: Digest;
  readonly clock: Clock;
  readonly throttle: FailureThrottle;
}

/** A pair that was right: an HMAC of it, and of which stored password that holds. */
interface Remembered {
  readonly mark: Uint8Array;
  readonly hash: Uint8Array;
  readonly until: number;
}

const REMEMBER_MS = 300_000;
/** Longer ones are nobody's. */
const LONGEST = 1024;
/** How many derivations may wait; more would only make everybody wait longer. */
const MOST_WAITING = 20;
const BUSY_MS = 2000;

/** An unknown user costs as much as a wrong password, so that names cannot be found out by time. */
export function createAdmins(deps: AdminsDeps): Admins {
  const { credentials, passwords, digest, clock, throttle } = deps;
  const remembered = new Map<string, Remembered>();
  const underWay = new Map<string, Promise<boolean>>();
  const encoder = new TextEncoder();

  function isRemembered(username: string, mark: Uint8Array, kept: PasswordHash): boolean {
    const known = remembered.get(username);
    return known !== undefined && clock.now() < known.until && isEqual(known.hash, kept.hash) &&
      timingSafeEqual(known.mark, mark);
  }

  async function check(
    username: string,
    password: string,
    mark: Uint8Array,
    kept: PasswordHash | undefined,
  ): Promise<boolean> {
    if (!await passwords.check(kept, username, password)) return false;
    remembered.set(username, { mark, hash: kept!.hash, until: clock.now() + REMEMBER_MS });
    return true;
  }

  /** Before a pair is wrong the store is asked whether it has just been made right. */
  async function derive(
    username: string,
    password: string,
    mark: Uint8Array,
    kept: PasswordHash | undefined,
  ): Promise<boolean> {
    if (kept !== undefined && await check(username, password, mark, kept)) return true;
    await credentials.refresh();
    const now = (await credentials.findUser(username))?.password;
    if (kept !== undefined && (now === undefined || isEqual(now.hash, kept.hash))) return false;
    return await check(username, password, mark, now);
  }

  function decide(
    username: string,
    password: string,
    address: Address | undefined,
    kept: PasswordHash | undefined,
  ): Verdict | Promise<Verdict> {
    const text = digest(`admin\n${username}\n${password}`);
    const mark = encoder.encode(text);
    if (kept !== undefined && isRemembered(username, mark, kept)) return true;
    // Requests that come together with one pair wait for one derivation.
    const same = underWay.get(text);
    if (same !== undefined) return same;
    if (passwords.waiting >= MOST_WAITING) return { retryAfterMs: BUSY_MS };
    const attempt = throttle.attempt(address);
    if (attempt.retryAfterMs > 0) return { retryAfterMs: attempt.retryAfterMs };
    const verdict = derive(username, password, mark, kept)
      .then((isRight) => (isRight && attempt.succeeded(), isRight))
      .finally(() => underWay.delete(text));
    underWay.set(text, verdict);
    return verdict;
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
