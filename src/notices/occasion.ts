import { isLive, type KeyRecord } from "../access/records/key_store.ts";
import type { LeasedUse } from "../quota/account.ts";
import { type Sunset, sunsetAt } from "../model/sunset.ts";
import { DAY_MS } from "../toolbox/durations.ts";

/** Why the owner of a key is written to. */
export type LetterOccasion = QuotaOccasion | ExpiryOccasion | RotationOccasion | SunsetOccasion;

/** So much of a period's quota is used. */
interface QuotaOccasion {
  readonly kind: "quota";
  readonly percent: 80 | 100;
  /** `2026-07-04` or `2026-07`, in the plan's zone. */
  readonly period: string;
  readonly limit: number;
  /** When the next period begins, epoch ms. */
  readonly endsAt: number;
}

/** The key expires in so many days or fewer. */
interface ExpiryOccasion {
  readonly kind: "expiry";
  readonly days: 7 | 1;
  /** When it expires, epoch ms. */
  readonly endsAt: number;
}

/** The owner, or somebody who has the key, gave it a new secret. */
interface RotationOccasion {
  readonly kind: "rotation";
  /** Epoch ms. */
  readonly at: number;
  /** When a letter about it is given up, epoch ms. */
  readonly endsAt: number;
}

/** The service ends. */
interface SunsetOccasion {
  readonly kind: "sunset";
  readonly successor: string | undefined;
  readonly note: string | undefined;
  /** When it ends, epoch ms. */
  readonly endsAt: number;
}

/** What the use of a quota gives rise to; null: nothing yet. */
export function quotaOccasion({ period, limit, taken, unspent }: LeasedUse): QuotaOccasion | null {
  const used = taken - unspent;
  const percent = used >= limit ? 100 : 100 * used >= 80 * limit ? 80 : null;
  if (percent === null) return null;
  return { kind: "quota", percent, period: period.id, limit, endsAt: period.endsAt };
}

/** Whether the use of a quota is so high that it has to be checked again. */
export function isNearQuota({ limit, taken }: LeasedUse): boolean {
  return 100 * taken >= 80 * limit;
}

/**
 * What the expiry of a key gives rise to at `now`; null: nothing. A key that was made for less time than
 * a letter comes ahead has no such letter.
 */
export function expiryOccasion(key: KeyRecord, now: number): ExpiryOccasion | null {
  const { expiresAt, createdAt } = key;
  if (expiresAt === undefined || !isLive(key, now)) return null;
  for (const days of [1, 7] as const) {
    const from = expiresAt - days * DAY_MS;
    if (now >= from && createdAt < from) return { kind: "expiry", days, endsAt: expiresAt };
  }
  return null;
}

/** What a rotation at `at` (epoch ms) gives rise to. */
export function rotationOccasion(at: number): RotationOccasion {
  return { kind: "rotation", at, endsAt: at + 3 * DAY_MS };
}

/** What the announced end of the service gives rise to at `now`; null: nothing, since it is over. */
export function sunsetOccasion(sunset: Sunset, now: number): SunsetOccasion | null {
  const endsAt = sunsetAt(sunset);
  const { successor, note } = sunset;
  return endsAt > now ? { kind: "sunset", successor, note, endsAt } : null;
}

/** Names an occasion in the store: `quota 80 2026-07`. A key that is extended expires again. */
export function occasionName(occasion: LetterOccasion): string {
  switch (occasion.kind) {
    case "quota":
      return `quota ${occasion.percent} ${occasion.period}`;
    case "expiry":
      return `expiry ${occasion.days} ${new Date(occasion.endsAt).toISOString()}`;
    case "rotation":
      return `rotation ${new Date(occasion.at).toISOString()}`;
    case "sunset":
      return `sunset ${new Date(occasion.endsAt).toISOString()}`;
  }
}

/** The occasion itself, and the smaller one before it, which is not reported after it. */
export function withEarlier(occasion: LetterOccasion): LetterOccasion[] {
  if (occasion.kind === "quota") {
    return occasion.percent === 100 ? [occasion, { ...occasion, percent: 80 }] : [occasion];
  }
  if (occasion.kind !== "expiry") return [occasion];
  return occasion.days === 1 ? [occasion, { ...occasion, days: 7 }] : [occasion];
}
