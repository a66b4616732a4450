import { createMemo } from "../../toolbox/memo.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Address } from "../../http/ip_address.ts";
import { networkOf } from "../../http/client_address.ts";

/** An attempt counts from its beginning on, so that many at once count all. */
export interface Attempt {
  /** 0: go on; else there were too many, and the next may begin after this many milliseconds. */
  readonly retryAfterMs: number;
  /** Takes the attempt back, once: one that succeeds is no guess. */
  succeeded(): void;
}

const WINDOW_MS = 60_000;
const MAX_NETWORKS = 10_000;

/** Slows down a network that attempts something too often: guesses passwords or codes, or searches. */
export type NetworkThrottle = ReturnType<typeof createNetworkThrottle>;

/**
 * Lets each network make `limit` attempts in any minute; `networkName` says which one an address is of.
 *
 * The memory: the instants of at most `limit` attempts for each of at most 10,000 networks, 2.4 MB for
 * a limit of 30. Beyond that the network whose last attempt is longest ago is forgotten.
 */
export function createNetworkThrottle(clock: Clock, limit: number, networkName = networkOf) {
  /** Instants of attempts, oldest first; the network that was seen last is at the end. */
  const networks = createMemo<string, number[]>({ maxEntries: MAX_NETWORKS });
  clock.onSetBack(() => networks.clear());

  return {
    /** Admits an attempt, unless the caller's network has made too many. */
    attempt(address: Address | undefined): Attempt {
      const now = clock.now();
      const network = networkName(address);
      const attempts = (networks.get(network) ?? []).filter((at) => now - at < WINDOW_MS);
      if (attempts.length >= limit) {
        const retryAfterMs = attempts[attempts.length - limit]! + WINDOW_MS - now;
        return { retryAfterMs, succeeded() {} };
      }
      attempts.push(now);
      networks.set(network, attempts);
      return { retryAfterMs: 0, succeeded: () => takeBack(network, now) };
    },
  };

  function takeBack(network: string, at: number): void {
    const attempts = networks.get(network) ?? [];
    const index = attempts.indexOf(at);
    if (index >= 0) attempts.splice(index, 1);
    if (attempts.length === 0) networks.delete(network);
  }
}
