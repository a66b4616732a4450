import type { Clock } from "../../platform/clock.ts";
import { createOutageLog, type Log } from "../../platform/log.ts";
import type { WaitOutcome } from "./wait_queue.ts";

/** Notices when the store stops and starts answering, and tells the operator once each time. */
export interface StoreHealth {
  readonly reachable: boolean;
  answered(): void;
  failed(error: unknown): void;
  /**
   * Lets a request wait for the store by `join`; undefined where the store is away and another request
   * waits for it already: there is nothing to wait for.
   *
   * The store is away once a call to it has failed and a request has waited in vain ever since; a
   * store that is only slow is not. It is back with its first answer.
   */
  wait(join: () => Promise<WaitOutcome>): Promise<WaitOutcome> | undefined;
}

/** A request that found the store out of reach for so long has waited in vain: half of its wait. */
const IN_VAIN_MS = 400;

export function createStoreHealth(log: Log, clock: Pick<Clock, "now">): StoreHealth {
  const outage = createOutageLog(log, {
    away: "The quota store does not answer: keys go on from leases",
    back: "The quota store answers again",
  });
  /** When the first of the failures since the last answer was, epoch ms. */
  let failedAt: number | undefined;
  let isAway = false;
  let isProbed = false;

  function noteWait(outcome: WaitOutcome): void {
    if (outcome !== "unavailable" || failedAt === undefined) return;
    isAway ||= Math.abs(clock.now() - failedAt) >= IN_VAIN_MS;
  }

  return {
    get reachable() {
      return !outage.isAway;
    },
    answered() {
      failedAt = undefined;
      isAway = false;
      outage.succeeded();
    },
    failed(error) {
      failedAt ??= clock.now();
      outage.failed(error);
    },
    wait(join) {
      if (isAway && isProbed) return undefined;
      const isProbe = isAway;
      if (isProbe) isProbed = true;
      return join().then((outcome) => {
        if (isProbe) isProbed = false;
        noteWait(outcome);
        return outcome;
      });
    },
  };
}
