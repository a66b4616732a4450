import { networkOf } from "../../address/client_address.ts";
import type { Address } from "../../address/ip_address.ts";
import type { Log } from "../../platform/log.ts";
import { createMemo } from "../../toolbox/memo.ts";

/** Counts the admin pairs that were wrong. */
export interface WrongPasswords {
  /** Notes one. The name that came with it is not told: somebody may have typed the password there. */
  note(address: Address | undefined): void;
  /** All since the start of this process. */
  readonly total: number;
}

const MAX_NETWORKS = 10_000;

/** Makes the count. It tells the log of a network's first wrong password, its second, fourth, eighth … */
export function createWrongPasswords(log: Log): WrongPasswords {
  const ofNetwork = createMemo<string, number>({ maxEntries: MAX_NETWORKS });
  let total = 0;
  return {
    note(address) {
      total++;
      const network = networkOf(address);
      const times = (ofNetwork.get(network) ?? 0) + 1;
      ofNetwork.set(network, times);
      if ((times & (times - 1)) === 0) {
        log.warn("A wrong name or password of an administrator came", { network, times });
      }
    },
    get total() {
      return total;
    },
  };
}
