/**
 * This room writes to the owners of keys before their quota or their key ends.
 *
 * @module
 */

import type { KeyRecord } from "../access/records/key_store.ts";
import { processName } from "../platform/random.ts";
import type { NoteLeased } from "../quota/tickets/account.ts";
import { createWorker, type Job } from "../shared_state/worker.ts";
import { type DueLetter, type LetterDeps, letterJobs, writeLetter } from "./due_letter.ts";
import {
  expiryOccasion,
  isNearQuota,
  type LetterOccasion,
  occasionName,
  quotaOccasion,
} from "./occasion.ts";

/** How often keys are checked for their expiry. */
const EXPIRIES_MS = 3_600_000;
const GATHER_MS = 100;

/** What notices work with. */
export interface NoticesDeps extends LetterDeps {
  /** All keys; empty while they are not known. */
  keys(): Iterable<KeyRecord>;
  /** Whether all keys are known. */
  isLoaded(): boolean;
}

/** The notices of one process. */
export interface Notices {
  /** Notes that units were leased; cheap. */
  readonly leased: NoteLeased;
  /** Looks soon; cheap. */
  wake(): void;
  /** Ends after the letter that is under way, for which it waits 2 s at most. */
  close(): Promise<void>;
}

/**
 * Starts to look, about every 30 s: at keys that have leased 80 % of their quota, each hour at keys that
 * expire, and at letters that are to be sent. A letter is written once for all processes; a process that
 * dies while it sends one may let another send it once more, with the same `Message-ID`.
 */
export function createNotices(deps: NoticesDeps): Notices {
  const { kv, clock, random, log } = deps;
  const uses = new Map<string, Parameters<NoteLeased>[1]>();
  const written = new Set<string>();
  const worker = createWorker(deps, {
    holder: processName(random),
    gatherMs: GATHER_MS,
    away: "The store is away, and letters to owners wait",
    jobs,
  });
  let expiriesAt = 0;

  async function* jobs(): AsyncGenerator<Job<DueLetter>> {
    if (!deps.isLoaded()) return;
    await writeOfQuotas();
    await writeOfExpiries();
    yield* letterJobs(deps);
  }

  async function writeOfQuotas(): Promise<void> {
    for (const [id, use] of uses) {
      const now = use();
      if (now.period.endsAt <= clock.now()) uses.delete(id);
      const occasion = quotaOccasion(now);
      if (occasion !== null && uses.has(id)) await write(deps.keyOf(id), occasion);
    }
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
