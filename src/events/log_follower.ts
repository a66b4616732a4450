import { tryAgain } from "../http/http_error.ts";
import type { Clock } from "../platform/clock.ts";
import { deadline } from "../platform/deadline.ts";
import { createOutageLog, type Log, type OutageLog } from "../platform/log.ts";
import type { LogRecord } from "./event.ts";
import type { KeptEvents } from "./kept_events.ts";
import type { LogSource } from "./log_source.ts";

/** What {@linkcode LogFollower} needs. */
export interface LogFollowerDeps<R extends LogRecord> {
  readonly source: LogSource<R>;
  readonly clock: Clock;
  readonly log: Log;
  /** Where the records go. */
  readonly kept: KeptEvents<R>;
}

/** How long a caller waits for the store. */
const WAIT_MS = 2000;

/** Takes the records of a log into memory: all there are when first asked, then each new one. */
export class LogFollower<R extends LogRecord> {
  /** Ends the subscription to the log. */
  readonly close: () => void;
  readonly #deps: LogFollowerDeps<R>;
  readonly #listeners = new Set<() => void>();
  readonly #outage: OutageLog;
  #isLoaded = false;
  #isBehind = false;
  #reading: Promise<void> | undefined;

  constructor(deps: LogFollowerDeps<R>) {
    this.#deps = deps;
    this.#outage = createOutageLog(deps.log, { away: "Cannot read the log of events" });
    this.close = deps.source.subscribe((records) => this.#onRecords(records));
  }

  /** Undefined where the log is in memory; else resolves when it is. Rejects with `TRY_AGAIN` where the store is away. */
  ready(): Promise<void> | undefined {
    return this.#isLoaded ? undefined : this.#untilLoaded();
  }

  /** Reads the store now. Never rejects. */
  async sync(): Promise<void> {
    const { source, kept } = this.#deps;
    await source.sync();
    if (source.seq() > kept.head) await this.#read();
  }

  /** Calls `listener` after each change; returns the function that ends the subscription. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #onRecords(records: readonly R[] | null): void {
    const { kept } = this.#deps;
    const isReading = this.#reading !== undefined;
    const follows = this.#isLoaded && !isReading && records?.[0]?.seq === kept.head + 1;
    if (follows) kept.add(records!);
    else if (this.#isLoaded || isReading) return void this.#read();
    if (records === null || records.length > 0) this.#tell();
  }

  async #untilLoaded(): Promise<void> {
    await deadline(this.#deps.clock, WAIT_MS, this.#read()).catch(() => {});
    if (!this.#isLoaded) throw tryAgain();
  }

  #read(): Promise<void> {
    this.#isBehind = true;
    return this.#reading ??= this.#readUntilFresh().finally(() => {
      this.#reading = undefined;
      this.#tell();
    });
  }

  async #readUntilFresh(): Promise<void> {
    try {
      while (this.#isBehind) {
        this.#isBehind = false;
        await this.#readAll();
      }
      this.#isLoaded = true;
      this.#outage.succeeded();
    } catch (error) {
      this.#outage.failed(error);
    }
  }

  async #readAll(): Promise<void> {
    const { source, kept } = this.#deps;
    if (!this.#isLoaded) await source.sync();
    while (true) {
      // More may be written before the answer is here: what it does not have is not gone.
      const known = source.seq();
      const records = await source.read(kept.head);
      // What came before the first that is kept is gone.
      if (kept.head === 0 && records.length > 0) kept.skipTo(records[0]!.seq - 1);
      kept.add(records);
      if (records.length > 0) continue;
      // All that ever was may have gone.
      if (kept.head < known) kept.skipTo(known);
      return;
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
