/**
 * This room writes to the owners of keys before their quota or their key ends.
 *
 * @module
 */

import { isLive, type KeyRecord } from "../access/records/key_store.ts";
import { greetedName } from "../access/records/owner_email.ts";
import { OVERLAP_MS } from "../access/records/rotation.ts";
import { expiryLetter, quotaLetter, type Sender, sunsetLetter } from "../mail/letters.ts";
import { rotatedLetter } from "../mail/owner_letters.ts";
import type { Sunset } from "../model/sunset.ts";
import type { Mail, Mailer } from "../mail/mail.ts";
import type { Env } from "../platform/env.ts";
import { type Kv, type KvWrite, setUntil } from "../platform/kv.ts";
import { processName } from "../platform/random.ts";
import { DUE_LETTERS, dueLetterKey, writtenLetterKey } from "../platform/store_keys.ts";
import type { NoteLeased } from "../quota/account.ts";
import { createWorker, type Job } from "../shared_state/worker.ts";
import type { BackOff } from "../toolbox/back_off.ts";
import { DAY_MS, HOUR_MS } from "../toolbox/durations.ts";
import { type Letter, letterJob, newLetter } from "./letter.ts";
import {
  expiryOccasion,
  isNearQuota,
  type LetterOccasion,
  occasionName,
  quotaOccasion,
  rotationOccasion,
  sunsetOccasion,
  withEarlier,
} from "./occasion.ts";

const EXPIRIES_MS = HOUR_MS;
const GATHER_MS = 100;

interface NoticesDeps extends Env {
  readonly mailer: Mailer;
  readonly sender: () => Sender;
  /** The key as it is now; undefined if there is none of this id. */
  keyOf(id: string): KeyRecord | undefined;
  /** Where owners manage their keys. */
  manageAddress(): string;
  /** All keys; empty while they are not known. */
  keys(): Iterable<KeyRecord>;
  isLoaded(): boolean;
  /** The end of the service, if it is announced. */
  sunset(): Sunset | undefined;
}

/** The notices of one process. */
export interface Notices {
  /** Notes that units were leased; cheap. */
  readonly leased: NoteLeased;
  /** Checks soon; cheap. */
  wake(): void;
  /** Ends after the letter that is under way, for which it waits 2 s at most. */
  close(): Promise<void>;
}

/**
 * Checks about every 30 s keys that have leased 80 % of their quota, each hour keys that expire, and
 * letters that are to be sent. A letter is written once for all processes; a process that
 * dies while it sends one may let another send it once more, with the same `Message-ID`.
 */
export function createNotices(deps: NoticesDeps): Notices {
  const { kv, clock, random, log } = deps;
  const uses = new Map<string, Parameters<NoteLeased>[1]>();
  const written = new Set<string>();
  const worker = createWorker<DueLetter>(deps, {
    holder: processName(random),
    gatherMs: GATHER_MS,
    away: "The store is unreachable, and letters to owners wait",
    jobs,
  });
  let expiriesAt = 0;
  let sunsetSeen: Sunset | undefined;
  let sunsetAgainAt = 0;

  async function* jobs(): AsyncGenerator<Job<DueLetter>> {
    if (!deps.isLoaded()) return;
    await writeOfQuotas();
    await writeOfExpiries();
    await writeOfSunset();
    yield* letterJobs(deps);
  }

  async function writeOfQuotas(): Promise<void> {
    for (const [id, use] of uses) {
      const now = use();
      if (now.period.endsAt <= clock.now()) uses.delete(id);
      const occasion = quotaOccasion(now);
      if (occasion !== null && uses.has(id)) await write(keyOfAccount(id), occasion);
    }
  }

  /** The key that uses an account: its own, or that of a key of the same e-mail which was deleted. */
  function keyOfAccount(id: string): KeyRecord | undefined {
    const key = deps.keyOf(id);
    if (key?.forgottenAt === undefined) return key;
    for (const other of deps.keys()) if (other.account === id) return other;
    return undefined;
  }

  async function writeOfExpiries(): Promise<void> {
    const now = clock.now();
    if (now < expiriesAt && expiriesAt <= now + EXPIRIES_MS) return;
    for (const key of deps.keys()) {
      const occasion = expiryOccasion(key, now);
      if (occasion !== null) await write(key, occasion);
    }
    expiriesAt = now + EXPIRIES_MS;
  }

  /** An owner of several keys gets one letter: about the oldest that works. */
  async function writeOfSunset(): Promise<void> {
    const sunset = deps.sunset();
    const now = clock.now();
    const isKnown = sunset === sunsetSeen && now < sunsetAgainAt &&
      sunsetAgainAt <= now + EXPIRIES_MS;
    if (sunset === undefined || isKnown) return;
    const occasion = sunsetOccasion(sunset, now);
    if (occasion !== null) {
      const live = [...deps.keys()].filter((key) => isLive(key, now))
        .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
      const owners = Map.groupBy(live, ({ email }) => email.toLowerCase());
      for (const [first] of owners.values()) await write(first, occasion);
    }
    sunsetSeen = sunset;
    sunsetAgainAt = now + EXPIRIES_MS;
  }

  async function write(key: KeyRecord | undefined, occasion: LetterOccasion): Promise<void> {
    if (key === undefined || key.email === "" || key.demo) return;
    const name = `${key.id} ${occasionName(occasion)}`;
    if (written.has(name)) return;
    const isNew = await writeLetter(kv, key.id, occasion, clock.now());
    written.add(name);
    if (isNew) {
      log.info("An owner is written to", { key: key.id, occasion: occasionName(occasion) });
    }
  }

  worker.wake();
  return {
    leased(account, use) {
      if (isNearQuota(use())) uses.set(account, use);
    },
    wake: worker.wake,
    close: worker.close,
  };
}

interface DueLetter extends Letter {
  readonly occasion: LetterOccasion;
}

/** The write that has the owner of a key written to about a rotation; part of the commit that rotates. */
export function rotationLetterWrite(keyId: string, now: number): KvWrite {
  const occasion = rotationOccasion(now);
  const letter: DueLetter = { ...newLetter(keyId, now), occasion };
  return { set: dueLetterKey(keyId, occasionName(occasion)), value: letter };
}

/** How long it is remembered that a letter was written, after its occasion has passed. */
const REMEMBERED_MS = 40 * DAY_MS;
/** Letters that are read together. */
const AT_ONCE = 100;
const RETRY: BackOff = { firstMs: 60_000, maxMs: HOUR_MS };
/** A letter that no server has taken for so long is given up. */
const GIVE_UP_MS = 3 * DAY_MS;

/**
 * Notes a letter for the owner of a key, once for each occasion over all processes: the note that it was
 * written and the letter itself are one commit. False if it was written before.
 */
async function writeLetter(
  kv: Kv,
  keyId: string,
  occasion: LetterOccasion,
  now: number,
): Promise<boolean> {
  const key = writtenLetterKey(keyId, occasionName(occasion));
  if ((await kv.get(key)).version !== null) return false;
  const until = occasion.endsAt + REMEMBERED_MS;
  const notes = withEarlier(occasion).map((one) =>
    setUntil(writtenLetterKey(keyId, occasionName(one)), {}, until, now)
  );
  const due: DueLetter = { ...newLetter(keyId, now), occasion };
  const letter = { set: dueLetterKey(keyId, occasionName(occasion)), value: due };
  return await kv.commit([{ key, version: null }], [...notes, letter]) !== null;
}

/** The letters that are to be sent. Those that have lost their occasion are deleted. */
async function* letterJobs(deps: NoticesDeps): AsyncGenerator<Job<DueLetter>> {
  const { kv, clock, keyOf } = deps;
  for (const entry of await kv.list<DueLetter>(DUE_LETTERS, { limit: AT_ONCE })) {
    const { key, value, version } = entry;
    const { keyId, occasion } = value!;
    const owner = keyOf(keyId);
    const now = clock.now();
    // A key that another process has made just now is not known here yet: its letter waits.
    if (owner === undefined && occasion.endsAt > now) continue;
    if (owner !== undefined && isLive(owner, now) && occasion.endsAt > now) {
      yield letterJob(deps, entry, sendingOf(deps, value!, owner));
    } else await kv.commit([{ key, version }], [{ delete: key }]);
  }
}

function sendingOf(deps: NoticesDeps, letter: DueLetter, owner: KeyRecord) {
  return {
    retry: RETRY,
    giveUpMs: GIVE_UP_MS,
    about: { key: letter.keyId, occasion: occasionName(letter.occasion) },
    mail: () => mailOf(deps, owner, letter),
  };
}

function mailOf(deps: NoticesDeps, key: KeyRecord, { keyId, occasion }: DueLetter): Mail {
  const sender = deps.sender();
  const { email, hint, plan, language } = key;
  const to = { name: greetedName(key), email, hint, id: keyId, plan, language };
  const name = occasionName(occasion).replaceAll(/[^A-Za-z0-9-]+/g, "_");
  const mail = occasion.kind === "quota"
    ? quotaLetter(sender, to, occasion)
    : occasion.kind === "expiry"
    ? expiryLetter(sender, to, occasion)
    : occasion.kind === "rotation"
    ? rotatedLetter(sender, { ...to, language: language ?? "en" }, {
      at: occasion.at,
      endsAt: occasion.at + OVERLAP_MS,
      link: deps.manageAddress(),
    })
    : sunsetLetter(sender, to, occasion);
  return { ...mail, id: `letter_${keyId}_${name}` };
}
