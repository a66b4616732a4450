import type { Env } from "../platform/env.ts";
import { type Cursor, cursorAt, isHeldByAnother, MAX_WAIT_MS, nextDueAt } from "./cursor.ts";
import type { Endpoint } from "./endpoint.ts";

/** A claim outlives the send that it is for. */
const CLAIM_BEYOND_MS = 5_000;
const TIMEOUT_MS = 10_000;

/** What this process knows of an address. */
export class Address {
  /** As it is stored. */
  cursor: Cursor = cursorAt(0);
  /** Up to here the log holds nothing for the address but what the stored cursor has. */
  scanned = 0;
  /** When there is something to do, epoch ms; Infinity: when the log grows. */
  nextAt = 0;
  isRunning = false;
  /** Runs that the store failed, in a row. */
  storeFailures = 0;
  stopped = false;

  /** `holder` is the name by which this process claims it. */
  constructor(
    public endpoint: Endpoint<unknown>,
    private readonly env: Pick<Env, "clock" | "random">,
    private readonly holder: string,
  ) {}

  /** Goes on from a cursor as the store has it; instants that a clock since set back has left do not count. */
  adopt(stored: Cursor): Cursor {
    const now = this.env.clock.now();
    const latest = now + MAX_WAIT_MS;
    const cursor = {
      ...stored,
      heldUntil: clampFuture(stored.heldUntil, this.#claimEnd() + CLAIM_BEYOND_MS),
      pausedUntil: clampFuture(stored.pausedUntil, latest),
      begunAt: clampFuture(stored.begunAt, now + CLAIM_BEYOND_MS),
      waiting: stored.waiting.map((item) => ({ ...item, dueAt: clampFuture(item.dueAt, latest) })),
    };
    if (cursor.read > this.scanned || cursor.read < this.cursor.read) this.scanned = cursor.read;
    this.goOn(cursor);
    return cursor;
  }

  /** Takes a cursor, and looks at the address again when it says so. */
  goOn(cursor: Cursor): void {
    this.cursor = cursor;
    const due = nextDueAt(cursor);
    this.nextAt = due !== Infinity && this.isHeldByAnother()
      ? Math.max(due, cursor.heldUntil + this.env.random.fraction() * 1_000)
      : due;
  }

  /** Whether another process has claimed it. */
  isHeldByAnother(): boolean {
    return isHeldByAnother(this.cursor, this.holder, this.env.clock.now());
  }

  /** This process's claim, for one send. */
  claim(): Pick<Cursor, "holder" | "heldUntil"> {
    return { holder: this.holder, heldUntil: this.#claimEnd() };
  }

  #claimEnd(): number {
    return this.env.clock.now() + (this.endpoint.timeoutMs ?? TIMEOUT_MS) + CLAIM_BEYOND_MS;
  }

  /** Up to where the log need not be read, by a cursor. */
  readUpTo(cursor: Cursor): number {
    return Math.max(cursor.read, this.scanned);
  }

  /**
   * From when on entries may be taken into a cursor, epoch ms, where the log ends at `head`: a batch waits
   * for the one before it, and for so many entries or so long as its address says.
   */
  takesAt(cursor: Cursor, head: number): number {
    const { batch, beginsAt } = this.endpoint;
    if (batch === undefined) return 0;
    if (cursor.waiting.length > 0) return Infinity;
    return beginsAt?.(head - this.readUpTo(cursor), cursor.begunAt) ?? 0;
  }
}

/** An instant of the store, or 0 if it is after `latest`: the clock was set back since. */
function clampFuture(at: number, latest: number): number {
  return at <= latest ? at : 0;
}
