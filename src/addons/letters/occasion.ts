import { isLive, type KeyRecord } from "../../access/records/key_store.ts";
import { type Entry, OWNER, ROTATION } from "../../audit/entries.ts";
import { type Sunset, sunsetAt } from "../../model/sunset.ts";
import type { LeasedUse } from "../../quota/account.ts";
import { DAY_MS } from "../../toolbox/durations.ts";

/** Why the owner of a key is written to. */
export type Occasion = Quota | Expiry | Rotation | End;

type Common = {
  /** Names it among the occasions of a key, for good: `quota 80 2026-07`. */
  readonly name: string;
  /** When there is no reason for a letter any more, epoch ms. */
  readonly endsAt: number;
};

/** So much of a period's quota is used. */
type Quota = Common & {
  readonly kind: "quota";
  readonly percent: 80 | 100;
  readonly limit: number;
};
/** The key expires in so many days or fewer. */
type Expiry = Common & { readonly kind: "expiry"; readonly days: 7 | 1 };
/** The owner, or somebody who has the key, gave it a new secret at this instant (epoch ms). */
type Rotation = Common & { readonly kind: "rotation"; readonly at: number };
/** The service ends. */
type End = Common & { readonly kind: "sunset" };

/** A letter that the owner of a key is to get. */
export interface Due {
  readonly keyId: string;
  readonly occasion: Occasion;
}

/** Whether the owner of a key gets letters. */
export function isWritable(key: KeyRecord, now: number): boolean {
  return isLive(key, now) && key.email !== "" && !key.demo;
}

/** Whether the use of a quota may be an occasion from now on. */
export function isNearQuota({ limit, taken }: LeasedUse): boolean {
  return 100 * taken >= 80 * limit;
}

/** What the use of a quota gives rise to; undefined: nothing yet. */
export function quotaOccasion(
  { period: { id, endsAt }, limit, taken, unspent }: LeasedUse,
): Quota | undefined {
  const used = taken - unspent;
  const percent = used >= limit ? 100 : 100 * used >= 80 * limit ? 80 : undefined;
  return percent && { kind: "quota", name: quotaName(percent, id), percent, limit, endsAt };
}

/** The name of the occasion in a quota's period, `2026-07-04` or `2026-07`. */
export function quotaName(percent: 80 | 100, period: string): string {
  return `quota ${percent} ${period}`;
}

/**
 * What the expiry of a key gives rise to at `now`; undefined: nothing. A key that was made for less time
 * than a letter comes ahead has no such letter; one that is extended expires again.
 */
export function expiryOccasion(
  { expiresAt, createdAt }: KeyRecord,
  now: number,
): Expiry | undefined {
  if (expiresAt === undefined) return undefined;
  const days = ([1, 7] as const).find((days) => {
    const from = expiresAt - days * DAY_MS;
    return now >= from && createdAt < from;
  });
  const name = `expiry ${days} ${new Date(expiresAt).toISOString()}`;
  return days && { kind: "expiry", name, days, endsAt: expiresAt };
}

/** What the audit's entry of a rotation by the owner gives rise to; undefined: it is another entry. */
export function rotationDue(entry: Entry): Due | undefined {
  if (entry.kind === "use" || entry.by !== OWNER || entry.command !== ROTATION) return undefined;
  const { at, subject: keyId } = entry;
  const name = `rotation ${new Date(at).toISOString()}`;
  return keyId === null
    ? undefined
    : { keyId, occasion: { kind: "rotation", name, at, endsAt: at + 3 * DAY_MS } };
}

/** What the announced end of the service gives rise to. */
export function sunsetOccasion(sunset: Sunset): End {
  const endsAt = sunsetAt(sunset);
  return { kind: "sunset", name: `sunset ${new Date(endsAt).toISOString()}`, endsAt };
}
