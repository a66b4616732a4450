import type { Quota } from "../model/plans.ts";
import type { Clock } from "../platform/clock.ts";
import type { Kv } from "../platform/kv.ts";
import type { Log } from "../platform/log.ts";
import type { Random } from "../platform/random.ts";
import type { Account, Charge } from "./account.ts";
import { CHECKPOINT_LIMITS, type CheckpointLimits } from "./checkpoint.ts";
import { addCredit } from "./credit.ts";
import { createLease, type Lease, type LeaseDeps } from "./lease.ts";
import { periodAt } from "./period.ts";
import type { LogInspection } from "./inspection.ts";
import { type QuotaStatus, readQuotaStatus } from "./quota_status.ts";
import { type DayUsage, readUsage } from "./usage.ts";
import { createStoreHealth } from "./store_health.ts";

export interface LedgerDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly random: Random;
  /** The name of this start of the process, from `processName()`; shared with no other, ever. */
  readonly holder: string;
  readonly log: Log;
  /** Default {@linkcode CHECKPOINT_LIMITS}. */
  readonly limits?: CheckpointLimits;
}

/** Counts what keys use against their quotas, exactly, over any number of processes. */
export interface Ledger {
  /**
   * Charges `units` (a positive integer) to the account. A plain value on a warm lease, at the cost of
   * no store call; else a promise, which waits for the store at most 800 ms. Never rejects.
   */
  take(account: Account, units?: number): Charge | Promise<Charge>;
  /** Forgets that the account has nothing left: its key was changed or credited elsewhere. */
  recheck(accountId: string): void;
  /** What the account has used in its present period. Undefined for an unlimited plan. */
  quotaStatus(account: Account): Promise<QuotaStatus | undefined>;
  /** What it used on each of the last `days` days, the present one last. */
  usage(account: Account, days: number): Promise<DayUsage[]>;
  /** Adds `units` to the limit of the present period. */
  credit(account: Account, units: number): Promise<void>;
  /** Whether the store answered when it was last asked. */
  readonly reachable: boolean;
  /** Gives every unspent unit back, within 4 s; from then on nothing is admitted. */
  close(): Promise<void>;
}

const CLOSE_MS = 4_000;
const RETURNS_AT_ONCE = 64;
/** Leases looked at, whether their period is over, each time one is opened. */
const SWEEP = 4;

/** The lease of an account, as long as its plan stays. */
interface OpenLease {
  readonly lease: Lease;
  readonly quota: Quota;
  /** An instant in its period: the earliest that the clock showed since the lease was looked up. */
  readonly since: number;
}

/** A clock that was set back may show a day before the one that the lease is of. */
function isWithin({ lease, since }: OpenLease, now: number): boolean {
  return now >= since && now < lease.period.endsAt;
}

/**
 * The ledger of tickets.
 *
 * **Layout.** A log, the tickets of one account in one period, holds each ticket `{want, limit, …}` at
 * `<holder>.<number>`, written once and never changed, and the checkpoint, into which old tickets are
 * compacted, at `!`. A period is the calendar day or month in the plan's zone. Tickets expire 40 days after
 * their period's end, checkpoints 400 days after it.
 *
 * **Why the sum of grants never exceeds the limit.** Tickets are ordered by the versionstamp of their
 * commit and folded: each is granted what its limit leaves after all earlier grants. A process that
 * wrote a ticket then lists the ticket log, strongly consistent: the list shows every ticket with an earlier
 * versionstamp, because the store hands versionstamps out in commit order. A ticket that commits later
 * (held up on the way, or retried after a lost reply) has a later versionstamp, so it folds after and
 * changes no earlier grant. All processes thus compute the same grants, each spends only its own, and
 * the largest sum is the largest limit on a ticket, with what operators credited.
 *
 * **Nothing is granted twice.** A ticket's name is committed at most once: its commit checks that the
 * name is free and that the checkpoint is the one last read, so that it cannot come back after a
 * compaction deleted it. A return is taken out of the lease before it is first sent, and never retried
 * when its fate cannot be known. A holder's name is never used by two processes, nor a number twice.
 *
 * **What can be lost.** A process that dies takes with it at most two blocks of each key (a lease is
 * renewed at half a block, by one ticket at a time). One that ends by {@linkcode Ledger.close} gives all
 * back. Out of reach of the store, keys go on from their leases; then they are told to try again.
 */
export function createLedger(
  { kv, clock, random, holder, log, limits = CHECKPOINT_LIMITS }: LedgerDeps,
): Ledger {
  const health = createStoreHealth(log);
  const open = new Map<string, OpenLease>();
  const ending = new Set<Lease>();
  let numbers = 0;
  let closed = false;
  const deps: LeaseDeps = {
    kv,
    clock,
    random,
    holder,
    health,
    nextNumber: () => ++numbers,
    limits,
  };

  function take(account: Account, units = 1): Charge | Promise<Charge> {
    if (!Number.isInteger(units) || units < 1) {
      throw new RangeError(`Cannot take units: expected a positive integer, got ${units}`);
    }
    const { quota } = account;
    if (closed) return CLOSED;
    if (quota === "unlimited") return UNLIMITED;
    return leaseOf(account, quota).take(account, quota, units);
  }

  function leaseOf(account: Account, quota: Quota): Lease {
    const now = clock.now();
    const held = open.get(account.id);
    if (held?.quota === quota && isWithin(held, now)) return held.lease;
    const period = periodAt(quota, now);
    const same = held?.lease.period.id === period.id && held.lease.period.endsAt === period.endsAt;
    const lease = same ? held.lease : createLease(deps, account.id, period, quota);
    if (!same) {
      if (held !== undefined) finish(held.lease);
      sweep();
    }
    open.delete(account.id);
    open.set(account.id, { lease, quota, since: now });
    return lease;
  }

  /** Keys that are not used any more would stay in memory: the oldest leases are at the front. */
  function sweep(): void {
    let looked = 0;
    for (const [id, { lease }] of open) {
      if (++looked > SWEEP) return;
      if (clock.now() < lease.period.endsAt) continue;
      open.delete(id);
      finish(lease);
    }
  }

  function finish(lease: Lease): Promise<void> {
    ending.add(lease);
    return lease.end().then(() => void ending.delete(lease));
  }

  async function inspect(account: Account): Promise<LogInspection | undefined> {
    const lease = open.get(account.id)?.lease;
    if (lease === undefined) return undefined;
    return { period: lease.period.id, ...await lease.inspect() };
  }

  async function usage(account: Account, days: number): Promise<DayUsage[]> {
    const inspected = await inspect(account);
    return await readUsage(kv, account, { days, now: clock.now(), inspected });
  }

  async function quotaStatus(account: Account): Promise<QuotaStatus | undefined> {
    const { quota } = account;
    if (quota === "unlimited") return undefined;
    return await readQuotaStatus(kv, account.id, {
      quota,
      period: periodAt(quota, clock.now()),
      inspected: await inspect(account),
    });
  }

  async function credit(account: Account, units: number): Promise<void> {
    await addCredit(deps, account, units);
    open.get(account.id)?.lease.recheck();
  }

  async function close(): Promise<void> {
    closed = true;
    const leases = [...open.values()].map(({ lease }) => lease)
      .toSorted((a, b) => b.unspent - a.unspent);
    const cancel = clock.after(CLOSE_MS, () => giveUp([...leases, ...ending]));
    const left = leases.values();
    const worker = async () => {
      for (const lease of left) await finish(lease);
    };
    await Promise.all(Array.from({ length: Math.min(RETURNS_AT_ONCE, leases.length) }, worker));
    await Promise.all([...ending].map((lease) => lease.end()));
    cancel();
  }

  function giveUp(leases: readonly Lease[]): void {
    log.warn("Leased units could not be given back in time: they are lost to their keys");
    for (const lease of leases) lease.abandon();
  }

  return {
    take,
    recheck: (id) => open.get(id)?.lease.recheck(),
    quotaStatus,
    usage,
    credit,
    get reachable() {
      return health.reachable;
    },
    close,
  };
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
