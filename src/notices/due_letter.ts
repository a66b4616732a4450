import { isLive, type KeyRecord } from "../access/records/key_store.ts";
import type { Mail, Mailer } from "../mail/mail.ts";
import { expiryLetter, quotaLetter, type Sender } from "../mail/letters.ts";
import type { Env } from "../platform/env.ts";
import type { Kv, KvEntry } from "../platform/kv.ts";
import { DUE_LETTERS, dueLetterKey, writtenLetterKey } from "../platform/store_keys.ts";
import { type Claim, clampFuture, MAIL_CLAIM_MS, UNCLAIMED } from "../shared_state/claim.ts";
import { type Job, OWN_CLAIM } from "../shared_state/worker.ts";
import { type BackOff, halfJitterMs } from "../toolbox/back_off.ts";
import { type LetterOccasion, occasionName, withEarlier } from "./occasion.ts";

/** A letter that is to be sent, and which process sends it now. */
export interface DueLetter extends Claim {
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
/** Letters that are read together. */
const AT_ONCE = 100;
const RETRY: BackOff = { firstMs: 60_000, maxMs: 3_600_000 };
/** A letter that no server has taken for so long is given up. */
const GIVE_UP_MS = 3 * 86_400_000;

/**
 * Notes a letter for the owner of a key, once for each occasion over all processes: the note that it was
 * written and the letter itself are one commit. False if it was written before.
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
    keyId,
    occasion,
    writtenAt: now,
    retryAt: 0,
    failures: 0,
    ...UNCLAIMED,
  };
  const letter = { set: dueLetterKey(keyId, occasionName(occasion)), value: due };
  return await kv.commit([{ key, version: null }], [...notes, letter]) !== null;
}

/** What letters are sent with. */
export interface LetterDeps extends Env {
  readonly mailer: Mailer;
  readonly sender: () => Sender;
  /** The key as it is now; undefined if there is none of this id. */
  keyOf(id: string): KeyRecord | undefined;
}

/** The letters that are to be sent. Those that have lost their occasion are deleted. */
export async function* letterJobs(deps: LetterDeps): AsyncGenerator<Job<DueLetter>> {
  const { kv, clock, keyOf } = deps;
  for (const entry of await kv.list<DueLetter>(DUE_LETTERS, { limit: AT_ONCE })) {
    const { key, version } = entry;
    const { keyId, occasion } = entry.value!;
    const owner = keyOf(keyId);
    const now = clock.now();
    if (owner !== undefined && isLive(owner, now) && occasion.endsAt > now) {
      yield jobOf(deps, entry, owner);
    } else await kv.commit([{ key, version }], [{ delete: key }]);
  }
}

function jobOf(
  deps: LetterDeps,
  { key, value, version }: KvEntry<DueLetter>,
  owner: KeyRecord,
): Job<DueLetter> {
  const { kv, clock, mailer, sender } = deps;
  const letter = value!;
  return {
    kv,
    key,
    value: letter,
    version,
    dueAt: clampFuture(letter.retryAt, clock.now() + RETRY.maxMs),
    claimMs: MAIL_CLAIM_MS,
    ...OWN_CLAIM,
    async run() {
      const { state } = await mailer.send(mailOf(sender(), owner, letter));
      const retryAt = state === "sent" ? null : retryAtOf(deps, letter, state);
      if (retryAt === null) return { next: () => null, againAt: null };
      const next = (one: DueLetter) => ({ ...one, failures: one.failures + 1, retryAt });
      return { next, againAt: retryAt };
    },
  };
}

/** When to try a letter again after an attempt that failed; null: it is given up. */
function retryAtOf(
  { clock, random, log }: LetterDeps,
  { keyId, occasion, writtenAt, failures }: DueLetter,
  state: string,
): number | null {
  const now = clock.now();
  const isLast = now - writtenAt > GIVE_UP_MS;
  if (failures === 0 || isLast) {
    const words = isLast ? "An owner was not told" : "An owner cannot be told, trying again";
    log.warn(words, { key: keyId, occasion: occasionName(occasion), state });
  }
  return isLast ? null : now + halfJitterMs(RETRY, failures, random.fraction());
}

function mailOf(sender: Sender, key: KeyRecord, { keyId, occasion }: DueLetter): Mail {
  const to = { name: key.owner, email: key.email, hint: key.hint, id: keyId, plan: key.plan };
  const name = occasionName(occasion).replaceAll(/[^A-Za-z0-9-]+/g, "_");
  const mail = occasion.kind === "quota"
    ? quotaLetter(sender, to, occasion)
    : expiryLetter(sender, to, occasion);
  return { ...mail, id: `letter_${keyId}_${name}` };
}
