import type { Clock } from "../platform/clock.ts";

/** Slows down whoever fails too often, by client address. */
export interface Throttle {
  /** How long this address has to wait before its next attempt, in ms; 0: it need not. */
  waitMs(address: string): number;
  /** Counts one failure of this address. */
  failed(address: string): void;
}

/** Lets an address fail `most` times in any minute. Stands in until the address rooms are there. */
export function createThrottle(clock: Clock, most: number): Throttle {
  const failures = new Map<string, number[]>();
  const recent = (address: string) =>
    (failures.get(address) ?? []).filter((at) => clock.now() - at < 60_000);
  return {
    waitMs(address) {
      const times = recent(address);
      return times.length < most ? 0 : times.at(-most)! + 60_000 - clock.now();
    },
    failed: (address) => void failures.set(address, [...recent(address), clock.now()]),
  };
}
