import type { Quota } from "../model/plans.ts";
import type { Random } from "../platform/random.ts";
import type { Account, Charge } from "./account.ts";
import { activeHolders, blockSize, type Change, type Counter, othersHold } from "./counter.ts";
import { dayOfLease, type Period } from "./period.ts";
import { type Step, Steps } from "./steps.ts";
import { type StoreHealth, WaitingLine } from "./waiting.ts";
import { CounterWriter, type WriterDeps } from "./writer.ts";

/** What a lease works with. */
export interface LeaseDeps extends WriterDeps {
  readonly random: Random;
  readonly health: StoreHealth;
}

/** What the store has of a counter, and how much of it this process has not spent. */
interface Inspection {
  readonly period: string;
  readonly counter: Counter;
  readonly unspent: number;
  /** The day that reports count the unspent units for; empty: there have been none. */
  readonly day: string;
}

const IDLE_MS = 60_000;
/** Refunds up to twice this stay, however small the blocks are. */
const MIN_KEPT = 8;
const FIRST_RECHECK_MS = 1_000;
const LONGEST_RECHECK_MS = 60_000;
/** Failures in a row after which a lease that ends is given up: about an hour. */
const LAST_FAILURE = 120;

/**
 * The units of one account and period that this process may spend, and how it comes by more: by one step
 * after the other at the store, each of which a request may wait for.
 */
export class Lease {
  readonly account: string;
  readonly period: Period;
  readonly #deps: LeaseDeps;
  readonly #holder: string;
  readonly #writer: CounterWriter;
  readonly #line: WaitingLine;
  readonly #steps: Steps;
  // Every request reads these: plain fields.
  #available = 0;
  #plan: Quota;
  #limit: number;
  #taken = 0;
  #exhausted: { readonly since: number; readonly until: number } | undefined;
  #isRenewing = false;
  #isIdle = false;
  #spent = 0;
  #spentAt: number;
  /** Units that may not be spent any more, and those that are on their way back. */
  #returning = 0;
  #returned = 0;
  #block = 0;
  #leasedOn = "";
  #ratePerSecond: Account["ratePerSecond"] = "unlimited";
  #measuredAt: number;
  #recheckMs = FIRST_RECHECK_MS;
  /** How often it was forgotten that nothing is left. */
  #forgotten = 0;
  /** The quota of the plan under which the pending change was begun. */
  #requests = 0;
  #inspection: PromiseWithResolvers<Inspection> | undefined;
  #isEnding = false;
  #isAbandoned = false;
  #cancelIdle = () => {};
  readonly #ended = Promise.withResolvers<void>();

  /** Opens a lease that holds nothing yet. `holder` is the name of no other lease, ever. */
  constructor(deps: LeaseDeps, holder: string, account: string, period: Period, quota: Quota) {
    this.#deps = deps;
    this.#holder = holder;
    this.account = account;
    this.period = period;
    this.#writer = new CounterWriter(deps, account, period, holder);
    this.#line = new WaitingLine(deps.clock, deps.health);
    this.#steps = new Steps({
      clock: deps.clock,
      random: deps.random,
      next: () => this.#next(),
      isWaitedFor: () => !this.#line.isEmpty,
      succeeded: () => deps.health.succeeded(),
      failed: (error, failures) => this.#noteFailure(error, failures),
      rested: () => this.#isEnding && this.#ended.resolve(),
    });
    this.#plan = quota;
    this.#limit = quota.requests;
    this.#spentAt = this.#measuredAt = deps.clock.now();
    this.#watchIdle();
  }

  /** Units leased and not spent. */
  get unspent(): number {
    return this.#available + this.#returning + this.#returned;
  }

  /** Charges `units` at `now` (epoch ms); a plain value while they are here. */
  take(account: Account, quota: Quota, units: number, now: number): Charge | Promise<Charge> {
    if (quota !== this.#plan) this.#adopt(quota);
    if (this.#available >= units) {
      this.#spend(units, now);
      if (this.#available <= this.#block / 2 && !this.#isRenewing && !this.#isExhausted(now)) {
        this.#ratePerSecond = account.ratePerSecond;
        this.#isRenewing = true;
        void this.#steps.run();
      }
      return this.#charge("admitted", units);
    }
    if (this.#isExhausted(now)) return this.#charge("exhausted", 0);
    this.#ratePerSecond = account.ratePerSecond;
    const { health } = this.#deps;
    if (health.isAway) {
      this.#isRenewing = true;
      if (health.isProbeDue()) this.#steps.hurry();
      return this.#charge("unavailable", 0);
    }
    const outcome = this.#line.join(units);
    this.#steps.hurry();
    return outcome.then((outcome) => this.#charge(outcome, outcome === "admitted" ? units : 0));
  }

  /** Takes back units that are not owed; `requests`: the plan's when they were charged. */
  #refund(units: number, requests: number): void {
    if (this.#isAbandoned) return;
    this.#spent -= units;
    if (this.#isEnding || requests > this.#plan.requests) this.#returning += units;
    else {
      this.#available += units;
      this.#serve();
      // Many refunds at once must not pile up what a crash would lose.
      const coming = Math.max(0, this.#writer.pending?.units ?? 0);
      const excess = this.#available + coming - 2 * Math.max(this.#block, MIN_KEPT);
      if (excess > 0) this.#giveUp(Math.min(excess, this.#available));
      if (this.#isIdle) this.#watchIdle();
    }
    if (this.#returning > 0) void this.#steps.run();
  }

  /** Forgets that the period has nothing left: the next request asks the store again. */
  recheck(): void {
    this.#exhausted = undefined;
    this.#forgotten++;
  }

  /** Reads the counter between two changes, so that what is unspent here is exact. */
  inspect(): Promise<Inspection> {
    if (this.#isAbandoned) return Promise.reject(closedError());
    this.#inspection ??= Promise.withResolvers();
    const { promise } = this.#inspection;
    this.#steps.hurry();
    return promise;
  }

  /** Gives back what is unspent; resolves when the store has it. Nothing is leased from then on. */
  end(): Promise<void> {
    this.#isEnding = true;
    this.#cancelIdle();
    this.#steps.hurry();
    return this.#ended.promise;
  }

  /** Drops what is unspent and stops at once. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#cancelIdle();
    this.#line.dismiss();
    this.#available = this.#returning = this.#returned = 0;
    this.#inspection?.reject(closedError());
    this.#steps.hurry();
    this.#ended.resolve();
  }

  /** Units leased under a larger limit must not be spent under a smaller one: they go back first. */
  #adopt(quota: Quota): void {
    if (quota.requests < this.#plan.requests) this.#giveUp(this.#available);
    if (quota.requests !== this.#plan.requests) this.#exhausted = undefined;
    this.#plan = quota;
    this.#look();
  }

  #spend(units: number, now: number): void {
    this.#available -= units;
    this.#spent += units;
    this.#spentAt = now;
    if (this.#isIdle) this.#watchIdle();
  }

  #serve(): void {
    const spent = this.#line.serve(this.#available);
    if (spent > 0) this.#spend(spent, this.#deps.clock.now());
  }

  #giveUp(units: number): void {
    this.#available -= units;
    this.#returning += units;
  }

  #isExhausted(now: number): boolean {
    return this.#exhausted !== undefined && now < this.#exhausted.until &&
      now >= this.#exhausted.since;
  }

  #charge(outcome: Charge["outcome"], units: number): Charge {
    const { requests } = this.#plan;
    let refundable = units;
    return {
      outcome,
      limit: this.#limit,
      remaining: Math.max(0, this.#limit - this.#taken + this.unspent),
      resetsAt: this.period.endsAt,
      refund: () => {
        if (refundable > 0) this.#refund(refundable, requests);
        refundable = 0;
      },
    };
  }

  /** Units that the last reading leaves to lease. */
  get #left(): number {
    return Math.max(0, this.#limit - this.#taken);
  }

  /** Takes note of the plan and the last reading. */
  #look(): void {
    const { taken = 0, credited = 0 } = this.#writer.stored?.counter ?? {};
    this.#limit = this.#plan.requests + credited;
    this.#taken = taken;
  }

  /** Gives all back when nothing was spent for 60 s. */
  #watchIdle(waitMs = IDLE_MS): void {
    this.#isIdle = false;
    this.#cancelIdle();
    const { clock } = this.#deps;
    this.#cancelIdle = clock.after(waitMs, () => {
      const idleMs = clock.now() - this.#spentAt;
      if (idleMs >= 0 && idleMs < IDLE_MS) return this.#watchIdle(IDLE_MS - idleMs);
      this.#isIdle = true;
      this.#isRenewing = false;
      void this.#steps.run();
    });
  }

  /** What the store is needed for, most urgent first. */
  #next(): Step | undefined {
    if (this.#isAbandoned) return undefined;
    if (this.#writer.pending !== undefined) return () => this.#commit();
    if (this.#inspection !== undefined) return () => this.#inspectNow();
    const isDone = (this.#isEnding || this.#isIdle) && this.#line.isEmpty;
    if (isDone) this.#giveUp(this.#available);
    const isNamed = this.#writer.stored?.counter.holders[this.#holder] !== undefined;
    if (this.#returning > 0 || (this.#isIdle && isDone && isNamed)) return () => this.#giveBack();
    const isLeasing = !this.#line.isEmpty || (this.#isRenewing && !this.#isEnding);
    return isLeasing ? () => this.#lease() : undefined;
  }

  #noteFailure(error: unknown, failures: number): void {
    this.#deps.health.failed(error);
    this.#inspection?.reject(error);
    this.#inspection = undefined;
    if (this.#isEnding && failures >= LAST_FAILURE) this.abandon();
  }

  async #lease(): Promise<void> {
    const { clock } = this.#deps;
    if (
      this.#left === 0 || this.#line.first > this.#available + this.#left || !this.#writer.stored
    ) {
      const { joined } = this.#line;
      const forgotten = this.#forgotten;
      await this.#read();
      if (this.#isAbandoned || this.#returning > 0) return;
      this.#line.refuse(this.#available + this.#left, joined);
      this.#serve();
      if (this.#left === 0) return this.#noteExhaustion(forgotten);
      if (this.#line.isEmpty && !this.#isRenewing) return;
    }
    const now = clock.now();
    const units = blockSize({
      limit: this.#limit,
      remaining: this.#left,
      holders: activeHolders(this.#writer.stored!.counter, this.#holder, now),
      previous: this.#block,
      spentPerSecond: this.#measureRate(now),
      waiting: this.#line.units - this.#available,
    });
    await this.#begin(units, dayOfLease(this.#plan, this.period, now), true);
  }

  async #giveBack(): Promise<void> {
    this.#returned = this.#returning;
    this.#returning = 0;
    const keeps = this.#available > 0 || !this.#line.isEmpty;
    // What comes back belongs to the day it was leased on.
    await this.#begin(-this.#returned, this.#leasedOn, keeps);
  }

  #begin(units: number, day: string, keeps: boolean): Promise<void> {
    this.#writer.begin(units, day, keeps);
    this.#requests = this.#plan.requests;
    return this.#commit();
  }

  async #commit(): Promise<void> {
    const change = this.#writer.pending!;
    const isMade = await this.#writer.commit();
    this.#look();
    if (!this.#isAbandoned) this.#settle(change, isMade);
  }

  /** Takes note of what became of a change. */
  #settle({ units, day }: Change, isMade: boolean): void {
    if (units <= 0) {
      if (isMade) this.recheck();
      else this.#returning += this.#returned;
      this.#returned = 0;
      return;
    }
    if (!isMade) return;
    this.#isRenewing = false;
    this.#block = units;
    this.#leasedOn = day;
    this.#recheckMs = FIRST_RECHECK_MS;
    this.#available += units;
    if (this.#requests > this.#plan.requests) this.#giveUp(units);
    if (this.#isIdle) this.#watchIdle();
    this.#serve();
  }

  /** Nothing is left until the period's end; but what others hold may come back. */
  #noteExhaustion(forgotten: number): void {
    this.#isRenewing = false;
    if (forgotten !== this.#forgotten) return;
    const now = this.#deps.clock.now();
    const { endsAt } = this.period;
    const mayComeBack = othersHold(this.#writer.stored!.counter, this.#holder);
    const until = mayComeBack ? Math.min(endsAt, now + this.#recheckMs) : endsAt;
    this.#exhausted = { since: now, until };
    this.#recheckMs = Math.min(LONGEST_RECHECK_MS, 2 * this.#recheckMs);
  }

  async #inspectNow(): Promise<void> {
    const { resolve, reject } = this.#inspection!;
    // Who asks from now on may know of what this reading misses.
    this.#inspection = undefined;
    try {
      const before = this.unspent;
      const counter = await this.#read();
      // What is refunded here meanwhile must not hide what others have taken.
      const unspent = Math.min(before, this.unspent);
      resolve({ period: this.period.id, counter, unspent, day: this.#leasedOn });
    } catch (error) {
      reject(error);
      throw error;
    }
  }

  async #read(): Promise<Counter> {
    const { counter } = await this.#writer.read();
    this.#look();
    return counter;
  }

  #measureRate(now: number): number {
    const perSecond = this.#spent * 1000 / Math.max(1, now - this.#measuredAt);
    this.#measuredAt = now;
    this.#spent = 0;
    return this.#ratePerSecond === "unlimited"
      ? perSecond
      : Math.min(this.#ratePerSecond, perSecond);
  }
}

function closedError(): Error {
  return new Error("Cannot read the quota: it is closed");
}
