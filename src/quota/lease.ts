import type { Quota } from "../model/plans.ts";
import { sleep } from "../platform/clock.ts";
import type { Random } from "../platform/random.ts";
import { halfJitterMs } from "../toolbox/back_off.ts";
import type { Charge } from "./account.ts";
import { activeHolders, blockSize, type Counter, EMPTY_COUNTER, othersHold } from "./counter.ts";
import { dayOfLease, type Period } from "./period.ts";
import { WaitingLine } from "./waiting.ts";
import { CounterWriter, type WriterDeps } from "./writer.ts";

/** What a lease works with. */
export interface LeaseDeps extends WriterDeps {
  readonly random: Random;
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
/** After failures the store is tried again the later the more there were, or so soon if a request waits. */
const BACK_OFF = { firstMs: 100, maxMs: 30_000 };
const URGENT_MS = 200;
/** Failures in a row after which a lease that ends is given up: about an hour. */
const LAST_FAILURE = 120;

/**
 * The units of one account and period that this process may spend, and how it comes by more: by one step
 * after the other at the store, each of which a request may wait for.
 */
export class Lease {
  readonly account: string;
  readonly period: Period;
  /** As the plan has it; another one of as many requests may take its place. */
  quota: Quota;
  readonly #deps: LeaseDeps;
  readonly #holder: string;
  readonly #writer: CounterWriter;
  readonly #line: WaitingLine;
  #former: Promise<void> | undefined;
  /** The counter as it was when the units here were counted. */
  #counter = EMPTY_COUNTER;
  #available = 0;
  /** Units that may not be spent any more. */
  #returning = 0;
  /** Units of the change that is under way; below 0: on their way back. */
  #pending = 0;
  /** Until when nothing is left, epoch ms. */
  #exhaustedUntil = -Infinity;
  #recheckMs = FIRST_RECHECK_MS;
  /** How often it was forgotten that nothing is left. */
  #forgotten = 0;
  /** The last block, the day it was leased on, and what was spent since. */
  #block = 0;
  #leasedOn = "";
  #leasedAt: number;
  #spent = 0;
  #spentAt: number;
  #inspection: PromiseWithResolvers<Inspection> | undefined;
  #isRunning = false;
  #isUrgent = false;
  #isEnding = false;
  #isAbandoned = false;
  #cancelIdle = () => {};
  readonly #ended = Promise.withResolvers<void>();

  /**
   * Opens a lease that holds nothing yet. `holder` is the name of no other lease, ever. It leases nothing
   * before `former` resolves: the lease under another plan, which gives back what it had.
   */
  constructor(
    deps: LeaseDeps,
    holder: string,
    account: string,
    period: Period,
    quota: Quota,
    former: Promise<void> | undefined,
  ) {
    this.#deps = deps;
    this.#holder = holder;
    this.#former = former;
    this.account = account;
    this.period = period;
    this.quota = quota;
    this.#writer = new CounterWriter(deps, account, period);
    this.#line = new WaitingLine(deps.clock, deps.health);
    this.#spentAt = this.#leasedAt = deps.clock.now();
    this.#watchIdle();
  }

  /** Units leased and not spent. */
  get unspent(): number {
    return this.#available + this.#returning + Math.max(0, -this.#pending);
  }

  /** Charges `units` at `now` (epoch ms); a plain value while they are here. */
  take(units: number, now: number): Charge | Promise<Charge> {
    const { health } = this.#deps;
    if (this.#available >= units) {
      this.#spend(units, now);
      if (this.#available <= this.#block / 2 && !this.#isRunning) void this.#run();
      return this.#charge("admitted", units);
    }
    if (now < this.#exhaustedUntil) return this.#charge("exhausted", 0);
    if (health.isAway) {
      this.#spentAt = now;
      if (health.isProbeDue()) this.#hurry();
      return this.#charge("unavailable", 0);
    }
    const outcome = this.#line.join(units);
    this.#hurry();
    return outcome.then((outcome) => this.#charge(outcome, outcome === "admitted" ? units : 0));
  }

  /** Forgets that the period has nothing left: the next request asks the store again. */
  recheck(): void {
    this.#exhaustedUntil = -Infinity;
    this.#forgotten++;
  }

  /** Reads the counter between two changes, so that what is unspent here is exact. */
  inspect(): Promise<Inspection> {
    if (this.#isAbandoned) return Promise.reject(closedError());
    this.#inspection ??= Promise.withResolvers();
    const { promise } = this.#inspection;
    this.#hurry();
    return promise;
  }

  /** Gives back what is unspent; resolves when the store has it. Nothing is leased from then on. */
  end(): Promise<void> {
    this.#isEnding = true;
    this.#cancelIdle();
    this.#hurry();
    return this.#ended.promise;
  }

  /** Drops what is unspent and stops at once. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#cancelIdle();
    this.#line.dismiss();
    this.#available = this.#returning = this.#pending = 0;
    this.#inspection?.reject(closedError());
    this.#hurry();
    this.#ended.resolve();
  }

  #charge(outcome: Charge["outcome"], units: number): Charge {
    let refundable = units;
    return {
      outcome,
      limit: this.#limit,
      remaining: Math.max(0, this.#limit - this.#counter.taken + this.unspent),
      resetsAt: this.period.endsAt,
      refund: () => {
        if (refundable > 0) this.#refund(refundable);
        refundable = 0;
      },
    };
  }

  /** Takes back units that are not owed. */
  #refund(units: number): void {
    if (this.#isAbandoned) return;
    this.#spent -= units;
    if (this.#isEnding) this.#returning += units;
    else {
      this.#available += units;
      this.#serve();
      // Many refunds at once must not pile up what a crash would lose.
      const coming = Math.max(0, this.#pending);
      const excess = this.#available + coming - 2 * Math.max(this.#block, MIN_KEPT);
      if (excess > 0) this.#giveUp(Math.min(excess, this.#available));
    }
    if (this.#returning > 0) void this.#run();
  }

  get #limit(): number {
    return this.quota.requests + this.#counter.credited;
  }

  /** Units that the last reading leaves to lease. */
  get #left(): number {
    return Math.max(0, this.#limit - this.#counter.taken);
  }

  #spend(units: number, now: number): void {
    this.#available -= units;
    this.#spent += units;
    this.#spentAt = now;
  }

  #serve(): void {
    const spent = this.#line.serve(this.#available);
    if (spent > 0) this.#spend(spent, this.#deps.clock.now());
  }

  #giveUp(units: number): void {
    this.#available -= units;
    this.#returning += units;
  }

  get #isIdle(): boolean {
    return Math.abs(this.#deps.clock.now() - this.#spentAt) >= IDLE_MS;
  }

  /** Looks each minute whether all is to be given back, as nothing was spent. */
  #watchIdle(): void {
    const { clock } = this.#deps;
    if (this.#isIdle) void this.#run();
    const waitMs = this.#isIdle ? IDLE_MS : this.#spentAt + IDLE_MS - clock.now();
    this.#cancelIdle = clock.after(waitMs, () => this.#watchIdle());
  }

  /** Makes one step after the other until there is none, unless one is under way. */
  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let step = this.#next(); step !== undefined; step = this.#next()) await step();
    this.#isRunning = false;
    if (this.#isEnding) this.#ended.resolve();
  }

  /** The same, and soon if the store has just failed. */
  #hurry(): void {
    this.#isUrgent = true;
    void this.#run();
  }

  /** What the store is needed for most urgently; undefined: for nothing. */
  #next(): (() => Promise<void>) | undefined {
    if (this.#isAbandoned) return undefined;
    const inspection = this.#inspection;
    if (inspection !== undefined) return () => this.#inspectNow(inspection);
    const isDone = (this.#isEnding || this.#isIdle) && this.#line.isEmpty;
    if (isDone) this.#giveUp(this.#available);
    const isNamed = this.#counter.holders[this.#holder] !== undefined;
    const isLeft = isDone && !this.#isEnding && isNamed;
    if (this.#returning > 0 || isLeft) return () => this.#giveBack();
    return this.#wantsMore() ? () => this.#lease() : undefined;
  }

  #wantsMore(): boolean {
    if (!this.#line.isEmpty) return true;
    if (this.#isEnding || this.#isIdle || this.#available > this.#block / 2) return false;
    const now = this.#deps.clock.now();
    return now >= this.#exhaustedUntil && now < this.period.endsAt;
  }

  /** Asks the store until it answers; false if the lease was abandoned meanwhile. */
  async #ask(call: () => Promise<void>): Promise<boolean> {
    for (let failures = 0; !this.#isAbandoned; failures++) {
      try {
        await call();
        this.#deps.health.outage.succeeded();
        break;
      } catch (error) {
        this.#deps.health.outage.failed(error);
        this.#inspection?.reject(error);
        this.#inspection = undefined;
        if (this.#isEnding && failures >= LAST_FAILURE) this.abandon();
        await this.#pause(failures);
      }
    }
    return !this.#isAbandoned;
  }

  async #pause(failures: number): Promise<void> {
    const { clock, random } = this.#deps;
    const until = clock.now() + halfJitterMs(BACK_OFF, failures, random.fraction());
    this.#isUrgent = false;
    do {
      await sleep(clock, URGENT_MS * (0.5 + random.fraction() / 2));
    } while (clock.now() < until && !this.#isUrgent && this.#line.isEmpty);
  }

  async #lease(): Promise<void> {
    await this.#former;
    this.#former = undefined;
    if (!this.#wantsMore()) return;
    const { clock } = this.#deps;
    const { version } = this.#writer;
    if (
      version === undefined || this.#left === 0 || this.#line.first > this.#available + this.#left
    ) {
      const { waiters } = this.#line;
      const forgotten = this.#forgotten;
      if (!await this.#ask(() => this.#read()) || this.#returning > 0) return;
      for (const waiter of waiters) {
        if (waiter.units > this.#available + this.#left) waiter.leave("exhausted");
      }
      this.#serve();
      if (this.#left === 0) return this.#noteExhaustion(forgotten);
      if (!this.#wantsMore()) return;
    }
    const now = clock.now();
    const day = dayOfLease(this.quota, this.period, now);
    const units = blockSize({
      limit: this.#limit,
      remaining: this.#left,
      holders: activeHolders(this.#counter, this.#holder, now),
      previous: this.#block,
      spentPerSecond: this.#spent * 1000 / Math.max(1, now - this.#leasedAt),
      waiting: this.#line.units - this.#available,
    });
    this.#leasedAt = now;
    this.#spent = 0;
    if (!await this.#change(units, day, true)) return;
    this.#block = units;
    this.#leasedOn = day;
    this.#recheckMs = FIRST_RECHECK_MS;
    this.#serve();
  }

  async #giveBack(): Promise<void> {
    const units = this.#returning;
    this.#returning = 0;
    const keeps = this.#available > 0 || !this.#line.isEmpty;
    // What comes back belongs to the day it was leased on.
    if (await this.#change(-units, this.#leasedOn, keeps)) this.recheck();
  }

  /** Whether a change of the counter was made; not by a lease that was abandoned. */
  async #change(units: number, day: string, keeps: boolean): Promise<boolean> {
    const send = this.#writer.change(this.#holder, units, day, keeps);
    let isMade = false;
    this.#pending = units;
    if (!await this.#ask(async () => void (isMade = await send()))) return false;
    this.#pending = 0;
    this.#counter = this.#writer.counter;
    if (isMade && units > 0) this.#available += units;
    if (!isMade && units < 0) this.#returning -= units;
    return isMade;
  }

  /** Nothing is left until the period's end; but what others hold may come back. */
  #noteExhaustion(forgotten: number): void {
    if (forgotten !== this.#forgotten) return;
    const { endsAt } = this.period;
    const mayComeBack = othersHold(this.#counter, this.#holder);
    const now = this.#deps.clock.now();
    this.#exhaustedUntil = mayComeBack ? Math.min(endsAt, now + this.#recheckMs) : endsAt;
    this.#recheckMs = Math.min(LONGEST_RECHECK_MS, 2 * this.#recheckMs);
  }

  async #inspectNow({ resolve, reject }: PromiseWithResolvers<Inspection>): Promise<void> {
    // Who asks from now on may know of what this reading misses.
    this.#inspection = undefined;
    const before = this.unspent;
    try {
      await this.#read();
    } catch (error) {
      this.#deps.health.outage.failed(error);
      return reject(error);
    }
    // What is refunded here meanwhile must not hide what others have taken.
    const unspent = Math.min(before, this.unspent);
    const counter = this.#counter;
    resolve({ period: this.period.id, counter, unspent, day: this.#leasedOn });
  }

  async #read(): Promise<void> {
    await this.#writer.read();
    this.#counter = this.#writer.counter;
  }
}

function closedError(): Error {
  return new Error("Cannot read the quota: it is closed");
}
