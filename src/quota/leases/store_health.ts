import { createOutageLog, type Log } from "../../platform/log.ts";

/** Notices when the store stops and starts answering, and tells the operator once each time. */
export interface StoreHealth {
  readonly reachable: boolean;
  answered(): void;
  failed(error: unknown): void;
}

export function createStoreHealth(log: Log): StoreHealth {
  const outage = createOutageLog(log, {
    away: "The quota store does not answer: keys go on from leases",
    back: "The quota store answers again",
  });
  return {
    get reachable() {
      return !outage.isAway;
    },
    answered: outage.succeeded,
    failed: outage.failed,
  };
}
