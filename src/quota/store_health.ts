import type { Log } from "../platform/log.ts";

/** Notices when the store stops and starts answering, and tells the operator once each time. */
export interface StoreHealth {
  readonly reachable: boolean;
  answered(): void;
  failed(error: unknown): void;
}

export function createStoreHealth(log: Log): StoreHealth {
  let reachable = true;
  return {
    get reachable() {
      return reachable;
    },
    answered() {
      if (!reachable) log.info("The quota store answers again");
      reachable = true;
    },
    failed(error) {
      const cause = error instanceof Error ? error.message : String(error);
      if (reachable) log.warn("The quota store does not answer: keys go on from leases", { cause });
      reachable = false;
    },
  };
}
