import type { Quota } from "../../model/plans.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Period } from "../tickets/account.ts";
import { activeHolders, hasOthers, othersMayGiveBack, type Totals } from "../tickets/fold.ts";
import type { TicketWriter } from "../tickets/ticket_writer.ts";
import type { InspectionQueue } from "../tickets/usage.ts";
import type { StoreHealth, StoreWaiter } from "./store_health.ts";
import type { IdleTimer, TaskLoop } from "./task_loop.ts";
import type { QuotaView, UnitPool } from "./unit_pool.ts";

/** What the requests and the tasks of one lease share. */
export interface LeaseContext extends StoreWaiter {
  readonly clock: Clock;
  readonly health: StoreHealth;
  readonly holder: string;
  readonly period: Period;
  readonly pool: UnitPool;
  readonly writer: TicketWriter;
  readonly idle: IdleTimer;
  readonly inspections: InspectionQueue;
  readonly loop: TaskLoop;
  /** Tickets beside the checkpoint from which on this holder compacts them. */
  readonly compactAt: number;
  /** The quota as the plan and the last snapshot of the log have it. */
  view(): QuotaView;
  /** Reports that units were leased. */
  noteLeased(): void;
  /** When the lease was last used, epoch ms. */
  usedAt: number;
  state: LeaseState;
  /** Called once the lease has ended. */
  endWaiters: (() => void)[];
}

/** Holders that lease from the log now, this one included. */
export function countActive({ writer: { snapshot }, holder, clock }: LeaseContext): number {
  return snapshot === undefined ? 1 : activeHolders(snapshot.totals, holder, clock.now());
}

/** Whether the period is over. */
export function isOver({ clock, period }: LeaseContext): boolean {
  return clock.now() >= period.endsAt;
}

/** What a lease has learnt and resolved so far. Every change makes a new one. */
export interface LeaseState {
  /** `open`: it leases units. `ending`: it gives them back. `sealed`: its log is compacted, too. */
  readonly phase: "open" | "ending" | "sealed";
  readonly plan: Quota;
  /** Requests per second in this process; Infinity if the plan sets no rate. */
  readonly ratePerSecond: number;
  /** Another block is to be leased, because half of the last one is spent. */
  readonly isRenewing: boolean;
  /** No renewal begins before this instant, epoch ms: the store has failed. */
  readonly renewNotBefore: number;
  /** The time in which nothing is left to lease, as far as is known. */
  readonly exhausted: TimeSpan | undefined;
  /** The time in which more than these units are refused, since the store had no more together. */
  readonly short: (TimeSpan & { readonly left: number }) | undefined;
  /** How often that was forgotten, because units may have come back. */
  readonly forgotten: number;
  /** Whether other holders are to be notified, or were, that nothing unspent is left here. */
  readonly idleNotice: "none" | "due" | "sent";
  /** The day the last block was leased on, which usage reports count its units for. */
  readonly leasedOn: string | undefined;
}

/** From `since` on, before `until`, epoch ms. A clock that was set back is before it. */
interface TimeSpan {
  readonly since: number;
  readonly until: number;
}

const RECHECK_MS = 1_000;
const LONG_RECHECK_MS = 60_000;

/** The state of a lease that was not used yet. */
export function newLeaseState(plan: Quota): LeaseState {
  return {
    phase: "open",
    plan,
    ratePerSecond: Infinity,
    isRenewing: false,
    renewNotBefore: 0,
    exhausted: undefined,
    short: undefined,
    forgotten: 0,
    idleNotice: "none",
    leasedOn: undefined,
  };
}

/** Another limit, larger or smaller, makes it worth asking the store again. */
export function withPlan(state: LeaseState, plan: Quota): LeaseState {
  const isSameLimit = plan.requests === state.plan.requests;
  return isSameLimit
    ? { ...state, plan }
    : { ...state, plan, exhausted: undefined, short: undefined };
}

/** Units may be to be had again. What was read of the log before says nothing of them. */
export function withoutExhaustion(state: LeaseState): LeaseState {
  return { ...state, exhausted: undefined, short: undefined, forgotten: state.forgotten + 1 };
}

/** More than `left` units were wanted, and go back: a request for more is refused unasked for a second. */
export function afterShortage(
  state: LeaseState,
  now: number,
  left: number | undefined,
): LeaseState {
  const short = left === undefined ? undefined : { since: now, until: now + RECHECK_MS, left };
  return { ...state, short };
}

export function isExhausted({ exhausted }: LeaseState, now: number): boolean {
  return isWithin(exhausted, now);
}

/** Whether `units` are more than there were together a moment ago. */
export function isTooMuch({ short }: LeaseState, now: number, units: number): boolean {
  return short !== undefined && units > short.left && isWithin(short, now);
}

/** What there was together a moment ago, if somebody wanted more; else 0. */
export function leftWhereShort({ short }: LeaseState, now: number): number {
  return isWithin(short, now) ? short!.left : 0;
}

function isWithin(span: TimeSpan | undefined, now: number): boolean {
  return span !== undefined && now < span.until && now >= span.since;
}

/** A ticket of `day` was granted `grant` units. */
export function afterGrant(state: LeaseState, grant: number, day: string): LeaseState {
  const idleNotice = grant > 0 ? "none" : state.idleNotice;
  return { ...state, isRenewing: false, leasedOn: day, idleNotice };
}

/**
 * The log has nothing left. The store is asked again after a second if another holder may still
 * give back, else after a minute. Those others are notified once that there is nothing to wait for here.
 */
export function afterExhaustion(
  state: LeaseState,
  now: number,
  { holder, totals, available, endsAt }: {
    readonly holder: string;
    readonly totals: Totals;
    /** Units that this holder has not spent. */
    readonly available: number;
    /** When the period ends, epoch ms. */
    readonly endsAt: number;
  },
): LeaseState {
  const recheckMs = othersMayGiveBack(totals, holder, now) ? RECHECK_MS : LONG_RECHECK_MS;
  const isNoticeDue = state.idleNotice === "none" && available === 0 &&
    state.leasedOn !== undefined && hasOthers(totals, holder);
  return {
    ...state,
    isRenewing: false,
    exhausted: { since: now, until: Math.min(endsAt, now + recheckMs) },
    idleNotice: isNoticeDue ? "due" : state.idleNotice,
  };
}

/** The store has failed and is asked again at `retryAt`, epoch ms. */
export function afterFailure(state: LeaseState, retryAt: number): LeaseState {
  return { ...state, isRenewing: false, renewNotBefore: retryAt };
}

/** The lease leases no more for itself. */
export function asEnding(state: LeaseState): LeaseState {
  return state.phase === "open" ? { ...state, phase: "ending" } : state;
}
