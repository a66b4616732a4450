import type { Clock } from "../platform/clock.ts";
import { createOutageLog, type Log } from "../platform/log.ts";
import type { Charge } from "./account.ts";

/** A request waits so long for a store that says nothing, and as much again while it answers others. */
const WAIT_MS = 800;
const MAX_WAITS = 10;
/** How often a store that is out of reach is tried because of requests. */
const PROBE_EVERY_MS = 200;

/** Whether the store can be reached, as all leases of a process find it. */
export class StoreHealth {
  /** How many calls the store has answered. */
  answers = 0;
  /** A request has waited in vain, and the store has said nothing since: no other waits. */
  isAway = false;
  /** Whether it did what was last asked of it. */
  readonly outage: ReturnType<typeof createOutageLog>;
  readonly #clock: Clock;
  #probedAt = -Infinity;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.outage = createOutageLog(log, {
      away: "The quota store does not answer: keys go on from leases",
      back: "The quota store answers again",
    });
  }

  answered(): void {
    this.answers++;
    this.isAway = false;
  }

  /** Whether the store is to be tried now though it is away; then it is not for 200 ms. */
  isProbeDue(): boolean {
    const now = this.#clock.now();
    if (Math.abs(now - this.#probedAt) < PROBE_EVERY_MS) return false;
    this.#probedAt = now;
    return true;
  }
}

/** A request that waits for units. */
interface Waiter {
  readonly units: number;
  leave(outcome: Charge["outcome"]): void;
}

/** Requests that wait for units, first come first served. */
export class WaitingLine {
  /** Units that are waited for. */
  units = 0;
  readonly #clock: Clock;
  readonly #health: StoreHealth;
  readonly #waiters = new Set<Waiter>();

  constructor(clock: Clock, health: StoreHealth) {
    this.#clock = clock;
    this.#health = health;
  }

  get isEmpty(): boolean {
    return this.#waiters.size === 0;
  }

  /** The units that the first one wants. */
  get first(): number {
    const [first] = this.#waiters;
    return first?.units ?? 0;
  }

  /** Those that wait now. */
  get waiters(): readonly Waiter[] {
    return [...this.#waiters];
  }

  /** Puts a request at the end. It leaves as `unavailable` if the store says nothing for 800 ms. */
  join(units: number): Promise<Charge["outcome"]> {
    const { promise, resolve } = Promise.withResolvers<Charge["outcome"]>();
    let answers = this.#health.answers;
    let waits = 0;
    const expire = () => {
      if (answers === this.#health.answers) this.#health.isAway = true;
      if (this.#health.isAway || ++waits === MAX_WAITS) return waiter.leave("unavailable");
      answers = this.#health.answers;
      cancel = this.#clock.after(WAIT_MS, expire);
    };
    let cancel = this.#clock.after(WAIT_MS, expire);
    const waiter: Waiter = {
      units,
      leave: (outcome) => {
        if (!this.#waiters.delete(waiter)) return;
        cancel();
        this.units -= units;
        resolve(outcome);
      },
    };
    this.#waiters.add(waiter);
    this.units += units;
    return promise;
  }

  /** Serves requests from the front while `available` units suffice; returns how many were spent. */
  serve(available: number): number {
    let spent = 0;
    for (const waiter of this.#waiters) {
      if (waiter.units > available - spent) break;
      spent += waiter.units;
      waiter.leave("admitted");
    }
    return spent;
  }

  /** Lets all leave as `unavailable`. */
  dismiss(): void {
    for (const waiter of this.#waiters) waiter.leave("unavailable");
  }
}
