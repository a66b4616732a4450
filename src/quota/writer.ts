import { type Clock, deadline } from "../platform/clock.ts";
import { type Kv, type KvKey, setUntil } from "../platform/kv.ts";
import { counterKey } from "../platform/store_keys.ts";
import { DAY_MS } from "../toolbox/durations.ts";
import { changed, type Counter, EMPTY_COUNTER, toCounter, wasMade } from "./counter.ts";
import type { Period } from "./period.ts";
import type { StoreHealth } from "./waiting.ts";

/** What counters are read and changed with. */
export interface WriterDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  /** How many holders a counter names. */
  readonly mostHolders: number;
  readonly health: StoreHealth;
}

/** The store has so long to answer a call. */
const CALL_LIMIT_MS = 3_000;
/** How long a counter is kept after its period: reports go back so far. */
const KEPT_MS = 400 * DAY_MS;

/** Reads and changes one counter. Every call rejects where the store does not answer. */
export class CounterWriter {
  /** The counter as it was last seen, and its version; undefined before the first reading. */
  counter: Counter = EMPTY_COUNTER;
  version: string | null | undefined;
  readonly #deps: WriterDeps;
  readonly #key: KvKey;
  readonly #endsAt: number;
  #changes = 0;

  constructor(deps: WriterDeps, account: string, { id, endsAt }: Period) {
    this.#deps = deps;
    this.#key = counterKey(account, id);
    this.#endsAt = endsAt;
  }

  async read(): Promise<void> {
    const entry = await this.#call(this.#deps.kv.get<Counter>(this.#key));
    this.counter = toCounter(entry);
    this.version = entry.version;
  }

  /**
   * Prepares a change of the counter that was last seen: `holder` (the name of no other, ever) leases
   * `units`, or gives them back if below 0, which count for `day`; `keeps`: it goes on to hold some.
   *
   * The function sends it, and says whether it was made; after a rejection it is to be called again. Each
   * call checks the version that the change starts from: one attempt at most is made, and when the version
   * has moved the counter says whether one was.
   */
  change(holder: string, units: number, day: string, keeps: boolean): () => Promise<boolean> {
    const { counter, version } = this;
    const change = {
      holder,
      n: ++this.#changes,
      at: this.#deps.clock.now(),
      units,
      day,
      keeps,
    };
    const next = changed(counter, change, this.#deps.mostHolders);
    return async () => {
      if (await this.#commit(version!, next)) return true;
      // No attempt that was held up is made any more.
      await this.read();
      return wasMade(change, counter, this.counter);
    };
  }

  /** Adds units to the limit. @throws the store's error; they may have been added */
  async credit(units: number): Promise<void> {
    let isMade = false;
    while (!isMade) {
      await this.read();
      const { counter, version } = this;
      const next = { ...counter, credited: counter.credited + units };
      isMade = await this.#commit(version!, next);
    }
  }

  /** Whether the counter still had this version. */
  async #commit(version: string | null, next: Counter): Promise<boolean> {
    const { kv, clock } = this.#deps;
    const now = clock.now();
    const write = setUntil(this.#key, next, Math.max(now, this.#endsAt) + KEPT_MS, now);
    const made = await this.#call(kv.commit([{ key: this.#key, version }], [write]));
    if (made === null) return false;
    this.counter = next;
    this.version = made;
    return true;
  }

  async #call<T>(call: Promise<T>): Promise<T> {
    const answer = await deadline(this.#deps.clock, CALL_LIMIT_MS, call);
    this.#deps.health.answered();
    return answer;
  }
}
