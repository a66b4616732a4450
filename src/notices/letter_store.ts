import { type DeliveryClaim, UNCLAIMED } from "../delivery/claim.ts";
import type { Kv, KvEntry } from "../platform/kv.ts";
import { DUE_LETTERS, dueLetterKey, writtenLetterKey } from "../platform/store_keys.ts";
import { type LetterOccasion, occasionName, withEarlier } from "./occasion.ts";

/** A letter that is to be sent, and who sends it now. */
export interface DueLetter extends DeliveryClaim {
  readonly keyId: string;
  readonly occasion: LetterOccasion;
  /** Epoch ms. */
  readonly writtenAt: number;
  /** No attempt before, epoch ms. */
  readonly retryAt: number;
  /** Attempts that failed in a row. */
  readonly failures: number;
}

/** How long it is remembered that a letter was written, after its occasion has passed. */
const REMEMBERED_MS = 40 * 86_400_000;
/** Letters that are looked at together. */
const AT_ONCE = 100;

/**
 * Notes a letter for the owner of a key, once for each occasion over all processes: the note that it was
 * written and the letter itself are one commit. False where it was written before.
 */
export async function writeLetter(
  kv: Kv,
  keyId: string,
  occasion: LetterOccasion,
  now: number,
): Promise<boolean> {
  const key = writtenLetterKey(keyId, occasionName(occasion));
  if ((await kv.get(key)).version !== null) return false;
  const expireInMs = occasion.endsAt - now + REMEMBERED_MS;
  const notes = withEarlier(occasion).map((one) => ({
    set: writtenLetterKey(keyId, occasionName(one)),
    value: { at: now },
    expireInMs,
  }));
  const due: DueLetter = {
    ...{ keyId, occasion, writtenAt: now, retryAt: 0, failures: 0 },
    ...UNCLAIMED,
  };
  const letter = { set: dueLetterKey(keyId, occasionName(occasion)), value: due };
  return await kv.commit([{ key, version: null }], [...notes, letter]) !== null;
}

/** The letters that are to be sent. */
export async function listDueLetters(kv: Kv): Promise<KvEntry<DueLetter>[]> {
  return await kv.list<DueLetter>(DUE_LETTERS, { limit: AT_ONCE });
}
