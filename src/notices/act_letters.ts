import type { KeyRecord } from "../access/records/key_store.ts";
import { greetedName } from "../access/records/owner_email.ts";
import { OVERLAP_MS, UNDO_MS } from "../access/records/rotation.ts";
import type { Sender } from "../mail/letters.ts";
import type { Mailer } from "../mail/mail.ts";
import { rotatedLetter } from "../mail/owner_letters.ts";
import type { Env } from "../platform/env.ts";
import type { KvEntry, KvWrite } from "../platform/kv.ts";
import { ACT_LETTERS, actLetterKey } from "../platform/store_keys.ts";
import { type Claim, clampFuture, MAIL_CLAIM_MS, UNCLAIMED } from "../shared_state/claim.ts";
import { type Job, OWN_CLAIM } from "../shared_state/worker.ts";
import { type BackOff, halfJitterMs } from "../toolbox/back_off.ts";
import { HOUR_MS } from "../toolbox/durations.ts";

/** A letter about what was done to a key. */
export interface ActLetter extends Claim {
  readonly keyId: string;
  /** The rotation that it is about. */
  readonly rotation: string;
  /** Epoch ms. */
  readonly writtenAt: number;
  /** No attempt before, epoch ms. */
  readonly retryAt: number;
  /** Attempts that failed in a row. */
  readonly failures: number;
}

const AT_ONCE = 100;
const RETRY: BackOff = { firstMs: 30_000, maxMs: HOUR_MS };

/** The write that has the owner of a key written to about a rotation; part of the commit that rotates. */
export function rotationLetterWrite(keyId: string, rotation: string, now: number): KvWrite {
  const letter: ActLetter = {
    keyId,
    rotation,
    writtenAt: now,
    retryAt: 0,
    failures: 0,
    ...UNCLAIMED,
  };
  return { set: actLetterKey(keyId, rotation), value: letter };
}

/** What such letters are sent with. */
export interface ActLetterDeps extends Env {
  readonly mailer: Mailer;
  readonly sender: () => Sender;
  /** The address of the page that undoes a rotation, for as long as it can be undone. */
  undoLink(keyId: string, rotation: string, until: number): string;
  /** The key as it is now; undefined if there is none of this id. */
  keyOf(id: string): KeyRecord | undefined;
}

/** The letters that are to be sent. Those of keys without an owner are deleted, and those that come too late. */
export async function* actLetterJobs(deps: ActLetterDeps): AsyncGenerator<Job<ActLetter>> {
  const { kv, clock, keyOf } = deps;
  for (const entry of await kv.list<ActLetter>(ACT_LETTERS, { limit: AT_ONCE })) {
    const { key, version, value } = entry;
    const owner = keyOf(value!.keyId);
    const isLate = clock.now() - value!.writtenAt >= UNDO_MS;
    // A key that another process has made just now is not known here yet: its letter waits.
    if (owner === undefined && !isLate) continue;
    if (owner === undefined || owner.email === "" || isLate) {
      await kv.commit([{ key, version }], [{ delete: key }]);
    } else yield jobOf(deps, entry, owner);
  }
}

function jobOf(
  deps: ActLetterDeps,
  { key, value, version }: KvEntry<ActLetter>,
  owner: KeyRecord,
): Job<ActLetter> {
  const { kv, clock, random, log, mailer, sender, undoLink } = deps;
  const letter = value!;
  const { keyId, rotation, writtenAt } = letter;
  const until = writtenAt + UNDO_MS;
  return {
    kv,
    key,
    value: letter,
    version,
    dueAt: clampFuture(letter.retryAt, clock.now() + RETRY.maxMs),
    claimMs: MAIL_CLAIM_MS,
    ...OWN_CLAIM,
    async run() {
      const { email, language = "en" } = owner;
      const to = { name: greetedName(owner), email, language, id: keyId };
      const mail = rotatedLetter(sender(), to, {
        at: writtenAt,
        endsAt: writtenAt + OVERLAP_MS,
        until,
        link: undoLink(keyId, rotation, until),
      });
      const { state } = await mailer.send({ ...mail, id: `letter_${keyId}_${rotation}` });
      if (state === "sent") return { next: () => null, againAt: null };
      if (letter.failures === 0) {
        log.warn("Cannot send a letter to an owner, trying again", { key: keyId, state });
      }
      const retryAt = clock.now() + halfJitterMs(RETRY, letter.failures, random.fraction());
      const next = (one: ActLetter) => ({ ...one, failures: one.failures + 1, retryAt });
      return { next, againAt: retryAt };
    },
  };
}
