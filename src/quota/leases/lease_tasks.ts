import { localDay } from "../../time/local_day.ts";
import { hasOthers, isLastOf, type Ticket } from "../tickets/fold.ts";
import {
  afterExhaustion,
  afterGrant,
  afterShortage,
  countActive,
  type LeaseContext,
  type LeaseState,
  withoutExhaustion,
} from "./lease_state.ts";
import type { Task } from "./task_loop.ts";

/** What each action does at the store. A task that rejects is decided again. */
const LEASE_TASKS: Readonly<Record<LeaseAction, (lease: LeaseContext) => Promise<void>>> = {
  commit: commitTicket,
  inspect: showTotals,
  return: giveBack,
  return_all: giveBack,
  lease: leaseBlock,
  seal: sealLog,
  notify: sendIdleNotice,
  check_need: checkNeed,
  compact: ({ writer }) => writer.compact(),
};

async function commitTicket(lease: LeaseContext): Promise<void> {
  const { want, limit, day } = lease.writer.pending!;
  const { forgotten } = lease.state;
  const grant = await lease.writer.commit();
  if (want <= 0) return;
  receive(lease, grant === "unknown" ? 0 : grant, { limit, day });
  if (lease.pool.returnable === 0 && lease.view().isDrained) exhaust(lease, forgotten);
}

function receive(
  lease: LeaseContext,
  grant: number,
  { limit, day }: Pick<Ticket, "limit" | "day">,
): void {
  const { pool, idle } = lease;
  lease.state = afterGrant(lease.state, grant, day);
  pool.receive(grant, limit <= lease.state.plan.requests);
  if (pool.available > 0) idle.start();
  lease.noteLeased();
}

async function leaseBlock(lease: LeaseContext): Promise<void> {
  const { writer } = lease;
  if (lease.view().isDrained) {
    const { forgotten } = lease.state;
    await writer.read();
    if (lease.view().isDrained) return exhaust(lease, forgotten);
  }
  writer.begin(ticketFor(lease, nextBlock(lease)));
  await commitTicket(lease);
}

/**
 * Serves those who wait from what is here: there will be no more. `forgotten` is the state's when the log
 * was asked; a credit that was made since then may not be in what it answered.
 */
function exhaust(lease: LeaseContext, forgotten: number): void {
  const { pool, writer, holder, period: { endsAt } } = lease;
  if (lease.state.forgotten !== forgotten) return;
  const now = lease.clock.now();
  lease.state = afterShortage(lease.state, now, pool.flushQueue());
  const { totals } = writer.snapshot!;
  const { available } = pool;
  lease.state = afterExhaustion(lease.state, now, { holder, totals, available, endsAt });
}

async function giveBack(lease: LeaseContext): Promise<void> {
  const { pool, writer } = lease;
  const back = ticketFor(lease, -pool.takeReturnable());
  const keepsNone = pool.available === 0 && pool.queue.length === 0;
  writer.begin(keepsNone ? { ...back, done: true } : back);
  await commitTicket(lease);
  // What was given back is to be had again, by this holder too.
  lease.state = { ...withoutExhaustion(lease.state), short: lease.state.short };
}

async function sendIdleNotice(lease: LeaseContext): Promise<void> {
  lease.state = { ...lease.state, idleNotice: "sent" };
  if (lease.pool.available > 0) return;
  lease.writer.begin({ ...ticketFor(lease, 0), done: true });
  await commitTicket(lease);
}

async function showTotals(lease: LeaseContext): Promise<void> {
  const { inspections, pool, writer } = lease;
  inspections.begin();
  const before = pool.unspent;
  const { totals } = await writer.read();
  // What is given back here while the log is read must not hide what others have taken meanwhile.
  const unspent = Math.min(before, pool.unspent);
  inspections.resolve({ totals, unspent, day: lease.state.leasedOn });
}

async function sealLog(lease: LeaseContext): Promise<void> {
  await lease.writer.read();
  await lease.writer.compact();
  lease.state = { ...lease.state, phase: "sealed" };
}

/** Idle units go back when others could miss them: when half of the quota is gone. */
async function checkNeed(lease: LeaseContext): Promise<void> {
  const { clock, idle, pool, writer, holder } = lease;
  idle.acknowledge();
  const lookedAt = clock.now();
  try {
    const { totals } = await writer.read();
    const isScarce = lease.view().left <= lease.state.plan.requests / 2 &&
      hasOthers(totals, holder);
    if (isScarce && lease.usedAt < lookedAt) pool.giveUp();
  } finally {
    if (pool.available > 0) idle.start();
  }
}

function nextBlock(lease: LeaseContext): number {
  const { pool, clock, state } = lease;
  const { limit, left } = lease.view();
  return blockSize({
    limit,
    remaining: left,
    holders: countActive(lease),
    previous: pool.block,
    spentPerSecond: Math.min(state.ratePerSecond, pool.takeSpendRate(clock.now())),
    waiting: pool.queue.units - pool.available,
  });
}

/** What comes back belongs to the day it was leased on. */
function ticketFor(
  { clock, period, state: { plan, leasedOn } }: LeaseContext,
  want: number,
): Ticket {
  const at = clock.now();
  const dayNow = () =>
    plan.per === "day" ? period.id : localDay(Math.min(at, period.endsAt - 1), plan.timezone);
  return { want, limit: plan.requests, at, day: want < 0 ? leasedOn! : dayNow() };
}

/**
 * What a lease does next at the store. `commit`: writes the pending ticket and learns its grant.
 * `inspect`: reads the log for requests about the account's state. `return`: gives back what may
 * not be spent any more; `return_all`: everything. `lease`: asks for a block. `seal`: compacts the log of
 * a period that is over. `notify`: notes for the other holders that nothing unspent is left here.
 * `check_need`: reads whether others need the units that are idle. `compact`: compacts the log.
 */
type LeaseAction =
  | "commit"
  | "inspect"
  | "return"
  | "return_all"
  | "lease"
  | "seal"
  | "notify"
  | "check_need"
  | "compact";

/** What a lease sees when it decides. */
interface LeaseView {
  /** When the period ends, epoch ms. */
  readonly endsAt: number;
  readonly hasPendingTicket: boolean;
  readonly hasInspections: boolean;
  /** Requests that wait for units. */
  readonly waiting: number;
  readonly available: number;
  readonly returnable: number;
  readonly isIdle: boolean;
  readonly isCompactionDue: boolean;
}

/** Decides what the store is needed for at `now` (epoch ms), most urgent first; undefined: nothing. */
function decideLeaseAction(
  state: LeaseState,
  now: number,
  view: LeaseView,
): LeaseAction | undefined {
  const isEnding = state.phase !== "open";
  const isWaitedFor = view.waiting > 0;
  if (view.hasPendingTicket) return "commit";
  if (view.hasInspections) return "inspect";
  if (isEnding && !isWaitedFor && view.available > 0) return "return_all";
  if (view.returnable > 0) return "return";
  if (isWaitedFor || (state.isRenewing && !isEnding)) return "lease";
  if (isEnding) return mustSeal(state, now, view) ? "seal" : undefined;
  if (state.idleNotice === "due") return "notify";
  if (view.isIdle) return "check_need";
  return view.isCompactionDue ? "compact" : undefined;
}

/** What stays of a period is its checkpoint. */
function mustSeal(state: LeaseState, now: number, { endsAt }: LeaseView): boolean {
  return now >= endsAt && state.phase !== "sealed" && state.leasedOn !== undefined;
}

const FIRST_BLOCK = 8;
const LARGEST_BLOCK = 1000;
const SECONDS_AHEAD = 5;

/**
 * How many units to ask for: 8 at first, then double, at most 1 % of the limit (8 if that is less),
 * 1,000, and what is spent in 5 s; as the quota drains, `remaining / (2 · holders)`, but not less
 * than `limit / 2000`. Requests that wait already get theirs in any case, up to 1,000: what is
 * spent at once is not held back from anybody.
 */
export function blockSize(
  { limit, remaining, holders, previous, spentPerSecond, waiting }: {
    /** The plan's quota. */
    readonly limit: number;
    /** What the ticket log still has to grant. */
    readonly remaining: number;
    /** Holders that lease from this ticket log now, this one included. */
    readonly holders: number;
    /** The size of the last block; 0: this is the first. */
    readonly previous: number;
    /** Units spent per second since the last block. */
    readonly spentPerSecond: number;
    /** Units that requests are waiting for at this moment. */
    readonly waiting: number;
  },
): number {
  const largest = Math.min(LARGEST_BLOCK, Math.max(FIRST_BLOCK, Math.floor(limit / 100)));
  const least = Math.min(largest, Math.max(1, Math.ceil(limit / 2000)));
  const paced = Math.max(FIRST_BLOCK, Math.ceil(SECONDS_AHEAD * spentPerSecond));
  const drained = Math.floor(remaining / (2 * Math.max(1, holders)));
  const grown = previous === 0 ? FIRST_BLOCK : 2 * previous;
  const ahead = Math.min(grown, Math.max(least, Math.min(largest, paced, drained)));
  return Math.max(1, Math.min(remaining, Math.max(ahead, Math.min(LARGEST_BLOCK, waiting))));
}

/** The most urgent task of a lease; undefined: there is nothing to do. */
export function nextTask(lease: LeaseContext): Task | undefined {
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

/** It falls to the holder of the last ticket: all see the same tickets, and one compaction is enough. */
function isCompactionDue({ writer: { snapshot }, compactAt, holder }: LeaseContext): boolean {
  const { tickets } = snapshot ?? { tickets: [] };
  return tickets.length >= compactAt && isLastOf(tickets, holder);
}
