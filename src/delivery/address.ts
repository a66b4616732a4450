import type { Numbered } from "../events/entry_log.ts";
import type { Env } from "../platform/env.ts";
import {
  afterSend,
  clamped,
  type Cursor,
  cursorAt,
  dueItems,
  hasRoom,
  type Item,
  nextDueAt,
  outboxKey,
  queued,
  replaced,
  UNCLAIMED,
} from "./cursor.ts";
import type { Attempt, Endpoint, Sent } from "./endpoint.ts";

/** A claim outlives the send that it is for. */
const CLAIM_BEYOND_MS = 5_000;
const TIMEOUT_MS = 10_000;
/** Entries read at once. */
const PAGE = 500;
/** Entries passed over from which on the cursor is stored: who starts does not read them again. */
const MAX_PASSED = 10_000;

/** What addresses need of their outbox. */
export interface Sending {
  readonly env: Env;
  /** The name by which this process claims them. */
  readonly holder: string;
  /** Aborted when the program has ended. */
  readonly signal: AbortSignal;
  /** Whether the program ends: nothing new is sent. */
  isClosing(): boolean;
  /** Whether an address is still to be sent something. */
  isListed(address: Address): boolean;
}

/** What became of an item; "passed": there is nothing to be sent; "unsent": the program ends before it. */
type Settled = Attempt<unknown> | "passed" | "unsent";

/** An address as this process knows it. */
export class Address {
  /** As it is stored, but for what the log has behind it that is not for the address. */
  cursor: Cursor = cursorAt(0);
  /** When there is something to do, epoch ms; Infinity: when the log grows. */
  nextAt = 0;
  /** The end of the log when it was last looked at; reset where that may have been in vain. */
  seenHead = -1;
  isRunning = false;
  /** Runs that the store failed, in a row. */
  storeFailures = 0;
  isStopped = false;
  #storedRead = 0;

  constructor(public endpoint: Endpoint<unknown>, private readonly sending: Sending) {}

  /** Goes on from a cursor as the store has it. */
  adopt(stored: Cursor): void {
    // In a store that was restored other entries have the numbers that were read.
    const read = stored.read < this.#storedRead
      ? stored.read
      : Math.max(stored.read, this.cursor.read);
    this.#storedRead = stored.read;
    this.#goOn({ ...clamped(stored, this.sending.env.clock.now(), this.#claimMs), read });
  }

  /** Reads the log again from where the store says. */
  readAnew(): void {
    this.#storedRead = Infinity;
    this.nextAt = 0;
  }

  /** Whether another process has claimed it. */
  isHeldByAnother(): boolean {
    const { holder, heldUntil } = this.cursor;
    return !["", this.sending.holder].includes(holder) && heldUntil > this.sending.env.clock.now();
  }

  /** From when on entries may be taken of a log that ends at `head`, epoch ms; Infinity: there is none, or no room. */
  takesAt(head: number, cursor = this.cursor): number {
    const { batch, beginsAt } = this.endpoint;
    if (cursor.read >= head || !hasRoom(cursor)) return Infinity;
    if (batch === undefined) return 0;
    // A batch waits for the one before it, and as its address says.
    return cursor.waiting.length > 0
      ? Infinity
      : beginsAt?.(head - cursor.read, cursor.begunAt) ?? 0;
  }

  /**
   * Sends until nothing is due. It claims the cursor, sends the first item of some subjects at once, and
   * stores what came of that in one commit; so what was stored is not sent again.
   *
   * Rejects if the store is unreachable.
   */
  async run(): Promise<void> {
    const { endpoint, sending: { env: { kv, clock }, holder, signal, isClosing, isListed } } = this;
    const key = outboxKey(endpoint.id);
    const entry = await kv.get<Cursor>(key);
    let { version } = entry;
    const store = async (cursor: Cursor, ...more: Parameters<typeof kv.commit>[1]) =>
      version = await kv.commit([{ key, version }], [{ set: key, value: cursor }, ...more]);
    if (entry.value === null && endpoint.begins === "never") return void (this.nextAt = Infinity);
    this.adopt(entry.value ?? cursorAt(0));

    while (!signal.aborted && !this.isHeldByAnother() && isListed(this)) {
      const head = await endpoint.source.last();
      let cursor = await this.#withNext(head);
      const due = isClosing() ? [] : dueItems(cursor, clock.now());
      if (due.length === 0) {
        const isKept = cursor.waiting !== this.cursor.waiting ||
          cursor.read - this.#storedRead >= MAX_PASSED;
        if (isKept && await store(cursor) === null) return this.#readSoon();
        if (isKept) this.adopt(cursor);
        return this.#goOn(cursor, head);
      }
      const loaded = await Promise.all(due.map((item) => this.#entriesOf(item)));
      const claim = { holder, heldUntil: clock.now() + this.#claimMs };
      if (await store({ ...cursor, ...claim }) === null) return this.#readSoon();
      const settled = await Promise.all(due.map((item, n) => this.#send(item, loaded[n]!)));
      settled.forEach((made, n) => cursor = afterSettled(cursor, due[n]!, made, clock.now()));
      const goesOn = !isClosing() && dueItems(cursor, clock.now()).length > 0;
      cursor = { ...cursor, ...(goesOn ? claim : UNCLAIMED) };
      const attempts = settled.filter((made) => typeof made === "object");
      const notes = attempts.length > 0 ? await endpoint.attempted?.(attempts) ?? [] : [];
      const writes = attempts.flatMap(({ sent }) => sent.kind === "sent" ? sent.writes ?? [] : []);
      if (await store(cursor, ...notes, ...writes) === null) return this.#readSoon();
      this.adopt(cursor);
      if (await this.#isOver(attempts)) return;
    }
  }

  /** Takes a cursor, and looks at the address again when it says so. */
  #goOn(cursor: Cursor, head = 0): void {
    this.cursor = cursor;
    const due = nextDueAt(cursor);
    this.nextAt = due !== Infinity && this.isHeldByAnother()
      ? Math.max(due, cursor.heldUntil + this.sending.env.random.fraction() * 1_000)
      : Math.min(due, this.takesAt(head));
  }

  /** Another process was first, or the address is gone. */
  #readSoon(): void {
    const { clock, random } = this.sending.env;
    this.nextAt = clock.now() + 20 + 180 * random.fraction();
  }

  get #claimMs(): number {
    return (this.endpoint.timeoutMs ?? TIMEOUT_MS) + CLAIM_BEYOND_MS;
  }

  /** The cursor with what there is room for of the log. */
  async #withNext(head: number): Promise<Cursor> {
    const { endpoint: { source, batch, subjectOf }, sending: { env: { clock } } } = this;
    const limit = batch ?? PAGE;
    let { cursor } = this;
    while (this.takesAt(head, cursor) <= clock.now()) {
      const entries = await source.after(cursor.read, limit);
      // What is not there has ended its life.
      const last = entries.at(-1)?.seq ?? 0;
      cursor = { ...cursor, read: entries.length < limit ? Math.max(head, last) : last };
      const wanted = entries.filter(({ value }) => subjectOf(value) !== undefined);
      if (batch !== undefined && wanted.length > 0) {
        cursor = { ...cursor, begunAt: clock.now() };
        cursor = queued(cursor, "", wanted[0]!.seq, wanted.at(-1)!.seq);
        continue;
      }
      for (const { seq, value } of wanted) {
        if (!hasRoom(cursor)) {
          cursor = { ...cursor, read: seq - 1 };
          break;
        }
        cursor = queued(cursor, subjectOf(value)!, seq, seq);
      }
    }
    return cursor;
  }

  async #entriesOf({ first, last }: Item): Promise<readonly Numbered<unknown>[]> {
    const { source, subjectOf } = this.endpoint;
    const entries = await source.after(first - 1, last - first + 1);
    return entries.filter(({ seq, value }) => seq <= last && subjectOf(value) !== undefined);
  }

  async #send(item: Item, entries: readonly Numbered<unknown>[]): Promise<Settled> {
    const { endpoint, sending: { env: { clock, log }, signal } } = this;
    // What reads the log may have ended before.
    if (signal.aborted) return "unsent";
    // They are kept no more, or the address may not have them any more.
    if (entries.length === 0) return "passed";
    const at = clock.now();
    const attempt = item.failures + 1;
    const sent = await endpoint.send(entries, attempt, signal).catch((error): Sent => {
      // A fault of what sends is one attempt: others that are under way have arrived. Its message may hold
      // the address.
      const kind = error instanceof Error ? error.name : typeof error;
      log.error("What sends to an address has failed", { address: endpoint.id, error: kind });
      return { kind: "later", reason: "no answer" };
    });
    if (signal.aborted && sent.kind !== "sent") return "unsent";
    const now = clock.now();
    const waitMs = sent.kind === "later" ? endpoint.waitMs(attempt) : undefined;
    const asked = sent.kind === "later" ? sent.waitMs ?? 0 : 0;
    const nextAt = waitMs === undefined ? null : now + Math.max(waitMs, asked);
    return { entries, attempt, at, ms: now - at, sent, nextAt };
  }

  /** Ends an address that said so, or that has failed for too long; whether it is over. */
  async #isOver(attempts: readonly Attempt<unknown>[]): Promise<boolean> {
    const { endpoint: { offAfterMs = Infinity, off }, cursor: { failingSince } } = this;
    const gone = attempts.map(({ sent }) => sent).find((sent) => sent.kind === "gone");
    const failingMs = this.sending.env.clock.now() - failingSince;
    if (gone !== undefined) await off?.("gone", gone.reason);
    else if (failingSince > 0 && failingMs >= offAfterMs) {
      await off?.("failing", "no success for days");
    } else return false;
    this.isStopped = true;
    this.nextAt = Infinity;
    return true;
  }
}

function afterSettled(cursor: Cursor, item: Item, made: Settled, now: number): Cursor {
  if (made === "unsent") return cursor;
  if (made === "passed") return { ...cursor, waiting: replaced(cursor, item) };
  return afterSend(cursor, item, made.sent, made.nextAt, now);
}
