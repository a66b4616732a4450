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
import type { Clock } from "../platform/clock.ts";
import type { Kv } from "../platform/kv.ts";
import type { Log } from "../platform/log.ts";
import type { Random } from "../platform/random.ts";
import type { Account, Charge, NoteLeased } from "./tickets/account.ts";
import { CHECKPOINT_LIMITS, type CheckpointLimits } from "./tickets/checkpoint.ts";
import { addCredit } from "./credit.ts";
import type { LogInspection } from "./tickets/inspection.ts";
import { createLease, type LeaseDeps } from "./leases/lease.ts";
import { createOpenLeases, type OpenLeases } from "./leases/open_leases.ts";
import { periodAt } from "./tickets/period.ts";
import { type QuotaStatus, readQuotaStatus } from "./quota_status.ts";
import { readQuotaStatuses } from "./quota_statuses.ts";
import { createStoreHealth } from "./leases/store_health.ts";
import { type DayUsage, readUsage } from "./tickets/usage.ts";

export interface LedgerDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly random: Random;
  /** The name of this start of the process, from `processName()`; shared with no other, ever. */
  readonly holder: string;
  readonly log: Log;
  /** Is told of each lease. */
  readonly leased?: NoteLeased | undefined;
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
  forgetExhaustion(accountId: string): void;
  /** What the account has used and has left in its present period; undefined for an unlimited plan. */
  quotaStatus(account: Account): Promise<QuotaStatus | undefined>;
  /** The same of many accounts, by id; accounts of unlimited plans are not in it. */
  quotaStatuses(accounts: readonly Account[]): Promise<Map<string, QuotaStatus>>;
  /** What it used on each of the last `days` days, the present one last. */
  usage(account: Account, days: number): Promise<DayUsage[]>;
  /** Adds `units` to the limit of the present period. */
  credit(account: Account, units: number): Promise<void>;
  /** Whether the store answered when it was last asked. */
  readonly reachable: boolean;
  /** Gives every unspent unit back, within 4 s; from then on nothing is admitted. */
  close(): Promise<void>;
}

/** Makes the ledger of one process. */
export function createLedger(
  { kv, clock, random, holder, log, leased, limits = CHECKPOINT_LIMITS }: LedgerDeps,
): Ledger {
  const health = createStoreHealth(log, clock);
  let lastNumber = 0;
  let isClosed = false;
  const nextNumber = () => ++lastNumber;
  const { answered } = health;
  const deps: LeaseDeps = {
    ...{ kv, clock, random, holder, health, nextNumber, limits, leased, answered },
  };
  const leases = createOpenLeases({
    clock,
    log,
    open: (accountId, period, quota) => createLease(deps, accountId, period, quota),
  });

  return {
    take(account, units = 1) {
      checkUnits(units);
      if (isClosed) return CLOSED;
      const { id, quota } = account;
      if (quota === "unlimited") return UNLIMITED;
      const now = clock.now();
      return leases.leaseFor(id, quota, now).take(account, quota, units, now);
    },
    forgetExhaustion: (accountId) => leases.find(accountId)?.forgetExhaustion(),
    quotaStatus: (account) => quotaStatusOf(kv, leases, account, clock.now),
    quotaStatuses: (accounts) =>
      readQuotaStatuses(kv, accounts, {
        now: clock.now,
        inspect: (account, period) =>
          leases.find(account.id)?.period.id === period ? inspect(leases, account) : undefined,
        readOne: (account) => quotaStatusOf(kv, leases, account, clock.now),
      }),
    async usage(account, days) {
      return await withInspection(
        leases,
        account,
        (inspected) => readUsage(kv, account, { days, now: clock.now(), inspected }),
      );
    },
    async credit(account, units) {
      await addCredit(deps, account, units);
      leases.find(account.id)?.forgetExhaustion();
    },
    get reachable() {
      return health.reachable;
    },
    close() {
      isClosed = true;
      return leases.close();
    },
  };
}

function checkUnits(units: number): void {
  if (Number.isInteger(units) && units >= 1) return;
  throw new RangeError(`Cannot take units: expected a positive integer, got ${units}`);
}

async function quotaStatusOf(
  kv: Kv,
  leases: OpenLeases,
  account: Account,
  now: () => number,
): Promise<QuotaStatus | undefined> {
  const { id, quota } = account;
  if (quota === "unlimited") return undefined;
  return await withInspection(
    leases,
    account,
    (inspected) => readQuotaStatus(kv, id, { quota, period: periodAt(quota, now()), inspected }),
  );
}

/**
 * Reads by what this process knows of its own log. A log that it begins to lease from while it reads is
 * read again: units that were leased meanwhile are in the store, and are not spent.
 */
async function withInspection<T>(
  leases: OpenLeases,
  account: Account,
  read: (inspected: LogInspection | undefined) => Promise<T>,
): Promise<T> {
  const inspected = await inspect(leases, account);
  const result = await read(inspected);
  const lease = leases.find(account.id);
  const isWhole = lease === undefined || lease.period.id === inspected?.period;
  return isWhole ? result : await withInspection(leases, account, read);
}

/** What this process knows of the log that it leases from; undefined where it leases from none. */
async function inspect(leases: OpenLeases, { id }: Account): Promise<LogInspection | undefined> {
  const lease = leases.find(id);
  if (lease === undefined) return undefined;
  return { period: lease.period.id, ...await lease.inspect() };
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
