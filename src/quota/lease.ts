import type { Quota } from "../model/plans.ts";
import type { Random } from "../platform/random.ts";
import { localDay } from "../time/local_day.ts";
import type { Account, Charge } from "./account.ts";
import { blockSize } from "./block_size.ts";
import { createIdleWatch } from "./idle_timer.ts";
import { createInspectors, type Inspection } from "./usage.ts";
import { activeHolders, hasOthers, othersMayGiveBack } from "./fold.ts";
import { createOutlook, type Outlook } from "./ticket_log.ts";
import { createPen, type PenDeps } from "./ticket_writer.ts";
import type { Period } from "./period.ts";
import { createStock } from "./unit_pool.ts";
import type { StoreHealth } from "./store_health.ts";
import type { Ticket } from "./ticket.ts";
import type { Turn } from "./wait_queue.ts";
import { createWorkLoop, type Task } from "./task_loop.ts";

export interface LeaseDeps extends PenDeps {
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
  /** Reads the sheet between two tickets, so that what is unspent here is known to the unit. */
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
  const pen = createPen(deps, { account, period: period.id }, period.endsAt);
  const stock = createStock(clock);
  const { line } = stock;
  const loop = createWorkLoop({
    clock,
    random,
    nextTask,
    urgent: () => line.length > 0,
    succeeded: health.answered,
    failed: afterFailure,
    rested: finishEnding,
  });
  const lookAt = createOutlook();
  const idle = createIdleWatch({ clock, usedAt: () => usedAt, patienceMs, whenIdle });
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
    if (stock.available >= units) return spend(units, now);
    if (isExhausted(now)) return admission("exhausted", 0);
    loop.hurry();
    const turn = line.join(units, WAIT_MS);
    loop.start();
    return turn.then((turn) => afterWaiting(turn, units));
  }

  function spend(units: number, now: number): Charge {
    stock.spend(units);
    if (stock.available <= stock.block / 2 && !isExhausted(now) && now >= renewNotBefore) {
      renewing = true;
      loop.start();
    }
    return admission("admitted", units);
  }

  function afterWaiting(turn: Turn, units: number): Charge {
    return turn === "served" ? admission("admitted", units) : admission(turn, 0);
  }

  function admission(outcome: Charge["outcome"], units: number): Charge {
    const { limit, left } = outlook();
    const paidUnder = plan.requests;
    let refundable = units;
    return {
      outcome,
      limit,
      remaining: outcome === "admitted" ? left + stock.available : stock.available,
      resetsAt: period.endsAt,
      refund() {
        if (refundable > 0) refund(refundable, paidUnder);
        refundable = 0;
      },
    };
  }

  function outlook(): Outlook {
    return lookAt(plan, pen.reading);
  }

  function countActive(): number {
    return pen.reading === undefined ? 1 : activeHolders(pen.reading.tally, holder, clock.now());
  }

  function refund(units: number, paidUnder: number): void {
    stock.restore(units, !ending && paidUnder <= plan.requests);
    stock.trim(Math.max(0, pen.unsettled?.want ?? 0));
    if (stock.surplus > 0) loop.start();
    if (stock.available > 0) idle.start();
  }

  /** Units leased under a larger limit must not be spent under a smaller one: they go back first. */
  function changePlan(next: Quota): void {
    if (next.requests !== plan.requests) exhaustedUntil = 0;
    if (next.requests < plan.requests) stock.giveUp();
    plan = next;
  }

  /** What the store is needed for now, most urgent first. */
  function nextTask(): Task | undefined {
    if (pen.unsettled !== undefined) return settle;
    if (inspectors.waiting) return showInspectors;
    if (ending && line.length === 0) stock.giveUp();
    if (stock.surplus > 0) return giveBack;
    if (line.length > 0 || (renewing && !ending)) return acquire;
    if (ending) return isOver() && !sealed && lastDay !== undefined ? seal : undefined;
    if (farewell === "due") return sayFarewell;
    if (idle.due) return lookWhetherNeeded;
    return (pen.reading?.tickets.length ?? 0) >= compactAt ? pen.compact : undefined;
  }

  async function settle(): Promise<void> {
    const { want, limit: paidUnder, day } = pen.unsettled!;
    const fate = await pen.settle();
    if (want <= 0) return;
    const grant = fate === "unknown" ? 0 : fate;
    renewing = false;
    lastDay = day;
    if (grant > 0) farewell = "none";
    stock.receive(grant, paidUnder <= plan.requests);
    if (stock.surplus === 0 && outlook().drained) becomeExhausted();
    if (stock.available > 0) idle.start();
  }

  async function acquire(): Promise<void> {
    if (outlook().drained) {
      await pen.read();
      if (outlook().drained) return becomeExhausted();
    }
    pen.begin(ticket(nextBlock()));
    await settle();
  }

  function nextBlock(): number {
    const { limit, left } = outlook();
    return blockSize({
      limit,
      remaining: left,
      holders: countActive(),
      previous: stock.block,
      spentPerSecond: Math.min(rate, stock.pace.take(clock.now())),
      waiting: line.units - stock.available,
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
    const { tally } = pen.reading!;
    const pauseMs = othersMayGiveBack(tally, holder, now) ? RECHECK_MS : LONG_RECHECK_MS;
    exhaustedSince = now;
    exhaustedUntil = Math.min(period.endsAt, now + pauseMs);
    renewing = false;
    stock.disband();
    const silent = farewell === "none" && stock.available === 0 && lastDay !== undefined;
    if (silent && hasOthers(tally, holder)) farewell = "due";
  }

  async function sayFarewell(): Promise<void> {
    farewell = "told";
    if (stock.available > 0) return;
    pen.begin({ ...ticket(0), done: true });
    await settle();
  }

  async function giveBack(): Promise<void> {
    const back = ticket(-stock.takeSurplus());
    pen.begin(stock.available === 0 && line.length === 0 ? { ...back, done: true } : back);
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
    const { tally } = await pen.read();
    inspectors.show({ tally, unspent: stock.available + stock.surplus, day: lastDay });
  }

  /** The last entry of a period that is over: what stays is its checkpoint. */
  async function seal(): Promise<void> {
    await pen.read();
    await pen.compact();
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
      const { tally } = await pen.read();
      const scarce = outlook().left <= plan.requests / 2 && hasOthers(tally, holder);
      if (scarce && usedAt < lookedAt) stock.giveUp();
    } finally {
      if (stock.available > 0) idle.start();
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
    line.dismiss();
    inspectors.dismiss(closedError());
    finishEnding();
  }

  return {
    period,
    get unspent() {
      return stock.available + stock.surplus;
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
