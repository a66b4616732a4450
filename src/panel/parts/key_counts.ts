import { isLive, type KeyRecord } from "../../access/records/key_store.ts";

const DAY_MS = 86_400_000;

/** How many keys open something, by plan, and over the last days. */
export interface KeyCounts {
  readonly live: number;
  /** Of keys that open something; the plan with most first. */
  readonly byPlan: readonly (readonly [plan: string, count: number])[];
  /** How many there were at the end of each day, the present instant last. */
  readonly history: readonly number[];
}

/** Counts keys at an instant (epoch ms) and at the ends of the `days` before it. */
export function countKeys(keys: readonly KeyRecord[], now: number, days: number): KeyCounts {
  const live = keys.filter((key) => isLive(key, now));
  const byPlan = Map.groupBy(live, ({ plan }) => plan);
  const instants = Array.from({ length: days }, (_, n) => now - (days - 1 - n) * DAY_MS);
  return {
    live: live.length,
    byPlan: [...byPlan].map(([plan, { length }]) => [plan, length] as const)
      .sort(([, one], [, other]) => other - one),
    history: instants.map((at) =>
      keys.filter((key) => key.createdAt <= at && wasLive(key, at)).length
    ),
  };
}

/** A key that was revoked later opened something at an earlier instant. */
function wasLive(key: KeyRecord, at: number): boolean {
  const { revokedAt = Infinity, expiresAt = Infinity } = key;
  return revokedAt > at && expiresAt > at;
}
