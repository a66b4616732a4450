import { type Clock, sleep } from "../platform/clock.ts";
import type { Random } from "../platform/random.ts";
import { halfJitterMs } from "../toolbox/back_off.ts";

/** Something to do at the store. */
export type Step = () => Promise<void>;

/** What a lease does at the store, and how it takes what comes of it. */
interface StepsDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** The most urgent step; undefined: there is nothing to do. */
  next(): Step | undefined;
  /** Whether a request waits for it. */
  isWaitedFor(): boolean;
  succeeded(): void;
  /** A step has rejected, after so many in a row before it. */
  failed(error: unknown, failures: number): void;
  /** There is nothing left to do. */
  rested(): void;
}

/** After failures the store is tried again the later the more there were, or so soon if a request waits. */
const BACK_OFF = { firstMs: 100, maxMs: 30_000 };
const URGENT_MS = 200;

/** Makes one step after the other until there is none. */
export class Steps {
  readonly #deps: StepsDeps;
  #isRunning = false;
  #isUrgent = false;

  constructor(deps: StepsDeps) {
    this.#deps = deps;
  }

  /** Starts the next step now, unless one is under way. */
  async run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    let failures = 0;
    for (let step = this.#deps.next(); step !== undefined; step = this.#deps.next()) {
      try {
        await step();
        failures = 0;
        this.#deps.succeeded();
      } catch (error) {
        this.#deps.failed(error, failures);
        await this.#pause(failures++);
      }
    }
    this.#isRunning = false;
    this.#deps.rested();
  }

  /** The same, and soon if the store has just failed. */
  hurry(): void {
    this.#isUrgent = true;
    void this.run();
  }

  async #pause(failures: number): Promise<void> {
    const { clock, random, isWaitedFor } = this.#deps;
    const until = clock.now() + halfJitterMs(BACK_OFF, failures, random.fraction());
    this.#isUrgent = false;
    do {
      await sleep(clock, URGENT_MS * (0.5 + random.fraction() / 2));
    } while (clock.now() < until && !this.#isUrgent && !isWaitedFor());
  }
}
