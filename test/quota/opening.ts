/**
 * All that the tests of the quota know of how it is kept: how a process opens it over a store, and what
 * that store has on its books. Another way to keep it is proven by writing this file anew.
 */
import type { Env } from "../../src/platform/env.ts";
import type { Kv, KvKey } from "../../src/platform/kv.ts";
import { counterKey } from "../../src/platform/store_keys.ts";
import type { Account, Charge } from "../../src/quota/account.ts";
import { type Counter, MOST_HOLDERS, toCounter } from "../../src/quota/counter.ts";
import { createLedger, type Ledger } from "../../src/quota/ledger.ts";
import { periodAt } from "../../src/quota/period.ts";

export { type Account, type Charge, type Ledger, periodAt };

/** How many holders are named: as usual, or so few that some have still to learn what they were granted. */
const NAMED = {
  usual: MOST_HOLDERS,
  forgetful: 2,
};

/** How many holders are named. */
export type Naming = keyof typeof NAMED;

/** Opens the quota in a process of this name, which no other has. */
export function openQuota(env: Env, holder: string, naming: Naming = "usual"): Ledger {
  return createLedger({ ...env, holder, mostHolders: NAMED[naming] });
}

/** Whether a line of the log says that units are lost, as the store was away at the end. */
export function isLoss(line: string): boolean {
  return line.startsWith("Leased units");
}

/** What a process was granted, or gave back, or an operator credited. */
export interface Granted {
  readonly process: string;
  readonly period: string;
  readonly grant: number;
  readonly credit: number;
}

/** A store that keeps all that was ever granted in it, and by which process. */
export function watchGrants(store: Kv) {
  const grants: Granted[] = [];
  const before = new Map<string, Counter>();

  /** The store as a process of this name sees it. */
  function kvOf(process: string): Kv {
    return {
      ...store,
      async commit(checks, writes) {
        const version = await store.commit(checks, writes);
        if (version !== null) {
          for (const write of writes) {
            if ("set" in write) note(process, write);
          }
        }
        return version;
      },
    };
  }

  function note(process: string, { set, value }: { set: KvKey; value: unknown }): void {
    const period = String(set.at(-1));
    const now = value as Counter;
    const { taken, credited } = before.get(period) ?? { taken: 0, credited: 0 };
    before.set(period, now);
    grants.push({
      process,
      period,
      grant: now.taken - taken,
      credit: now.credited - credited,
    });
  }

  return { kvOf, grants: () => grants };
}

/** What the store says of a period of an account. */
export async function booksOf(kv: Kv, account: string, period: string) {
  const counter = toCounter(await kv.get<Counter>(counterKey(account, period)));
  const { taken, credited, dropped } = counter;
  /** `isForgetful`: it has dropped some whose units may be lost. */
  return { taken, credited, isForgetful: dropped > 0 };
}
