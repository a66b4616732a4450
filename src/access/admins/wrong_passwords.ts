import { networkOf } from "../../address/client_address.ts";
import type { Address } from "../../address/ip_address.ts";
import type { Log } from "../../platform/log.ts";
import { createMemo } from "../../toolbox/memo.ts";

/** Counts the admin pairs that opened nothing, all since the start of this process. */
export interface WrongPasswords {
  /** Notes a wrong pair. Its name is not logged: it may be a password in the wrong field. */
  note(address: Address | undefined): void;
  /** Notes a pair that was refused unchecked: its network, or all together, gave too many. */
  noteRefused(address: Address | undefined): void;
  readonly total: number;
  readonly refused: number;
}

const MAX_NETWORKS = 10_000;

/** Makes the counts. The log has a network's first pair of each kind, its second, fourth, eighth … */
export function createWrongPasswords(log: Log): WrongPasswords {
  const wrong = createFoldedCount("A wrong name or password of an administrator came", log);
  const refused = createFoldedCount("Guesses at an administrator's password were refused", log);
  return {
    note: wrong.note,
    noteRefused: refused.note,
    get total() {
      return wrong.total;
    },
    get refused() {
      return refused.total;
    },
  };
}

function createFoldedCount(message: string, log: Log) {
  const ofNetwork = createMemo<string, number>({ maxEntries: MAX_NETWORKS });
  const count = { total: 0, note };

  function note(address: Address | undefined): void {
    count.total++;
    const network = networkOf(address);
    const times = (ofNetwork.get(network) ?? 0) + 1;
    ofNetwork.set(network, times);
    if ((times & (times - 1)) === 0) log.warn(message, { network, times });
  }

  return count;
}
