import { isLive, type KeyRecord } from "../../access/records/key_store.ts";
import { type Entry, OWNER, ROTATION } from "../../audit/entries.ts";
import { type Sunset, sunsetAt } from "../../model/sunset.ts";
import { DAY_MS } from "../../toolbox/durations.ts";

/**
 * Why the owner of a key is written to: it expires in so many days or fewer; it was given a new secret by the
 * owner, or by somebody who has the key, at this instant (epoch ms); the service ends.
 */
export type Occasion =
  & {
    /** Names it among the occasions of a key, for good: `expiry 7 2026-07-04T…`. */
    readonly name: string;
    /** When there is no reason for a letter any more, epoch ms. */
    readonly endsAt: number;
  }
  & (
    | { readonly kind: "expiry"; readonly days: 7 | 1 }
    | { readonly kind: "rotation"; readonly at: number }
    | { readonly kind: "sunset" }
  );

/** A letter that the owner of a key is to get. */
export interface Due {
  readonly keyId: string;
  readonly occasion: Occasion;
}

/** Whether the owner of a key gets letters. */
export function isWritable(key: KeyRecord, now: number): boolean {
  return isLive(key, now) && key.email !== "" && !key.demo;
}

/**
 * What the expiry of a key gives rise to at `now`; undefined: nothing. A key that was made for less time
 * than a letter comes ahead has no such letter; one that is extended expires again.
 */
export function expiryOccasion(
  { expiresAt, createdAt }: KeyRecord,
  now: number,
): Occasion | undefined {
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
  if (keyId === null) return undefined;
  const name = `rotation ${new Date(at).toISOString()}`;
  return { keyId, occasion: { kind: "rotation", name, at, endsAt: at + 3 * DAY_MS } };
}

/** What the announced end of the service gives rise to. */
export function sunsetOccasion(sunset: Sunset): Occasion {
  const endsAt = sunsetAt(sunset);
  return { kind: "sunset", name: `sunset ${new Date(endsAt).toISOString()}`, endsAt };
}
