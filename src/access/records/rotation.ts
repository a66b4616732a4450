import type { Env } from "../../platform/env.ts";
import type { Kv, KvEntry, KvWrite } from "../../platform/kv.ts";
import {
  credentialIdKey,
  credentialKey,
  keyRotationsKey,
  revisionKey,
} from "../../platform/credential_keys.ts";
import { DAY_MS, HOUR_MS } from "../../toolbox/durations.ts";
import type { FormerSecret } from "./former_secret.ts";
import type { RecordExtras } from "./hashed_store.ts";
import { type Issued, type KeyRecord, type KeyStore, rootOf } from "./key_store.ts";
import { mintHashed, mintId, type SecretHash } from "./secret.ts";

/** How long a former secret goes on after a rotation. */
export const OVERLAP_MS = DAY_MS;
/** How long a rotation can be undone. */
export const UNDO_MS = 7 * DAY_MS;
/** Stored values stay so much longer than they are read. */
const SPARE_MS = HOUR_MS;

interface Rotation {
  /** Names it in the link that undoes it. */
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
  /** What undoing restores. */
  readonly digest: string;
  readonly hint: string;
}

/** What came of a rotation: the key with its new secret, and what undoes it. */
export interface Rotated extends Issued<KeyRecord> {
  readonly rotation: string;
  /** When the former secret ends, epoch ms; undefined: it has ended. */
  readonly formerEndsAt: number | undefined;
}

/** Why a key gets no further secret: the one before the last still lives. */
export class OverlapError extends Error {
  override name = "OverlapError";
}

/** What rotations work with. */
export interface RotationDeps extends Pick<Env, "kv" | "random" | "clock"> {
  readonly keys: KeyStore;
  readonly secretHash: SecretHash;
}

interface RotationRequest {
  /** Throws to forbid it. */
  allow(key: KeyRecord): void;
  /** Ends the former secret at once, and what its earlier rotations would restore. */
  readonly isNow: boolean;
  /** What the same commit does besides. */
  besides?(key: KeyRecord, rotation: string): readonly KvWrite[];
}

/**
 * Gives a key another secret; undefined if there is no such key. The former secret goes on for
 * {@linkcode OVERLAP_MS} unless it ends at once.
 *
 * @throws {OverlapError} if the former secret of an earlier rotation goes on, and is not to end at once
 */
export async function rotateKey(
  deps: RotationDeps,
  id: string,
  { allow, isNow, besides }: RotationRequest,
): Promise<Rotated | undefined> {
  const { kv, keys, random, clock } = deps;
  const { secret, ...made } = mintHashed("J", deps);
  const rotation = mintId("r", random);
  const now = clock.now();
  const extras: RecordExtras<KeyRecord> = async (key) => {
    const own = besides?.(key, rotation) ?? [];
    const entries = await readRotations(kv, id);
    const gone = [{ delete: keyRotationsKey(id) }, ...formerDeletion(entries), revisionOf(id)];
    if (isNow) return { checks: checksOf(entries), writes: [...gone, ...own] };
    await refuseOverlap(kv, key, entries.pointer, now);
    return {
      checks: checksOf(entries),
      writes: [
        ...formerDeletion(entries),
        ...overlapOf(key, made.digest, now + OVERLAP_MS),
        noteOf(id, [
          ...undoable(entries.rotations, now),
          { id: rotation, at: now, digest: key.digest, hint: key.hint },
        ]),
        ...own,
      ],
    };
  };
  const record = await keys.update(id, (key) => {
    allow(key);
    const { lineage: _, ...rest } = key;
    if (isNow) return { ...rest, ...made };
    return { ...rest, ...made, lineage: { digest: made.digest, root: rootOf(key) } };
  }, extras);
  if (record === undefined) return undefined;
  return { record, secret, rotation, formerEndsAt: isNow ? undefined : now + OVERLAP_MS };
}

/**
 * Restores the secret that a key had before a rotation, and ends those that followed it; undefined if the
 * rotation cannot be undone: it is too long ago, was undone, or a later one ended the secret at once.
 */
export async function undoRotation(
  { kv, keys, clock }: RotationDeps,
  id: string,
  { rotation, allow }: { readonly rotation: string; allow(key: KeyRecord): void },
): Promise<{ readonly record: KeyRecord; readonly undone: Rotation } | undefined> {
  while (true) {
    const entries = await readRotations(kv, id);
    const known = undoable(entries.rotations, clock.now());
    const index = known.findIndex((one) => one.id === rotation);
    const undone = known[index];
    if (undone === undefined) return undefined;
    const { digest, hint } = undone;
    const writes = [noteOf(id, known.slice(0, index))];
    const restored = (key: KeyRecord): KeyRecord => {
      allow(key);
      return { ...key, digest, hint, lineage: { digest, root: rootOf(key) } };
    };
    try {
      const record = await keys.update(id, restored, async () => {
        const { version } = await kv.get(keyRotationsKey(id));
        if (version !== entries.rotations.version) throw STALE;
        return { checks: checksOf(entries), writes };
      });
      return record && { record, undone };
    } catch (error) {
      if (error !== STALE) throw error;
    }
  }
}

/** Others have rotated the key since its rotations were read. */
const STALE = new Error("The rotations of the key are others by now");

/** When a rotation can be undone no more, epoch ms; undefined if it cannot be now. */
export async function undoableUntil(
  { kv, clock }: Pick<RotationDeps, "kv" | "clock">,
  id: string,
  rotation: string,
): Promise<number | undefined> {
  const { rotations } = await readRotations(kv, id);
  const found = undoable(rotations, clock.now()).find((one) => one.id === rotation);
  return found && found.at + UNDO_MS;
}

interface RotationEntries {
  readonly rotations: KvEntry<readonly Rotation[]>;
  /** Leads to the former secret. */
  readonly pointer: KvEntry<string>;
}

async function readRotations(kv: Kv, id: string): Promise<RotationEntries> {
  const keys = [keyRotationsKey(id), credentialIdKey("former_secret", id)];
  const [rotations, pointer] = await kv.getMany<unknown>(keys);
  return {
    rotations: rotations as KvEntry<readonly Rotation[]>,
    pointer: pointer as KvEntry<string>,
  };
}

function checksOf({ rotations, pointer }: RotationEntries) {
  return [rotations, pointer].map(({ key, version }) => ({ key, version }));
}

function undoable({ value }: RotationEntries["rotations"], now: number): readonly Rotation[] {
  // A clock that was set back must not make them last longer.
  return (value ?? []).filter(({ at }) => Math.abs(now - at) < UNDO_MS);
}

function noteOf(id: string, rotations: readonly Rotation[]): KvWrite {
  const key = keyRotationsKey(id);
  if (rotations.length === 0) return { delete: key };
  return { set: key, value: rotations, expireInMs: UNDO_MS + SPARE_MS };
}

async function refuseOverlap(
  kv: Kv,
  { digest }: KeyRecord,
  pointer: KvEntry<string>,
  now: number,
): Promise<void> {
  if (pointer.value === null) return;
  const { value } = await kv.get<FormerSecret>(credentialKey("former_secret", pointer.value));
  if (value?.keyDigest !== digest || value.endsAt <= now) return;
  throw new OverlapError("The former secret of this key still works");
}

function overlapOf(key: KeyRecord, keyDigest: string, endsAt: number): KvWrite[] {
  const { id, digest } = key;
  const former: FormerSecret = { id, digest, keyDigest, endsAt };
  const expireInMs = OVERLAP_MS + SPARE_MS;
  return [
    { set: credentialKey("former_secret", digest), value: former, expireInMs },
    { set: credentialIdKey("former_secret", id), value: digest, expireInMs },
    revisionOf(id),
  ];
}

/** A key has one former secret at a time. */
function formerDeletion({ pointer: { key, value } }: RotationEntries): KvWrite[] {
  if (value === null) return [];
  return [{ delete: key }, { delete: credentialKey("former_secret", value) }];
}

/** There is no row for the change: those who follow read all former secrets, which are few. */
function revisionOf(id: string): KvWrite {
  return { set: revisionKey("former_secret"), value: id };
}
