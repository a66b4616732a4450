import type { Clock } from "../platform/clock.ts";
import { createOutageLog, type Log } from "../platform/log.ts";

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
  readonly #clock: Clock;
  readonly #outage: ReturnType<typeof createOutageLog>;
  #probedAt = -Infinity;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#outage = createOutageLog(log, {
      away: "The quota store does not answer: keys go on from leases",
      back: "The quota store answers again",
    });
  }

  /** Whether the store did what was last asked of it. */
  get reachable(): boolean {
    return !this.#outage.isAway;
  }

  answered(): void {
    this.answers++;
    this.isAway = false;
  }

  succeeded(): void {
    this.#outage.succeeded();
  }

  failed(error: unknown): void {
    this.#outage.failed(error);
  }

  /** Whether the store is to be tried now though it is away; then it is not for 200 ms. */
  isProbeDue(): boolean {
    const now = this.#clock.now();
    if (Math.abs(now - this.#probedAt) < PROBE_EVERY_MS) return false;
    this.#probedAt = now;
    return true;
  }
}

type Outcome = "admitted" | "exhausted" | "unavailable";

interface Waiter {
  readonly units: number;
  /** Its number among all that ever joined. */
  readonly place: number;
  leave(outcome: Outcome): void;
}

/** Requests that wait for units, first come first served. */
export class WaitingLine {
  /** How many requests ever joined. */
  joined = 0;
  /** Units that are waited for. */
  units = 0;
  readonly #clock: Clock;
  readonly #health: StoreHealth;
  #waiters: Waiter[] = [];

  constructor(clock: Clock, health: StoreHealth) {
    this.#clock = clock;
    this.#health = health;
  }

  get isEmpty(): boolean {
    return this.#waiters.length === 0;
  }

  /** The units that the first one wants. */
  get first(): number {
    return this.#waiters[0]?.units ?? 0;
  }

  /** Puts a request at the end. It leaves as `unavailable` if the store says nothing for 800 ms. */
  join(units: number): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
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
      place: ++this.joined,
      leave: (outcome) => {
        cancel();
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        this.units -= units;
        resolve(outcome);
      },
    };
    this.#waiters.push(waiter);
    this.units += units;
    return promise;
  }

  /** Serves requests from the front while `available` units suffice; returns how many were spent. */
  serve(available: number): number {
    let spent = 0;
    while (!this.isEmpty && this.first <= available - spent) {
      spent += this.first;
      this.#waiters[0]!.leave("admitted");
    }
    return spent;
  }

  /** Refuses those up to the `joined`th that want more than there are, together or not. */
  refuse(most: number, joined: number): void {
    for (
      const waiter of this.#waiters.filter(({ units, place }) => units > most && place <= joined)
    ) {
      waiter.leave("exhausted");
    }
  }

  /** Lets all leave as `unavailable`. */
  dismiss(): void {
    while (!this.isEmpty) this.#waiters[0]!.leave("unavailable");
  }
}
