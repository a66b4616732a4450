import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import type { PasswordHash } from "../records/password.ts";

/** A pair as a request carries it, its HMAC, and the user's password as it is stored. */
export interface CarriedPair {
  readonly username: string;
  readonly password: string;
  readonly mark: Uint8Array;
  /** Undefined where no user has that name. */
  readonly stored: PasswordHash | undefined;
}

/** Remembers the latest right pair of each user, as an HMAC. */
export interface VerifiedPairs {
  /** The time since this very pair was right, in ms; Infinity where that is not known. */
  ageOf(pair: CarriedPair): number;
  add(pair: CarriedPair): void;
}

/** A pair that was right: its HMAC, the stored password that it matched, and the instant. */
interface VerifiedPair {
  readonly mark: Uint8Array;
  readonly hash: Uint8Array;
  readonly at: number;
}

export function createVerifiedPairs(clock: Clock): VerifiedPairs {
  const verified = new Map<string, VerifiedPair>();
  return {
    ageOf({ username, mark, stored }) {
      const known = verified.get(username);
      if (known === undefined || stored === undefined) return Infinity;
      if (!isEqual(known.hash, stored.hash) || !timingSafeEqual(known.mark, mark)) return Infinity;
      const age = clock.now() - known.at;
      return age < 0 ? Infinity : age;
    },
    add({ username, mark, stored }) {
      verified.set(username, { mark, hash: stored!.hash, at: clock.now() });
    },
  };
}

/** Compares two secrets in a time that does not depend on where they differ. */
export function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
