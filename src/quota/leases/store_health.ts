import type { Clock } from "../../platform/clock.ts";
import { createOutageLog, type Log } from "../../platform/log.ts";
import type { WaitOutcome } from "./unit_pool.ts";

/** Whose requests wait for the store together. */
export interface StoreWaiter {
  /** How many calls the store had answered when a request last waited in vain; undefined: none has. */
  inVainAt: number | undefined;
}

/** How often a store that is unreachable is tried because of requests. */
const PROBE_EVERY_MS = 200;

/** A request that found the store out of reach for so long has waited in vain: half of its wait. */
const IN_VAIN_MS = 400;

/** Notices when the store stops and starts answering, and logs it once each time. */
export type StoreHealth = ReturnType<typeof createStoreHealth>;

export function createStoreHealth(log: Log, clock: Pick<Clock, "now">) {
  const outage = createOutageLog(log, {
    away: "The quota store does not answer: keys go on from leases",
    back: "The quota store answers again",
  });
  /** When the first of the failures since the last success was, epoch ms. */
  let failedAt: number | undefined;
  let isAway = false;
  /** How many calls the store has answered. */
  let answers = 0;
  let probedAt: number | undefined;

  function noteWait(waiter: StoreWaiter, outcome: WaitOutcome, answersBefore: number): void {
    if (outcome !== "unavailable") return;
    // A store that has answered any call meanwhile is there, and is slow.
    if (answers === answersBefore) waiter.inVainAt = answers;
    noteFailures();
  }

  /** To be called if a request has waited in vain since the last success. */
  function noteFailures(): void {
    if (failedAt !== undefined) isAway ||= Math.abs(clock.now() - failedAt) >= IN_VAIN_MS;
  }

  function isProbeDue(): boolean {
    const now = clock.now();
    if (probedAt !== undefined && Math.abs(now - probedAt) < PROBE_EVERY_MS) return false;
    probedAt = now;
    return true;
  }

  return {
    get reachable() {
      return !outage.isAway;
    },
    /** A call to the store was answered. */
    answered: () => void answers++,
    /** A task of one or more calls has come to its end. */
    succeeded() {
      failedAt = undefined;
      isAway = false;
      outage.succeeded();
    },
    /** A task has failed. */
    failed(error: unknown) {
      failedAt ??= clock.now();
      outage.failed(error);
    },
    /**
     * Lets a request wait for the store by `join`; undefined if there is nothing to wait for: then the
     * store is tried by `probe`, every 200 ms at most, whichever request comes.
     *
     * The store is unreachable once a task has failed and a request has waited in vain ever since, until a task
     * succeeds. To a `waiter` it is unreachable from the end of a wait in which the store answered no call at
     * all, until it answers one. A store that is only slow answers some call within each wait, and all
     * wait for it.
     */
    wait(
      waiter: StoreWaiter,
      join: () => Promise<WaitOutcome>,
      probe: () => void,
    ): Promise<WaitOutcome> | undefined {
      if (isAway || waiter.inVainAt === answers) {
        noteFailures();
        if (isProbeDue()) probe();
        return undefined;
      }
      const answersBefore = answers;
      return join().then((outcome) => {
        noteWait(waiter, outcome, answersBefore);
        return outcome;
      });
    },
  };
}
