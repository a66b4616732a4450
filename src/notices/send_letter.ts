import { isLive, type KeyRecord } from "../access/records/key_store.ts";
import { isHeldByAnother, MAIL_CLAIM_MS, sensibleHeldUntil, UNCLAIMED } from "../delivery/claim.ts";
import type { Mail, Mailer } from "../mail/mail.ts";
import type { Sender } from "../mail/letters.ts";
import { expiryLetter, quotaLetter } from "../mail/owner_letters.ts";
import type { Clock } from "../platform/clock.ts";
import type { Kv, KvEntry } from "../platform/kv.ts";
import type { Log } from "../platform/log.ts";
import type { Random } from "../platform/random.ts";
import { type BackOff, halfJitterMs } from "../toolbox/back_off.ts";
import type { DueLetter } from "./letter_store.ts";
import { occasionName } from "./occasion.ts";

const RETRY: BackOff = { firstMs: 60_000, maxMs: 3_600_000 };
/** A letter that no server has taken for so long is given up. */
const GIVE_UP_MS = 3 * 86_400_000;

/** What sending works with. */
export interface SendDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly mailer: Mailer;
  /** This process's name in claims. */
  readonly holder: string;
  readonly sender: () => Sender;
  /** The key as it is now; undefined where there is none of this id. */
  keyOf(id: string): KeyRecord | undefined;
}

/**
 * Sends a letter: claims it by compare-and-set, sends, deletes it. Resolves with the instant of the next
 * attempt; null: none is needed.
 */
export async function sendLetter(
  deps: SendDeps,
  { key, value, version }: KvEntry<DueLetter>,
): Promise<number | null> {
  const { kv, clock, holder } = deps;
  const letter = value!;
  const now = clock.now();
  const owner = deps.keyOf(letter.keyId);
  if (owner === undefined || !isLive(owner, now) || letter.occasion.endsAt <= now) {
    await kv.commit([{ key, version }], [{ delete: key }]);
    return null;
  }
  const heldUntil = sensibleHeldUntil(letter, now, MAIL_CLAIM_MS);
  if (isHeldByAnother({ ...letter, heldUntil }, holder, now)) return heldUntil;
  const retryAt = letter.retryAt <= now + RETRY.maxMs ? letter.retryAt : 0;
  if (retryAt > now) return retryAt;
  const claimed = { ...letter, holder, heldUntil: now + MAIL_CLAIM_MS };
  const mine = await kv.commit([{ key, version }], [{ set: key, value: claimed }]);
  if (mine === null) return now + 1_000;
  const delivery = await deps.mailer.send(mailOf(deps.sender(), owner, letter));
  const next = delivery.state === "sent" ? null : postponed(deps, letter, delivery.state);
  const write = next === null ? { delete: key } : { set: key, value: next };
  await kv.commit([{ key, version: mine }], [write]);
  return next?.retryAt ?? null;
}

/** The letter after an attempt that failed; null: it is given up. */
function postponed(
  { clock, random, log }: SendDeps,
  letter: DueLetter,
  state: string,
): DueLetter | null {
  const now = clock.now();
  const { keyId, failures } = letter;
  const occasion = occasionName(letter.occasion);
  const isLast = now - letter.writtenAt > GIVE_UP_MS;
  if (failures === 0 || isLast) {
    const words = isLast ? "An owner was not told" : "An owner cannot be told, trying again";
    log.warn(words, { key: keyId, occasion, state });
  }
  if (isLast) return null;
  const retryAt = now + halfJitterMs(RETRY, failures, random.fraction());
  return { ...letter, ...UNCLAIMED, failures: failures + 1, retryAt };
}

function mailOf(sender: Sender, key: KeyRecord, { keyId, occasion }: DueLetter): Mail {
  const to = { name: key.owner, email: key.email, hint: key.hint, id: keyId, plan: key.plan };
  const name = occasionName(occasion).replaceAll(/[^A-Za-z0-9-]+/g, "_");
  const mail = occasion.kind === "quota"
    ? quotaLetter(sender, to, occasion)
    : expiryLetter(sender, to, occasion);
  return { ...mail, id: `letter_${keyId}_${name}` };
}
