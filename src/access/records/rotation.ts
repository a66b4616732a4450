import type { Clock } from "../../platform/clock.ts";
import type { Random } from "../../platform/random.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import type { Issued, KeyRecord, KeyStore } from "./key_store.ts";
import { mintHashed, type SecretHash } from "./secret.ts";

/** How long a former secret goes on after a rotation. */
export const OVERLAP_MS = DAY_MS;

/** What came of a rotation: the key with its new secret. */
export interface Rotated extends Issued<KeyRecord> {
  /** When the former secret ends, epoch ms; undefined: it has ended. */
  readonly formerEndsAt: number | undefined;
}

/** Why a key gets no further secret: the one before the last still lives. */
export class OverlapError extends Error {
  override name = "OverlapError";
}

/** What rotations work with. */
interface RotationDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly keys: KeyStore;
  readonly secretHash: SecretHash;
}

interface RotationRequest {
  /** Throws to forbid it. */
  allow(key: KeyRecord): void;
  /** Ends the former secret at once, and the key's feed tokens. */
  readonly isNow: boolean;
}

/**
 * Gives a key another secret; undefined if there is no such key. The former secret goes on for
 * {@linkcode OVERLAP_MS} unless it ends at once.
 *
 * @throws {OverlapError} if the secret before that still works, and is not to end at once
 */
export async function rotateKey(
  deps: RotationDeps,
  id: string,
  { allow, isNow }: RotationRequest,
): Promise<Rotated | undefined> {
  const { secret, ...made } = mintHashed("J", deps);
  const now = deps.clock.now();
  const record = await deps.keys.update(id, (key) => {
    allow(key);
    const { former, ...rest } = key;
    if (isNow) return { ...rest, ...made, feedGeneration: (key.feedGeneration ?? 0) + 1 };
    if (former !== undefined && now < former.endsAt) {
      throw new OverlapError("The former secret of this key still works");
    }
    return { ...rest, ...made, former: { digest: key.digest, endsAt: now + OVERLAP_MS } };
  });
  return record && { record, secret, formerEndsAt: record.former?.endsAt };
}
