import type { Mail, Mailer } from "../mail/mail.ts";
import type { Env } from "../platform/env.ts";
import type { KvEntry } from "../platform/kv.ts";
import { type Claim, clampFuture, MAIL_CLAIM_MS, UNCLAIMED } from "../shared_state/claim.ts";
import { type Job, OWN_CLAIM } from "../shared_state/worker.ts";
import { type BackOff, halfJitterMs } from "../toolbox/back_off.ts";

/** A letter that is to be sent, and which process sends it now. */
export interface Letter extends Claim {
  readonly keyId: string;
  /** Epoch ms. */
  readonly writtenAt: number;
  /** No attempt before, epoch ms. */
  readonly retryAt: number;
  /** Attempts that failed in a row. */
  readonly failures: number;
}

/** A letter about a key that no process has tried to send yet. */
export function newLetter(keyId: string, now: number): Letter {
  return { keyId, writtenAt: now, retryAt: 0, failures: 0, ...UNCLAIMED };
}

interface Sending {
  readonly retry: BackOff;
  /** If no server has taken the letter for so long, it is given up. */
  readonly giveUpMs: number;
  /** What the log says of it. */
  readonly about: Readonly<Record<string, string>>;
  mail(): Mail;
}

/** Sends a letter, again after each failure, until a server takes it. */
export function letterJob<L extends Letter>(
  { kv, clock, random, log, mailer }: Env & { readonly mailer: Mailer },
  { key, value, version }: KvEntry<L>,
  { retry, giveUpMs, about, mail }: Sending,
): Job<L> {
  const letter = value!;
  const { failures, writtenAt } = letter;
  return {
    kv,
    key,
    value: letter,
    version,
    dueAt: clampFuture(letter.retryAt, clock.now() + retry.maxMs),
    claimMs: MAIL_CLAIM_MS,
    ...OWN_CLAIM,
    async run() {
      const { state } = await mailer.send(mail());
      const now = clock.now();
      const isLast = now - writtenAt > giveUpMs;
      if (state !== "sent" && (failures === 0 || isLast)) {
        const words = isLast
          ? "A letter to an owner was not sent"
          : "Cannot send a letter to an owner, trying again";
        log.warn(words, { ...about, state });
      }
      if (state === "sent" || isLast) return { next: () => null, againAt: null };
      const retryAt = now + halfJitterMs(retry, failures, random.fraction());
      return { next: (one) => ({ ...one, failures: one.failures + 1, retryAt }), againAt: retryAt };
    },
  };
}
