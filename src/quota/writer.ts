import { type Clock, deadline, sleep } from "../platform/clock.ts";
import { type Kv, type KvKey, setUntil } from "../platform/kv.ts";
import { counterKey } from "../platform/store_keys.ts";
import { DAY_MS } from "../toolbox/durations.ts";
import {
  type Change,
  changed,
  type Counter,
  credited,
  type StoredCounter,
  toCounter,
  wasMade,
} from "./counter.ts";
import type { Period } from "./period.ts";

/** What counters are read and changed with. */
export interface WriterDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  /** How many holders a counter names. */
  readonly mostHolders: number;
  /** Called at each answer of the store. */
  answered(): void;
}

/** A change that was begun, and of which it is not certain yet whether it was made. */
interface Pending {
  readonly change: Change;
  readonly base: StoredCounter;
  readonly next: Counter;
}

/** The store has so long to answer a call. */
const CALL_LIMIT_MS = 3_000;
/** How long a counter is kept after its period: reports go back so far. */
const KEPT_MS = 400 * DAY_MS;
const CREDIT_ATTEMPTS = 8;
const CREDIT_RETRY_MS = 250;

/**
 * Makes the changes of one holder to one counter, one at a time.
 *
 * A change is sent with a check of the version that it starts from, and the same change again until the
 * version has moved: one attempt at most is made, and the counter then says whether one was.
 */
export class CounterWriter {
  /** The counter as it was last seen; undefined before the first reading. */
  stored: StoredCounter | undefined;
  readonly #deps: WriterDeps;
  readonly #key: KvKey;
  readonly #endsAt: number;
  readonly #holder: string;
  #pending: Pending | undefined;
  #changes = 0;

  /** A writer of the counter of `account`. `holder` is the name of no other writer, ever. */
  constructor(deps: WriterDeps, account: string, { id, endsAt }: Period, holder: string) {
    this.#deps = deps;
    this.#key = counterKey(account, id);
    this.#endsAt = endsAt;
    this.#holder = holder;
  }

  /** The change that was begun. */
  get pending(): Change | undefined {
    return this.#pending?.change;
  }

  async read(): Promise<StoredCounter> {
    const entry = await this.#call(this.#deps.kv.get<Counter>(this.#key));
    return this.stored = toCounter(entry);
  }

  /**
   * Begins a change of the counter that was last seen: `units` are leased, or given back if below 0, and
   * count for `day`; `keeps`: the holder goes on to hold some.
   */
  begin(units: number, day: string, keeps: boolean): void {
    const base = this.stored!;
    const at = this.#deps.clock.now();
    const change = { holder: this.#holder, n: ++this.#changes, at, units, day, keeps };
    this.#pending = { change, base, next: changed(base.counter, change, this.#deps.mostHolders) };
  }

  /** Sends the pending change; whether it was made. After a rejection it is to be sent again. */
  async commit(): Promise<boolean> {
    const { change, base, next } = this.#pending!;
    const version = await this.#commit(base, next);
    if (version !== null) {
      this.stored = { counter: next, version };
      this.#pending = undefined;
      return true;
    }
    // The version has moved: no attempt that was held up is made any more.
    const { counter } = await this.read();
    this.#pending = undefined;
    return wasMade(change, base.counter, counter);
  }

  /**
   * Adds a credit once, however often it is tried: each attempt checks a version that lacks it.
   *
   * @throws the store's error; the credit may have been given
   */
  async credit(units: number): Promise<void> {
    for (let attempt = 1;; attempt++) {
      try {
        const base = await this.read();
        if (base.counter.credits.includes(this.#holder)) return;
        const next = credited(base.counter, this.#holder, units);
        if (await this.#commit(base, next) !== null) return;
      } catch (error) {
        if (attempt >= CREDIT_ATTEMPTS) throw error;
        await sleep(this.#deps.clock, CREDIT_RETRY_MS);
      }
    }
  }

  #commit({ version }: StoredCounter, value: Counter): Promise<string | null> {
    const { kv, clock } = this.#deps;
    const now = clock.now();
    const write = setUntil(this.#key, value, Math.max(now, this.#endsAt) + KEPT_MS, now);
    return this.#call(kv.commit([{ key: this.#key, version }], [write]));
  }

  async #call<T>(call: Promise<T>): Promise<T> {
    const answer = await deadline(this.#deps.clock, CALL_LIMIT_MS, call);
    this.#deps.answered();
    return answer;
  }
}
