import { timingSafeEqual } from "node:crypto";
import type { Random } from "../../platform/random.ts";
import type { SecretHash } from "./secret.ts";

/** What is stored of a password. */
export interface PasswordHash {
  readonly salt: Uint8Array;
  readonly rounds: number;
  readonly hash: Uint8Array;
}

/** OWASP's figure for PBKDF2-HMAC-SHA-256. One derivation takes about 90 ms of one core. */
const ROUNDS = 600_000;
const SALT_BYTES = 16;
const HASH_BITS = 256;
const QUEUE = { atOnce: 2, maxLanes: 32, maxInLane: 10 };
/** Passwords are set by administrators, and by the program as it starts. */
const SETTING = "set";

/** Makes and checks password hashes, a few at a time. */
export type Passwords = ReturnType<typeof createPasswords>;

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
) {
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
    async make(username: string, password: string): Promise<PasswordHash> {
      const salt = random.bytes(SALT_BYTES);
      const hash = await queue.run(SETTING, () => derive(username, password, { salt, rounds }));
      return { salt, rounds, hash };
    },
    /**
     * Whether the password is right; a hash that is undefined costs the same, and is wrong. `lane` is
     * who asks: none waits for the whole line of another.
     */
    async check(
      stored: PasswordHash | undefined,
      username: string,
      password: string,
      lane: string,
    ): Promise<boolean> {
      const against = stored ?? nobody;
      const hash = await queue.run(lane, () => derive(username, password, against));
      return timingSafeEqual(hash, against.hash) && stored !== undefined;
    },
    /** Whether one more check of this lane may wait; many more would only make all wait. */
    hasRoom: queue.hasRoom,
    get waiting() {
      return queue.waiting;
    },
  };
}

/**
 * Runs tasks a few at a time: one of each lane in turn, so that a task waits for as many others as there
 * are lanes, however long another lane's line is.
 */
function createFairQueue({ atOnce, maxLanes, maxInLane }: {
  /** Tasks that run at the same time, each of another lane. */
  readonly atOnce: number;
  /** Lanes that wait, and tasks that wait in each of them. */
  readonly maxLanes: number;
  readonly maxInLane: number;
}) {
  /** What starts each waiting task, by lane; the lane whose turn is next is first. */
  const lanes = new Map<string, (() => void)[]>();
  /** Lanes that have a task running: one at most, so that another lane finds room at once. */
  const running = new Set<string>();

  function startNext(): void {
    while (running.size < atOnce) {
      const lane = lanes.keys().find((name) => !running.has(name));
      if (lane === undefined) return;
      const [start, ...rest] = lanes.get(lane)!;
      lanes.delete(lane);
      if (rest.length > 0) lanes.set(lane, rest);
      running.add(lane);
      start!();
    }
  }

  function turnOf(lane: string): Promise<void> {
    return new Promise((resolve) => {
      lanes.set(lane, [...lanes.get(lane) ?? [], resolve]);
      startNext();
    });
  }

  return {
    async run<T>(lane: string, task: () => Promise<T>): Promise<T> {
      await turnOf(lane);
      try {
        return await task();
      } finally {
        running.delete(lane);
        startNext();
      }
    },
    /** Whether one more task of this lane may wait. */
    hasRoom(lane: string): boolean {
      const line = lanes.get(lane);
      return line === undefined ? lanes.size < maxLanes : line.length < maxInLane;
    },
    get waiting(): number {
      return lanes.values().reduce((sum, line) => sum + line.length, 0);
    },
  };
}
