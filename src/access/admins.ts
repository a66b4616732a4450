import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../platform/clock.ts";
import type { CredentialTable } from "./credential_table.ts";
import type { Digest } from "./digest.ts";
import type { PasswordHash, Passwords } from "./password.ts";
import type { Throttle } from "./throttle.ts";

/** What comes of an admin pair. */
export type Verdict = boolean | "throttled";

/** Checks admin credentials. */
export interface Admins {
  /** At once for a pair that was right within the last 5 minutes, else after a derivation. */
  verify(username: string, password: string, address: string): Verdict | Promise<Verdict>;
  /** How long an address that was told "throttled" has to wait, in ms. */
  waitMs(address: string): number;
}

export interface AdminsDeps {
  readonly credentials: Pick<CredentialTable, "findUser">;
  readonly passwords: Passwords;
  readonly digest: Digest;
  readonly clock: Clock;
  readonly throttle: Throttle;
}

/** A pair that was right: an HMAC of it, and of which stored password that holds. */
interface Remembered {
  readonly mark: Uint8Array;
  readonly hash: Uint8Array;
  readonly until: number;
}

interface Attempt {
  readonly username: string;
  readonly password: string;
  readonly mark: Uint8Array;
  readonly kept: PasswordHash | undefined;
}

const REMEMBER_MS = 300_000;
/** Longer ones are nobody's. */
const LONGEST = 1024;
/** How many derivations may wait; more would only make everybody wait longer. */
const MOST_WAITING = 20;
const BUSY_MS = 2000;
/** How many of them may be one address's: its failures are counted only when they are known. */
const MOST_OF_ADDRESS = 4;

/** An unknown user costs as much as a wrong password, so that names cannot be found out by time. */
export function createAdmins(deps: AdminsDeps): Admins {
  const { credentials, passwords, digest, clock, throttle } = deps;
  const remembered = new Map<string, Remembered>();
  const underWay = new Map<string, Map<string, Promise<Verdict>>>();
  const encoder = new TextEncoder();
  const isBusy = () => passwords.waiting >= MOST_WAITING;

  function isRemembered(username: string, mark: Uint8Array, kept: PasswordHash): boolean {
    const known = remembered.get(username);
    return known !== undefined && clock.now() < known.until && isEqual(known.hash, kept.hash) &&
      timingSafeEqual(known.mark, mark);
  }

  async function derive(
    { username, password, mark, kept }: Attempt,
    address: string,
  ): Promise<boolean> {
    const isRight = await passwords.check(kept, username, password);
    if (!isRight) throttle.failed(address);
    else remembered.set(username, { mark, hash: kept!.hash, until: clock.now() + REMEMBER_MS });
    return isRight;
  }

  function decide(
    username: string,
    password: string,
    address: string,
    kept: PasswordHash | undefined,
  ): Verdict | Promise<Verdict> {
    const text = digest(`admin\n${username}\n${password}`);
    const mark = encoder.encode(text);
    if (kept !== undefined && isRemembered(username, mark, kept)) return true;
    const ofAddress = underWay.get(address) ?? new Map<string, Promise<Verdict>>();
    // Requests that come together with one pair wait for one derivation.
    const same = ofAddress.get(text);
    if (same !== undefined) return same;
    if (isBusy() || ofAddress.size >= MOST_OF_ADDRESS || throttle.waitMs(address) > 0) {
      return "throttled";
    }
    const verdict = derive({ username, password, mark, kept }, address).finally(() => {
      ofAddress.delete(text);
      if (ofAddress.size === 0) underWay.delete(address);
    });
    underWay.set(address, ofAddress.set(text, verdict));
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
    waitMs: (address) => throttle.waitMs(address) || BUSY_MS,
  };
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
