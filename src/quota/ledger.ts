/**
 * This room counts what keys use against their quotas, exactly, over any number of processes.
 *
 * **One counter for each account and period**: what was taken, what was credited, and who may hold units
 * that are not spent. A period is the calendar day or month in the plan's zone. A process leases units:
 * it reads the counter, takes at most what the limit leaves, and commits with a check of the version. A
 * request then costs a subtraction.
 *
 * **Why the sum never exceeds the limit.** A change is made only to the counter that was read.
 *
 * **Nothing is granted twice.** Where a commit's reply was lost, it is sent again with the same version:
 * one attempt at most is made, and a late one fails. The counter names each holder's last change, so that
 * the next reading says whether it was made.
 *
 * **What can be lost.** A process that dies takes with it at most two blocks of each key, and what its
 * requests under way hold: a lease is renewed at half a block, by one commit at a time, and refunds beyond
 * two blocks go back. A block has at most 1 % of the quota, but 8 units of a small one, and never more than
 * 1,000: so 2 % of the quota is lost at most, but 16 units of a small one, and never more than 2,000. Only
 * if more requests than that wait for one commit, its block has a unit for each of them. A process that
 * ends by {@linkcode Ledger.close} gives all back, and so does a lease that is unused for 60 s. While the
 * store is out of reach, keys go on from their leases; then they are asked to try again.
 *
 * @module
 */

import type { Quota } from "../model/plans.ts";
import type { Env } from "../platform/env.ts";
import type { Account, Charge } from "./account.ts";
import { MOST_HOLDERS } from "./counter.ts";
import { Lease, type LeaseDeps } from "./lease.ts";
import { periodAt } from "./period.ts";
import { createUsageReader, type UsageReader } from "./usage.ts";
import { StoreHealth } from "./waiting.ts";
import { CounterWriter } from "./writer.ts";

/** Counts what keys use against their quotas, exactly, over any number of processes. */
export interface Ledger extends UsageReader {
  /**
   * Charges `units` (a positive integer), all or none. A plain value on a warm lease, at the cost of no
   * store call; else a promise, which waits 800 ms for the store, and up to 8 s while it answers others.
   * Never rejects.
   */
  take(account: Account, units?: number): Charge | Promise<Charge>;
  /**
   * Adds `units` (a positive integer) to what the account's present period allows.
   *
   * @throws {RangeError} for another number, or an unlimited plan
   * @throws {Error} if the store cannot be reached: the credit may have been given
   */
  credit(account: Account, units: number): Promise<void>;
  /** Forgets that the account has nothing left: its key was changed or credited elsewhere. */
  recheck(accountId: string): void;
  /** Drops what is leased, unspent and unreturned: the store goes on in another database. */
  drop(): void;
  /** Whether the store did what was last asked of it. */
  readonly reachable: boolean;
  /** Gives every unspent unit back, within 4 s; from then on nothing is admitted. */
  close(): Promise<void>;
}

const CLOSE_MS = 4_000;

/** What an unlimited plan is charged, and what a ledger answers that is closed. */
const UNLIMITED: Charge = {
  outcome: "admitted",
  limit: Infinity,
  remaining: Infinity,
  resetsAt: Infinity,
  refund() {},
};
const CLOSED: Charge = {
  ...UNLIMITED,
  outcome: "unavailable",
  limit: 0,
  remaining: 0,
  resetsAt: 0,
};

/** Creates the ledger of one process. */
export function createLedger(
  { kv, clock, random, log, holder, mostHolders = MOST_HOLDERS }: Env & {
    /** The name of this start of the process, from `processName()`; shared with no other, ever. */
    readonly holder: string;
    /** How many holders a counter names; default {@linkcode MOST_HOLDERS}. */
    readonly mostHolders?: number;
  },
): Ledger {
  const health = new StoreHealth(clock, log);
  const deps: LeaseDeps = { kv, clock, random, health, mostHolders };
  const nextName = () => `${holder}.${++names}`;
  /** Of each account the lease that is charged; all of them, with those that end. */
  const current = new Map<string, Lease>();
  const leases = new Set<Lease>();
  let names = 0;
  let isClosed = false;
  // The instant may be in another period: each lease is looked up again, and asks again.
  clock.onSetBack(() => {
    for (const lease of leases) {
      lease.quota = { ...lease.quota };
      lease.recheck();
    }
  });

  /** The account's lease for the period of `now` (epoch ms); opens it if there is none. */
  function leaseFor(account: string, quota: Quota, now: number): Lease {
    const before = current.get(account);
    if (before?.quota === quota && now < before.period.endsAt) return before;
    const period = periodAt(quota, now);
    const isSame = before?.period.id === period.id && before.period.endsAt === period.endsAt;
    if (isSame && before.quota.requests === quota.requests) {
      before.quota = quota;
      return before;
    }
    // Units leased under a larger limit must not be spent under a smaller one: they go back first.
    const ended = before && end(before);
    const former = isSame ? ended : undefined;
    const lease = new Lease(deps, nextName(), account, period, quota, former);
    current.set(account, lease);
    leases.add(lease);
    return lease;
  }

  function end(lease: Lease): Promise<void> {
    return lease.end().then(() => void leases.delete(lease));
  }

  function abandon(why: string): void {
    log.warn(why);
    for (const lease of leases) lease.abandon();
    current.clear();
    leases.clear();
  }

  /** Newest first: an account has two of one period if its plan was changed to and fro. */
  const leasesOf = (account: string) =>
    [...leases].reverse().filter((lease) => lease.account === account);

  return {
    ...createUsageReader(deps, leasesOf),
    take(account, units = 1) {
      if (!Number.isInteger(units) || units < 1) {
        throw new RangeError(`Cannot take units: expected a positive integer, got ${units}`);
      }
      if (isClosed) return CLOSED;
      const { id, quota } = account;
      if (quota === "unlimited") return UNLIMITED;
      const now = clock.now();
      return leaseFor(id, quota, now).take(units, now);
    },
    async credit({ id, quota }, units) {
      if (!Number.isSafeInteger(units) || units < 1) {
        throw new RangeError(`Cannot credit units: expected a positive integer, got ${units}`);
      }
      if (quota === "unlimited") throw new RangeError("Cannot credit units: the plan is unlimited");
      await new CounterWriter(deps, id, periodAt(quota, clock.now())).credit(units);
      current.get(id)?.recheck();
    },
    recheck: (accountId) => current.get(accountId)?.recheck(),
    drop: () => abandon("The store is another database than before: leased units are dropped"),
    get reachable() {
      return !health.outage.isAway;
    },
    async close() {
      isClosed = true;
      const late = "Leased units could not be given back in time: they are lost to their keys";
      const cancel = clock.after(CLOSE_MS, () => abandon(late));
      const most = [...leases].toSorted((a, b) => b.unspent - a.unspent);
      // They stay: who reads meanwhile finds what came back.
      await Promise.all(most.map((lease) => lease.end()));
      cancel();
    },
  };
}
