import { localDay } from "../../time/local_day.ts";
import { blockSize } from "./block_size.ts";
import { hasOthers } from "../tickets/holders.ts";
import type { LeaseAction } from "./lease_action.ts";
import { countActive, type LeaseContext, unspentIn } from "./lease_context.ts";
import { afterExhaustion, afterGrant, afterShortage, withoutExhaustion } from "./lease_state.ts";
import type { Ticket } from "../tickets/ticket.ts";

/** What each action does at the store. A task that rejects is decided anew. */
export const LEASE_TASKS: Readonly<
  Record<LeaseAction, (lease: LeaseContext) => Promise<void>>
> = {
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
  const before = unspentIn(pool);
  const { totals } = await writer.read();
  // What is given back here while the log is read must not hide what others have taken meanwhile.
  const unspent = Math.min(before, unspentIn(pool));
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
    spentPerSecond: Math.min(state.ratePerSecond, pool.spendRate.take(clock.now())),
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
