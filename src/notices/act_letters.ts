import type { KeyRecord } from "../access/records/key_store.ts";
import { greetedName } from "../access/records/owner_email.ts";
import { OVERLAP_MS, UNDO_MS } from "../access/records/rotation.ts";
import type { Sender } from "../mail/letters.ts";
import type { Mailer } from "../mail/mail.ts";
import { rotatedLetter } from "../mail/owner_letters.ts";
import type { Env } from "../platform/env.ts";
import type { KvWrite } from "../platform/kv.ts";
import { ACT_LETTERS, actLetterKey } from "../platform/store_keys.ts";
import type { Job } from "../shared_state/worker.ts";
import type { BackOff } from "../toolbox/back_off.ts";
import { HOUR_MS } from "../toolbox/durations.ts";
import { type Letter, letterJob, newLetter } from "./letter.ts";

/** A letter about what was done to a key. */
export interface ActLetter extends Letter {
  /** The rotation that it is about. */
  readonly rotation: string;
}

const AT_ONCE = 100;
const RETRY: BackOff = { firstMs: 30_000, maxMs: HOUR_MS };

/** The write that has the owner of a key written to about a rotation; part of the commit that rotates. */
export function rotationLetterWrite(keyId: string, rotation: string, now: number): KvWrite {
  const letter: ActLetter = { ...newLetter(keyId, now), rotation };
  return { set: actLetterKey(keyId, rotation), value: letter };
}

interface ActLetterDeps extends Env {
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
    } else yield letterJob(deps, entry, sendingOf(deps, value!, owner));
  }
}

function sendingOf(
  { sender, undoLink }: ActLetterDeps,
  { keyId, rotation, writtenAt }: ActLetter,
  owner: KeyRecord,
) {
  const until = writtenAt + UNDO_MS;
  return {
    retry: RETRY,
    giveUpMs: Infinity,
    about: { key: keyId },
    mail() {
      const { email, language = "en" } = owner;
      const to = { name: greetedName(owner), email, language, id: keyId };
      const mail = rotatedLetter(sender(), to, {
        at: writtenAt,
        endsAt: writtenAt + OVERLAP_MS,
        until,
        link: undoLink(keyId, rotation, until),
      });
      return { ...mail, id: `letter_${keyId}_${rotation}` };
    },
  };
}
