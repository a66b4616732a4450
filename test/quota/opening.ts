/**
 * All that the tests of the quota know of how it is kept: how a process opens it over a store, and what
 * that store has on its books. Another way to keep it is proven by writing this file anew.
 */
import { createLedger, type Ledger } from "../../src/quota/ledger.ts";
import { type Account, type Charge, periodAt } from "../../src/quota/tickets/account.ts";
import type { Ticket } from "../../src/quota/tickets/fold.ts";
import { CHECKPOINT_LIMITS, readTicketLog } from "../../src/quota/tickets/ticket_log.ts";
import type { Env } from "../../src/platform/env.ts";
import type { Kv, KvKey } from "../../src/platform/kv.ts";

export { type Account, type Charge, periodAt };

/** A quota as one process keeps it. */
export type QuotaKeeper = Pick<
  Ledger,
  | "take"
  | "credit"
  | "quotaStatus"
  | "quotaStatuses"
  | "usage"
  | "forgetExhaustion"
  | "reachable"
  | "close"
>;

const EAGER = { ...CHECKPOINT_LIMITS, compactAt: 2 };

/**
 * How often what is stored is tidied up: as usual, all the time, or all the time and so soon that some
 * have still to learn what they were granted.
 */
export const TIDINESS = {
  usual: CHECKPOINT_LIMITS,
  eager: EAGER,
  forgetful: { ...EAGER, fewHolders: 1, mostHolders: 2, silenceMs: 100 },
};

/** How often a quota is tidied up. */
export type Tidiness = keyof typeof TIDINESS;

/** Opens the quota in a process of this name, which no other has. */
export function openQuota(env: Env, holder: string, tidiness: Tidiness = "usual"): QuotaKeeper {
  return createLedger({ ...env, holder, limits: TIDINESS[tidiness] });
}

/** Whether a line of the log says that units are lost, as the store was away at the end. */
export function isLoss(line: string): boolean {
  return line.startsWith("Leased units");
}

/** What a process was granted, by the rule alone, or gave back. */
export interface Granted {
  readonly holder: string;
  readonly period: string;
  /** What it asked for: the size of a block. */
  readonly want: number;
  readonly grant: number;
  readonly limit: number;
  readonly credit: number;
}

/** A store that keeps all that was ever granted in it, whatever is tidied up. */
export function watchGrants(store: Kv) {
  const history: { readonly key: KvKey; readonly version: string; readonly ticket: Ticket }[] = [];
  const kv: Kv = {
    ...store,
    async commit(checks, writes) {
      const version = await store.commit(checks, writes);
      for (const write of writes) {
        if (version === null || !("set" in write) || write.set.at(-1) === "!") continue;
        history.push({ key: write.set, version, ticket: write.value as Ticket });
      }
      return version;
    },
  };

  function grants(): Granted[] {
    const order = history.toSorted((a, b) => {
      const [one, other] = [a.version + a.key.join(), b.version + b.key.join()];
      return one < other ? -1 : 1;
    });
    const sums = new Map<string, number>();
    return order.map(({ key, ticket: { want, limit, credit = 0 } }) => {
      const [holder] = (key[3] as string).split(".");
      const period = key[2] as string;
      const left = limit - (sums.get(period) ?? 0);
      const grant = want < 0 ? want : Math.max(0, Math.min(left, want));
      // A credit makes room as if it had been given back.
      sums.set(period, (sums.get(period) ?? 0) + grant - credit);
      return { holder: holder!, period, want, grant, limit, credit };
    });
  }

  return { kv, grants };
}

/** What the store says of a period of an account. */
export async function booksOf(kv: Kv, account: string, period: string) {
  const { totals, checkpointVersion } = await readTicketLog(kv, { account, period });
  return {
    taken: totals.taken,
    credited: totals.credited,
    isTidied: checkpointVersion !== null,
    /** Whether it has forgotten some whose units are lost. */
    isForgetful: totals.forgotten > 0,
  };
}
