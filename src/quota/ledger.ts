/**
 * This room counts what keys use against their quotas, exactly, over any number of processes.
 *
 * **Layout.** A ticket log, that of one account in one period, holds each ticket `{want, limit, …}` at
 * `<holder>.<number>`, written once and never changed, and at `!` the checkpoint, into which old tickets
 * are compacted. A period is the calendar day or month in the plan's zone. Tickets expire 40 days after
 * the end of their period, checkpoints 400 days after it.
 *
 * **Why the sum of grants never exceeds the limit.** Tickets are ordered by the versionstamps of their
 * commits and folded: each is granted what its limit leaves after all earlier grants. A process that has
 * written a ticket lists the log, strongly consistent. The list shows every ticket with an earlier
 * versionstamp, because the store hands versionstamps out in the order of commits. A ticket that commits
 * later (held up on the way, or retried after a lost reply) has a later versionstamp, folds after, and
 * changes no earlier grant. All processes thus compute the same grants, each spends only its own, and
 * the largest sum is the largest limit on a ticket, with what operators credited.
 *
 * **Nothing is granted twice.** A ticket's name is committed at most once: the commit checks that the
 * name is free and that the checkpoint is the one last read, and the ticket cannot come back after a
 * compaction deleted it. A return is taken out of the lease before it is first sent, and is not retried
 * when its fate cannot be known. Two processes never use one holder's name, nor a holder one number
 * twice.
 *
 * **What can be lost.** A process that dies takes with it at most two blocks of each key: a lease is
 * renewed at half a block, by one ticket at a time. A process that ends by {@linkcode Ledger.close}
 * gives all back. While the store is out of reach, keys go on from their leases; then they are
 * asked to try again.
 *
 * @module
 */

import type { Quota } from "../model/plans.ts";
import type { Clock } from "../platform/clock.ts";
import type { Env } from "../platform/env.ts";
import type { Log } from "../platform/log.ts";
import { Lease, type LeaseDeps } from "./leases/lease.ts";
import { createStoreHealth } from "./leases/store_health.ts";
import {
  type Account,
  type Charge,
  type NoteLeased,
  type Period,
  periodAt,
} from "./tickets/account.ts";
import { CHECKPOINT_LIMITS, type CheckpointLimits } from "./tickets/ticket_log.ts";
import { addCredit } from "./tickets/ticket_writer.ts";
import { createUsageReader } from "./tickets/usage.ts";

/** Counts what keys use against their quotas, exactly, over any number of processes. */
export type Ledger = ReturnType<typeof createLedger>;

/** Creates the ledger of one process. */
export function createLedger(
  given: Env & {
    /** The name of this start of the process, from `processName()`; shared with no other, ever. */
    readonly holder: string;
    readonly leased?: NoteLeased | undefined;
    /** Default {@linkcode CHECKPOINT_LIMITS}. */
    readonly limits?: CheckpointLimits;
  },
) {
  const { clock, log, limits = CHECKPOINT_LIMITS } = given;
  const health = createStoreHealth(log, clock);
  let lastNumber = 0;
  let isClosed = false;
  const nextNumber = () => ++lastNumber;
  const deps: Omit<LeaseDeps, "lost"> = {
    ...given,
    limits,
    health,
    nextNumber,
    answered: health.answered,
  };
  const leases = createOpenLeases(
    clock,
    log,
    (accountId, period, quota) =>
      new Lease(
        { ...deps, lost: (lease) => leases.lose(accountId, lease) },
        accountId,
        period,
        quota,
      ),
  );

  return {
    ...createUsageReader(given, leases.find),
    /**
     * Charges `units` (a positive integer) to the account. A plain value on a warm lease, at the cost of
     * no store call; else a promise, which waits 800 ms for the store, and up to 8 s while it answers others.
     * Never rejects.
     */
    take(account: Account, units = 1): Charge | Promise<Charge> {
      checkUnits(units);
      if (isClosed) return CLOSED;
      const { id, quota } = account;
      if (quota === "unlimited") return UNLIMITED;
      const now = clock.now();
      return leases.leaseFor(id, quota, now).take(account, quota, units, now);
    },
    /** Forgets that the account has nothing left: its key was changed or credited elsewhere. */
    forgetExhaustion(accountId: string): void {
      leases.find(accountId)?.forgetExhaustion();
    },
    /**
     * The store goes on in another database: what was leased is spent no more before that is known to have
     * the tickets, and is dropped if it does not.
     */
    doubt: () => leases.doubt(),
    /** Adds `units` to the limit of the present period. */
    async credit(account: Account, units: number): Promise<void> {
      await addCredit(deps, account, units);
      leases.find(account.id)?.forgetExhaustion();
    },
    /** Whether the store answered when it was last asked. */
    get reachable() {
      return health.reachable;
    },
    /** Gives every unspent unit back, within 4 s; from then on nothing is admitted. */
    close(): Promise<void> {
      isClosed = true;
      return leases.close();
    },
  };
}

function checkUnits(units: number): void {
  if (Number.isInteger(units) && units >= 1) return;
  throw new RangeError(`Cannot take units: expected a positive integer, got ${units}`);
}

const UNLIMITED: Charge = {
  outcome: "admitted",
  limit: Infinity,
  remaining: Infinity,
  resetsAt: Infinity,
  refund() {},
};

const CLOSED: Charge = {
  outcome: "unavailable",
  limit: 0,
  remaining: 0,
  resetsAt: 0,
  refund() {},
};

const CLOSE_MS = 4_000;
const RETURNS_AT_ONCE = 64;
/** Leases that are swept, if their period is over, each time one is opened. */
const SWEEP = 4;

interface OpenLease {
  readonly lease: Lease;
  readonly quota: Quota;
  /** An instant in its period: the earliest that the clock showed since the lease was looked up. */
  readonly since: number;
}

/** The leases of one process: one for each account that asks, and those that are giving back. */
function createOpenLeases(
  clock: Clock,
  log: Log,
  open: (accountId: string, period: Period, quota: Quota) => Lease,
) {
  /** By account; the one that was looked up longest ago is first. */
  const leases = new Map<string, OpenLease>();
  const ending = new Set<Lease>();

  /** The account's lease for the period of `now` (epoch ms); opens it if there is none. */
  function leaseFor(accountId: string, quota: Quota, now: number): Lease {
    const known = leases.get(accountId);
    if (known?.quota === quota && isWithin(known, now)) return known.lease;
    const period = periodAt(quota, now);
    const lease = known !== undefined && known.lease.period.id === period.id &&
        known.lease.period.endsAt === period.endsAt
      ? known.lease
      : replace(known?.lease, open(accountId, period, quota));
    leases.delete(accountId);
    leases.set(accountId, { lease, quota, since: now });
    return lease;
  }

  function replace(old: Lease | undefined, lease: Lease): Lease {
    if (old !== undefined) void end(old);
    sweep();
    return lease;
  }

  /** Leases of keys that are not used any more would stay in memory. */
  function sweep(): void {
    let seen = 0;
    for (const [id, { lease }] of leases) {
      if (++seen > SWEEP) return;
      if (clock.now() < lease.period.endsAt) continue;
      leases.delete(id);
      void end(lease);
    }
  }

  function end(lease: Lease): Promise<void> {
    ending.add(lease);
    return lease.end().then(() => void ending.delete(lease));
  }

  /** Gives back all unspent units, within 4 s. */
  async function close(): Promise<void> {
    const all = [...leases.values()].map(({ lease }) => lease)
      .toSorted((a, b) => b.unspent - a.unspent);
    const cancel = clock.after(CLOSE_MS, () => abandon([...all, ...ending]));
    const left = all.values();
    const worker = async () => {
      for (const lease of left) await end(lease);
    };
    await Promise.all(Array.from({ length: Math.min(RETURNS_AT_ONCE, all.length) }, worker));
    await Promise.all([...ending].map((lease) => lease.end()));
    cancel();
  }

  function doubt(): void {
    const all = [...[...leases.values()].map(({ lease }) => lease), ...ending];
    log.warn("The store is another database than before: all is read again");
    for (const lease of all) lease.doubt();
  }

  /** Nothing is given back: the log has no ticket of it. */
  function lose(accountId: string, lease: Lease): void {
    const { unspent } = lease;
    log.warn("Units were leased of a database that is lost: they are dropped", { unspent });
    if (leases.get(accountId)?.lease === lease) leases.delete(accountId);
    lease.abandon();
  }

  function abandon(all: readonly Lease[]): void {
    log.warn("Leased units could not be given back in time: they are lost to their keys");
    for (const lease of all) lease.abandon();
  }

  return {
    leaseFor,
    /** The lease that the account used last, whatever its period. */
    find: (accountId: string) => leases.get(accountId)?.lease,
    doubt,
    lose,
    close,
  };
}

/** A clock that was set back may show a day before the one that the lease is of. */
function isWithin({ lease, since }: OpenLease, now: number): boolean {
  return now >= since && now < lease.period.endsAt;
}
