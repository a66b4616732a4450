import type { Quota } from "../../model/plans.ts";
import type { Account, Charge } from "../tickets/account.ts";
import type { LeaseContext } from "./lease_context.ts";
import { isExhausted, isTooMuch, leftWhereShort, shouldRenew, withPlan } from "./lease_state.ts";
import type { WaitOutcome } from "./wait_queue.ts";

/** A request waits for units this long at most; where the store is away, none does. */
const WAIT_MS = 800;

/** Charges `units` to a lease: at once where they are here, else when the store has been asked. */
export function takeUnits(
  lease: LeaseContext,
  account: Account,
  quota: Quota,
  units: number,
  now: number,
): Charge | Promise<Charge> {
  lease.usedAt = now;
  adoptPlan(lease, account, quota);
  const { pool: { queue, available }, loop } = lease;
  if (available >= units) return spend(lease, units, now);
  if (isExhausted(lease.state, now) || isTooMuch(lease.state, now, units)) {
    return chargeFor(lease, "exhausted", 0);
  }
  const outcome = lease.health.wait(
    lease,
    () => {
      loop.hurry();
      return queue.join(units, WAIT_MS);
    },
    () => probe(lease),
  );
  if (outcome === undefined) return chargeFor(lease, "unavailable", 0);
  loop.start();
  return outcome.then((outcome) => afterWaiting(lease, outcome, units));
}

/** Leases a block that no request waits for: the next ones are served from it. */
function probe(lease: LeaseContext): void {
  if (!lease.state.isRenewing) lease.state = { ...lease.state, isRenewing: true };
  lease.loop.hurry();
  lease.loop.start();
}

/** Units leased under a larger limit must not be spent under a smaller one: they go back first. */
function adoptPlan(lease: LeaseContext, { ratePerSecond }: Account, quota: Quota): void {
  const { plan, ratePerSecond: knownRate } = lease.state;
  const rate = ratePerSecond === "unlimited" ? Infinity : ratePerSecond;
  if (quota !== plan) {
    if (quota.requests < plan.requests) lease.pool.giveUp();
    lease.state = withPlan(lease.state, quota);
  }
  if (rate !== knownRate) lease.state = { ...lease.state, ratePerSecond: rate };
}

function spend(lease: LeaseContext, units: number, now: number): Charge {
  const { pool, loop } = lease;
  pool.spend(units);
  if (shouldRenew(lease.state, now, pool)) {
    if (!lease.state.isRenewing) lease.state = { ...lease.state, isRenewing: true };
    loop.start();
  }
  return chargeFor(lease, "admitted", units);
}

function afterWaiting(lease: LeaseContext, outcome: WaitOutcome, units: number): Charge {
  return outcome === "served" ? chargeFor(lease, "admitted", units) : chargeFor(lease, outcome, 0);
}

function chargeFor(lease: LeaseContext, outcome: Charge["outcome"], units: number): Charge {
  const { limit, left } = lease.view();
  const { available } = lease.pool;
  const known = outcome === "exhausted" ? leftWhereShort(lease.state, lease.clock.now()) : 0;
  const remaining = outcome === "admitted" ? left + available : Math.max(available, known);
  return new LeaseCharge(lease, outcome, units, limit, remaining);
}

/** What a lease answers to a request. */
class LeaseCharge implements Charge {
  readonly resetsAt: number;
  readonly #paidUnder: number;
  readonly #lease: LeaseContext;
  #refundable: number;

  constructor(
    lease: LeaseContext,
    readonly outcome: Charge["outcome"],
    units: number,
    readonly limit: number,
    readonly remaining: number,
  ) {
    this.resetsAt = lease.period.endsAt;
    this.#paidUnder = lease.state.plan.requests;
    this.#lease = lease;
    this.#refundable = units;
  }

  refund(): void {
    if (this.#refundable > 0) refund(this.#lease, this.#refundable, this.#paidUnder);
    this.#refundable = 0;
  }
}

function refund(lease: LeaseContext, units: number, paidUnder: number): void {
  const { pool, writer, loop, idle, state } = lease;
  pool.restore(units, state.phase === "open" && paidUnder <= state.plan.requests);
  pool.trim(Math.max(0, writer.pending?.want ?? 0));
  if (pool.returnable > 0) loop.start();
  if (pool.available > 0) idle.start();
}
