import type { Clock } from "../../platform/clock.ts";
import { createOutageLog, type Log } from "../../platform/log.ts";
import type { WaitOutcome } from "./unit_pool.ts";

/** Those whose requests wait for the store together: a lease. */
export interface StoreWaiter {
  /** How many calls the store had answered when a request last waited in vain; undefined: none has. */
  answersAtVainWait: number | undefined;
}

/** How often a store that is unreachable is tried because of requests. */
const PROBE_EVERY_MS = 200;

/** A request that found the store out of reach for so long has waited in vain: half of its wait. */
const VAIN_WAIT_MS = 400;

/** A request waits for a store that is only slow so many times longer than for one that says nothing. */
const MAX_FURTHER_WAITS = 9;

/** Notices when the store stops and starts answering, and logs it once each time. */
export type StoreHealth = ReturnType<typeof createStoreHealth>;

export function createStoreHealth(log: Log, clock: Pick<Clock, "now">) {
  const outage = createOutageLog(log, {
    away: "The quota store does not answer: keys go on from leases",
    back: "The quota store answers again",
  });
  /** How many calls the store has answered. */
  let answers = 0;
  /** When the first task since the last success failed, epoch ms. */
  let failingSince: number | undefined;
  /** Whether tasks have failed while a request waited in vain: until one succeeds, none waits. */
  let isGivenUp = false;
  /** When a request last made the store be tried, epoch ms. */
  let probedAt: number | undefined;

  /** To be called if a request waits in vain, or has since the last success. */
  function giveUpIfFailing(): void {
    if (failingSince !== undefined) {
      isGivenUp ||= Math.abs(clock.now() - failingSince) >= VAIN_WAIT_MS;
    }
  }

  function isProbeDue(): boolean {
    const now = clock.now();
    if (probedAt !== undefined && Math.abs(now - probedAt) < PROBE_EVERY_MS) return false;
    probedAt = now;
    return true;
  }

  /** Whether a wait goes on when it has run out: the store has answered some call in it. */
  function slowness(): () => boolean {
    let seen = answers;
    let times = 0;
    return () => {
      const isSlow = !isGivenUp && answers > seen && ++times <= MAX_FURTHER_WAITS;
      seen = answers;
      return isSlow;
    };
  }

  return {
    /** Whether the last task succeeded. */
    get reachable() {
      return !outage.isAway;
    },
    answered: () => void answers++,
    /** A task of one or more calls has come to its end. */
    succeeded() {
      failingSince = undefined;
      isGivenUp = false;
      outage.succeeded();
    },
    /** A task has failed. */
    failed(error: unknown) {
      failingSince ??= clock.now();
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
      join: (goesOn: () => boolean) => Promise<WaitOutcome>,
      probe: () => void,
    ): Promise<WaitOutcome> | undefined {
      if (isGivenUp || waiter.answersAtVainWait === answers) {
        giveUpIfFailing();
        if (isProbeDue()) probe();
        return undefined;
      }
      const answersBefore = answers;
      return join(slowness()).then((outcome) => {
        if (outcome === "unavailable") {
          // A store that has answered any call meanwhile is reachable, and slow.
          if (answers === answersBefore) waiter.answersAtVainWait = answers;
          giveUpIfFailing();
        }
        return outcome;
      });
    },
  };
}
