import type { Quota } from "../model/plans.ts";
import type { Random } from "../platform/random.ts";
import { localDay } from "../time/local_day.ts";
import type { Account, Charge } from "./account.ts";
import { blockSize } from "./block_size.ts";
import { createIdleTimer } from "./idle_timer.ts";
import { createInspectors, type Inspection } from "./usage.ts";
import { activeHolders, hasOthers, isLastOf, othersMayGiveBack } from "./fold.ts";
import { createQuotaView, type QuotaView } from "./ticket_log.ts";
import { createTicketWriter, type TicketWriterDeps } from "./ticket_writer.ts";
import type { Period } from "./period.ts";
import { createUnitPool } from "./unit_pool.ts";
import type { StoreHealth } from "./store_health.ts";
import type { Ticket } from "./ticket.ts";
import type { WaitOutcome } from "./wait_queue.ts";
import { createTaskLoop, type Task } from "./task_loop.ts";

export interface LeaseDeps extends TicketWriterDeps {
  readonly random: Random;
  readonly health: StoreHealth;
}

/** The units of one account and period that this process may spend, and how it comes by more. */
export interface Lease {
  readonly period: Period;
  /** Units leased and not spent. */
  readonly unspent: number;
  /** Charges `units`; at once, as a plain value, while they are here. */
  take(account: Account, quota: Quota, units: number): Charge | Promise<Charge>;
  /** Reads the ticket log between two tickets, so that what is unspent here is known to the unit. */
  inspect(): Promise<Inspection>;
  /** Forgets that the period has nothing left, so that the next request asks the store again. */
  recheck(): void;
  /** Gives back what is unspent; resolves when the store has it. Nothing is leased from then on. */
  end(): Promise<void>;
  /** Stops every attempt at once. */
  abandon(): void;
}

const WAIT_MS = 800;
const RECHECK_MS = 1_000;
const LONG_RECHECK_MS = 60_000;
const SHORTEST_PATIENCE_MS = 5_000;
/** What an unlimited rate is taken for when it is guessed how fast a quota can drain. */
const FASTEST_PER_SECOND = 1_000;
/** Failures in a row after which a period that is over is left as it is: about an hour. */
const LAST_FAILURE = 120;

/**
 * A lease of `account` for `period`.
 *
 * All its calls to the store are made one after the other by one loop, which looks at what is needed
 * most: learn the fate of a ticket, give back, lease for those who wait or because half a block is
 * gone, compact. Requests only ever look at numbers in memory, or join the line.
 */
export function createLease(
  deps: LeaseDeps,
  account: string,
  period: Period,
  quota: Quota,
): Lease {
  const { clock, random, holder, health } = deps;
  const writer = createTicketWriter(deps, { account, period: period.id }, period.endsAt);
  const pool = createUnitPool(clock);
  const { queue } = pool;
  const loop = createTaskLoop({
    clock,
    random,
    nextTask,
    urgent: () => queue.length > 0,
    succeeded: health.answered,
    failed: afterFailure,
    rested: finishEnding,
  });
  const lookAt = createQuotaView();
  const idle = createIdleTimer({ clock, usedAt: () => usedAt, patienceMs, whenIdle });
  // Not the same for all, so that they do not all compact at the same ticket.
  const compactAt = Math.floor(deps.limits.compactAt * (1 + random.fraction() / 2));

  let plan = quota;
  let rate: number = Infinity;
  let lastDay: string | undefined;
  let renewing = false;
  let renewNotBefore = 0;
  /** While the clock is between these, there is nothing left: one that was set back is before them. */
  let exhaustedSince = 0;
  let exhaustedUntil = 0;
  /** Whether the others are to be told, or have been, that nothing unspent is left here. */
  let farewell: "none" | "due" | "told" = "none";
  let ending = false;
  let sealed = false;
  let abandoned = false;
  let usedAt = clock.now();
  let whenEnded: (() => void)[] = [];
  const inspectors = createInspectors();

  function take(
    { ratePerSecond }: Account,
    quota: Quota,
    units: number,
  ): Charge | Promise<Charge> {
    const now = clock.now();
    usedAt = now;
    if (quota !== plan) changePlan(quota);
    rate = ratePerSecond === "unlimited" ? Infinity : ratePerSecond;
    if (pool.available >= units) return spend(units, now);
    if (isExhausted(now)) return admission("exhausted", 0);
    loop.hurry();
    const turn = queue.join(units, WAIT_MS);
    loop.start();
    return turn.then((turn) => afterWaiting(turn, units));
  }

  function spend(units: number, now: number): Charge {
    pool.spend(units);
    if (pool.available <= pool.block / 2 && !isExhausted(now) && now >= renewNotBefore) {
      renewing = true;
      loop.start();
    }
    return admission("admitted", units);
  }

  function afterWaiting(turn: WaitOutcome, units: number): Charge {
    return turn === "served" ? admission("admitted", units) : admission(turn, 0);
  }

  function admission(outcome: Charge["outcome"], units: number): Charge {
    const { limit, left } = outlook();
    const paidUnder = plan.requests;
    let refundable = units;
    return {
      outcome,
      limit,
      remaining: outcome === "admitted" ? left + pool.available : pool.available,
      resetsAt: period.endsAt,
      refund() {
        if (refundable > 0) refund(refundable, paidUnder);
        refundable = 0;
      },
    };
  }

  function outlook(): QuotaView {
    return lookAt(plan, writer.snapshot);
  }

  function countActive(): number {
    return writer.snapshot === undefined
      ? 1
      : activeHolders(writer.snapshot.totals, holder, clock.now());
  }

  function refund(units: number, paidUnder: number): void {
    pool.restore(units, !ending && paidUnder <= plan.requests);
    pool.trim(Math.max(0, writer.pending?.want ?? 0));
    if (pool.returnable > 0) loop.start();
    if (pool.available > 0) idle.start();
  }

  /** Units leased under a larger limit must not be spent under a smaller one: they go back first. */
  function changePlan(next: Quota): void {
    if (next.requests !== plan.requests) exhaustedUntil = 0;
    if (next.requests < plan.requests) pool.giveUp();
    plan = next;
  }

  /** What the store is needed for now, most urgent first. */
  function nextTask(): Task | undefined {
    if (writer.pending !== undefined) return settle;
    if (inspectors.waiting) return showInspectors;
    if (ending && queue.length === 0) pool.giveUp();
    if (pool.returnable > 0) return giveBack;
    if (queue.length > 0 || (renewing && !ending)) return acquire;
    if (ending) return isOver() && !sealed && lastDay !== undefined ? seal : undefined;
    if (farewell === "due") return sayFarewell;
    if (idle.due) return lookWhetherNeeded;
    return isCompactionDue() ? writer.compact : undefined;
  }

  /** It falls to the holder of the last ticket: all see the same tickets, and one compaction is enough. */
  function isCompactionDue(): boolean {
    const { tickets } = writer.snapshot ?? { tickets: [] };
    return tickets.length >= compactAt && isLastOf(tickets, holder);
  }

  async function settle(): Promise<void> {
    const { want, limit: paidUnder, day } = writer.pending!;
    const fate = await writer.commit();
    if (want <= 0) return;
    const grant = fate === "unknown" ? 0 : fate;
    renewing = false;
    lastDay = day;
    if (grant > 0) farewell = "none";
    pool.receive(grant, paidUnder <= plan.requests);
    if (pool.returnable === 0 && outlook().drained) becomeExhausted();
    if (pool.available > 0) idle.start();
  }

  async function acquire(): Promise<void> {
    if (outlook().drained) {
      await writer.read();
      if (outlook().drained) return becomeExhausted();
    }
    writer.begin(ticket(nextBlock()));
    await settle();
  }

  function nextBlock(): number {
    const { limit, left } = outlook();
    return blockSize({
      limit,
      remaining: left,
      holders: countActive(),
      previous: pool.block,
      spentPerSecond: Math.min(rate, pool.spendRate.take(clock.now())),
      waiting: queue.units - pool.available,
    });
  }

  function ticket(want: number): Ticket {
    const at = clock.now();
    // What comes back belongs to the day it was leased on.
    const day = want < 0 ? lastDay! : dayOf(at);
    return { want, limit: plan.requests, at, day };
  }

  function dayOf(at: number): string {
    if (plan.per === "day") return period.id;
    return localDay(Math.min(at, period.endsAt - 1), plan.timezone);
  }

  function isExhausted(now: number): boolean {
    return now < exhaustedUntil && now >= exhaustedSince;
  }

  function becomeExhausted(): void {
    const now = clock.now();
    const { totals } = writer.snapshot!;
    const pauseMs = othersMayGiveBack(totals, holder, now) ? RECHECK_MS : LONG_RECHECK_MS;
    exhaustedSince = now;
    exhaustedUntil = Math.min(period.endsAt, now + pauseMs);
    renewing = false;
    pool.disband();
    const silent = farewell === "none" && pool.available === 0 && lastDay !== undefined;
    if (silent && hasOthers(totals, holder)) farewell = "due";
  }

  async function sayFarewell(): Promise<void> {
    farewell = "told";
    if (pool.available > 0) return;
    writer.begin({ ...ticket(0), done: true });
    await settle();
  }

  async function giveBack(): Promise<void> {
    const back = ticket(-pool.takeReturnable());
    writer.begin(pool.available === 0 && queue.length === 0 ? { ...back, done: true } : back);
    await settle();
  }

  function inspect(): Promise<Inspection> {
    const inspection = inspectors.join();
    if (abandoned) inspectors.dismiss(closedError());
    loop.hurry();
    loop.start();
    return inspection;
  }

  async function showInspectors(): Promise<void> {
    const { totals } = await writer.read();
    inspectors.show({ totals, unspent: pool.available + pool.returnable, day: lastDay });
  }

  /** The last entry of a period that is over: what stays is its checkpoint. */
  async function seal(): Promise<void> {
    await writer.read();
    await writer.compact();
    sealed = true;
  }

  function isOver(): boolean {
    return clock.now() >= period.endsAt;
  }

  /** The soonest that half of what is left can be gone, when all who lease do their utmost. */
  function patienceMs(): number {
    const perSecond = Math.min(rate, FASTEST_PER_SECOND) * countActive();
    return Math.max(SHORTEST_PATIENCE_MS, 1000 * outlook().left / 2 / perSecond);
  }

  function whenIdle(): void {
    if (isOver()) void end();
    else loop.start();
  }

  /** Idle units go back when others could miss them: when half of the quota is gone. */
  async function lookWhetherNeeded(): Promise<void> {
    idle.look();
    const lookedAt = clock.now();
    try {
      const { totals } = await writer.read();
      const scarce = outlook().left <= plan.requests / 2 && hasOthers(totals, holder);
      if (scarce && usedAt < lookedAt) pool.giveUp();
    } finally {
      if (pool.available > 0) idle.start();
    }
  }

  function afterFailure(error: unknown, failures: number, pauseMs: number): void {
    health.failed(error);
    inspectors.dismiss(error);
    renewing = false;
    renewNotBefore = clock.now() + pauseMs;
    if (isOver() && failures >= LAST_FAILURE) abandon();
  }

  function end(): Promise<void> {
    ending = true;
    idle.stop();
    const ended = new Promise<void>((resolve) => whenEnded.push(resolve));
    if (abandoned) finishEnding();
    else loop.start();
    return ended;
  }

  function finishEnding(): void {
    if (!ending && !abandoned) return;
    for (const told of whenEnded) told();
    whenEnded = [];
  }

  function abandon(): void {
    abandoned = true;
    idle.stop();
    loop.stop();
    queue.dismiss();
    inspectors.dismiss(closedError());
    finishEnding();
  }

  return {
    period,
    get unspent() {
      return pool.available + pool.returnable;
    },
    take,
    inspect,
    recheck: () => void (exhaustedUntil = 0),
    end,
    abandon,
  };
}

function closedError(): Error {
  return new Error("Cannot read the quota: the ledger is closed");
}
