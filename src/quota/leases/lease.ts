/**
 * This room leases units of a quota to this process, which spends them without asking the store.
 *
 * @module
 */

import type { Quota } from "../../model/plans.ts";
import type { Random } from "../../platform/random.ts";
import type { Account, Charge, LeasedUse, NoteLeased } from "../tickets/account.ts";
import { isLastOf } from "../tickets/fold.ts";
import { createIdleTimer } from "./idle_timer.ts";
import { createInspectionQueue, type Inspection } from "../tickets/inspection.ts";
import { decideLeaseAction } from "./lease_action.ts";
import { countActive, isOver, type LeaseContext, unspentIn } from "./lease_context.ts";
import { takeUnits } from "./lease_requests.ts";
import { afterFailure, asEnding, newLeaseState, withoutExhaustion } from "./lease_state.ts";
import { LEASE_TASKS } from "./lease_tasks.ts";
import type { Period } from "../tickets/period.ts";
import { createQuotaView } from "../tickets/quota_view.ts";
import type { StoreHealth } from "./store_health.ts";
import { createTaskLoop, type Task } from "./task_loop.ts";
import { createTicketWriter, type TicketWriterDeps } from "../tickets/ticket_writer.ts";
import { createUnitPool } from "./unit_pool.ts";

/** What a lease works with. */
export interface LeaseDeps extends TicketWriterDeps {
  readonly random: Random;
  readonly health: StoreHealth;
  /** Is told of each lease. */
  readonly leased?: NoteLeased | undefined;
}

/** The units of one account and period that this process may spend, and how it comes by more. */
export interface Lease {
  readonly period: Period;
  /** Units leased and not spent. */
  readonly unspent: number;
  /** Charges `units` at `now` (epoch ms); at once, as a plain value, while they are here. */
  take(account: Account, quota: Quota, units: number, now: number): Charge | Promise<Charge>;
  /** Reads the log between two tickets, so that what is unspent here is known to the unit. */
  inspect(): Promise<Inspection>;
  /** Forgets that the period has nothing left, so that the next request asks the store again. */
  forgetExhaustion(): void;
  /** Gives back what is unspent; resolves when the store has it. Nothing is leased from then on. */
  end(): Promise<void>;
  /** Stops every attempt at once. */
  abandon(): void;
}

const MIN_PATIENCE_MS = 5_000;
/** What an unlimited rate is taken for when it is guessed how fast a quota can drain. */
const FASTEST_PER_SECOND = 1_000;
/** Failures in a row after which a period that is over is left as it is: about an hour. */
const LAST_FAILURE = 120;

/**
 * Opens a lease of `account` for `period`.
 *
 * Requests only look at numbers in memory, or join the queue. One loop makes all calls to the store,
 * one after the other: `decideLeaseAction` names the most urgent, `LEASE_TASKS` has what it does.
 */
export function createLease(
  deps: LeaseDeps,
  account: string,
  period: Period,
  quota: Quota,
): Lease {
  const lease = startLease(deps, account, period, quota);
  return {
    period,
    get unspent() {
      return unspentIn(lease.pool);
    },
    take: (account, quota, units, now) => takeUnits(lease, account, quota, units, now),
    inspect: () => inspect(lease),
    forgetExhaustion: () => void (lease.state = withoutExhaustion(lease.state)),
    end: () => end(lease),
    abandon: () => abandon(lease),
  };
}

function startLease(
  deps: LeaseDeps,
  account: string,
  period: Period,
  quota: Quota,
): LeaseContext {
  const { clock, random, holder, health } = deps;
  const writer = createTicketWriter(deps, { account, period: period.id }, period.endsAt);
  const viewOf = createQuotaView();
  const lease: LeaseContext = {
    clock,
    holder,
    health,
    period,
    writer,
    pool: createUnitPool(clock),
    inspections: createInspectionQueue(),
    idle: createIdleTimer({
      clock,
      usedAt: () => lease.usedAt,
      patienceMs: () => patienceMs(lease),
      whenIdle: () => whenIdle(lease),
    }),
    loop: createTaskLoop({
      clock,
      random,
      nextTask: () => nextTask(lease),
      isUrgent: () => lease.pool.queue.length > 0,
      succeeded: health.succeeded,
      failed: (error, failures, pauseMs) => noteFailure(lease, error, failures, pauseMs),
      rested: () => finishEnding(lease),
    }),
    // Not the same for all, so that they do not all compact at the same ticket.
    compactAt: Math.floor(deps.limits.compactAt * (1 + random.fraction() / 2)),
    endWaiters: [],
    view: () => viewOf(lease.state.plan, writer.snapshot),
    noteLeased: () => deps.leased?.(account, () => usedOf(lease)),
    usedAt: clock.now(),
    inVainAt: undefined,
    state: newLeaseState(quota),
  };
  return lease;
}

function nextTask(lease: LeaseContext): Task | undefined {
  const { writer, pool, idle, inspections, period: { endsAt } } = lease;
  const action = decideLeaseAction(lease.state, lease.clock.now(), {
    endsAt,
    hasPendingTicket: writer.pending !== undefined,
    hasInspections: inspections.isWaiting,
    waiting: pool.queue.length,
    available: pool.available,
    returnable: pool.returnable,
    isIdle: idle.isDue,
    isCompactionDue: isCompactionDue(lease),
  });
  // From this instant on no request is served from them, even if the store has to be waited for.
  if (action === "return_all") pool.giveUp();
  return action && (() => LEASE_TASKS[action](lease));
}

function usedOf(lease: LeaseContext): LeasedUse {
  const { limit, left } = lease.view();
  return { period: lease.period, limit, taken: limit - left, unspent: unspentIn(lease.pool) };
}

function inspect({ inspections, loop }: LeaseContext): Promise<Inspection> {
  const inspection = inspections.join();
  if (loop.isStopped) inspections.reject(closedError());
  loop.hurry();
  loop.start();
  return inspection;
}

/** It falls to the holder of the last ticket: all see the same tickets, and one compaction is enough. */
function isCompactionDue({ writer: { snapshot }, compactAt, holder }: LeaseContext): boolean {
  const { tickets } = snapshot ?? { tickets: [] };
  return tickets.length >= compactAt && isLastOf(tickets, holder);
}

/** The soonest that half of what is left can be gone, when all who lease do their utmost. */
function patienceMs(lease: LeaseContext): number {
  const perSecond = Math.min(lease.state.ratePerSecond, FASTEST_PER_SECOND) * countActive(lease);
  return Math.max(MIN_PATIENCE_MS, 1000 * lease.view().left / 2 / perSecond);
}

function whenIdle(lease: LeaseContext): void {
  if (isOver(lease)) void end(lease);
  else lease.loop.start();
}

function noteFailure(
  lease: LeaseContext,
  error: unknown,
  failures: number,
  pauseMs: number,
): void {
  lease.health.failed(error);
  lease.inspections.reject(error);
  lease.state = afterFailure(lease.state, lease.clock.now() + pauseMs);
  if (isOver(lease) && failures >= LAST_FAILURE) abandon(lease);
}

function end(lease: LeaseContext): Promise<void> {
  lease.state = asEnding(lease.state);
  lease.idle.stop();
  const ended = new Promise<void>((resolve) => lease.endWaiters.push(resolve));
  if (lease.loop.isStopped) finishEnding(lease);
  else lease.loop.start();
  return ended;
}

function abandon(lease: LeaseContext): void {
  lease.idle.stop();
  lease.loop.stop();
  lease.pool.queue.cancelAll();
  lease.inspections.reject(closedError());
  finishEnding(lease);
}

function finishEnding(lease: LeaseContext): void {
  if (lease.state.phase === "open" && !lease.loop.isStopped) return;
  for (const resolve of lease.endWaiters) resolve();
  lease.endWaiters = [];
}

function closedError(): Error {
  return new Error("Cannot read the quota: the ledger is closed");
}
