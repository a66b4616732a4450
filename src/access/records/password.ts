import { timingSafeEqual } from "node:crypto";
import type { Random } from "../../platform/random.ts";
import { createFairQueue } from "./fair_queue.ts";
import type { SecretHash } from "./secret_hash.ts";

/** What is stored of a password. */
export interface PasswordHash {
  readonly salt: Uint8Array;
  readonly rounds: number;
  readonly hash: Uint8Array;
}

/** Makes and checks password hashes, a few at a time. */
export interface Passwords {
  make(username: string, password: string): Promise<PasswordHash>;
  /**
   * Whether the password is right; a hash that is undefined costs the same, and is wrong. `lane` is
   * who asks: nobody waits for the whole line of another.
   */
  check(
    stored: PasswordHash | undefined,
    username: string,
    password: string,
    lane: string,
  ): Promise<boolean>;
  /** Whether one more check of this lane may wait; many more would only make everybody wait. */
  hasRoom(lane: string): boolean;
  /** Derivations that wait for their turn. */
  readonly waiting: number;
}

/** OWASP's figure for PBKDF2-HMAC-SHA-256. One derivation takes about 90 ms of one core. */
const ROUNDS = 600_000;
const SALT_BYTES = 16;
const HASH_BITS = 256;
const QUEUE = { atOnce: 2, maxLanes: 32, maxInLane: 10 };
/** Passwords are set by administrators, and by the program as it starts. */
const SETTING = "set";

/**
 * PBKDF2-HMAC-SHA-256 (RFC 8018) over the password's digest under the pepper, off the event loop, and
 * at most two at once, so that guessing takes no core away from other requests.
 */
export function createPasswords(
  { secretHash, random, rounds = ROUNDS }: {
    secretHash: SecretHash;
    random: Random;
    rounds?: number;
  },
): Passwords {
  const queue = createFairQueue(QUEUE);
  const nobody = { salt: random.bytes(SALT_BYTES), rounds, hash: random.bytes(HASH_BITS / 8) };

  async function derive(
    username: string,
    password: string,
    { salt, rounds }: Pick<PasswordHash, "salt" | "rounds">,
  ): Promise<Uint8Array> {
    const text = secretHash(`password\n${username}\n${password.normalize("NFC")}`);
    const bytes = new TextEncoder().encode(text);
    const key = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveBits"]);
    const kind = {
      name: "PBKDF2",
      hash: "SHA-256",
      salt: new Uint8Array(salt),
      iterations: rounds,
    };
    return new Uint8Array(await crypto.subtle.deriveBits(kind, key, HASH_BITS));
  }

  return {
    async make(username, password) {
      const salt = random.bytes(SALT_BYTES);
      const hash = await queue.run(SETTING, () => derive(username, password, { salt, rounds }));
      return { salt, rounds, hash };
    },
    async check(stored, username, password, lane) {
      const against = stored ?? nobody;
      const hash = await queue.run(lane, () => derive(username, password, against));
      return timingSafeEqual(hash, against.hash) && stored !== undefined;
    },
    hasRoom: queue.hasRoom,
    get waiting() {
      return queue.waiting;
    },
  };
}
