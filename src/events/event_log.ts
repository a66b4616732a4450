import type { Clock } from "../platform/clock.ts";
import type { Env } from "../platform/env.ts";
import { follow, type Followed } from "../shared_state/follow.ts";
import { type BackOff, backOffMs } from "../toolbox/back_off.ts";
import { createMemo } from "../toolbox/memo.ts";
import type { EventKind, EventReader, EventRecord, LogEntry, LoggedEvent } from "./event.ts";

/** The log of the last 7 days in memory, which follows the store. */
export type EventLog = ReturnType<typeof createEventLog>;

/** About ten times what the busiest weeks have brought. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Events whose JSON is parsed for one webhook and then wanted for others, at about 1 KB each. */
const MAX_PARSED = 2_000;
/** The waits from a read that failed to the next. */
const RETRY: BackOff = { firstMs: 1_000, maxMs: 30_000 };
const decoder = new TextDecoder();

/** The log of the store, as this process follows it. */
export interface LogSource<R extends EventRecord = EventRecord> {
  /** The records above this number, at most 1,000, oldest first. Rejects if the store is unreachable. */
  read(after: number): Promise<readonly R[]>;
  /** Reads the store now. Never rejects. */
  sync(): Promise<void>;
  seq(): number;
  /** Calls `onRecords` with each batch of new records; null if some are not known. */
  subscribe(onRecords: (records: readonly R[] | null) => void): () => void;
  /** The entry of a record; undefined if nothing is sent of it. */
  entryOf(record: R): LogEntry | undefined;
}

/** Creates a log that reads nothing before it is first asked: then all there is, and each new record. */
export function createEventLog<R extends EventRecord>(
  deps: Pick<Env, "clock" | "log"> & KeptEventsOptions & { readonly source: LogSource<R> },
) {
  const { source, clock } = deps;
  const createKept = () => new KeptEvents<R>(clock, (record) => source.entryOf(record), deps);
  let kept = createKept();
  /** What is kept may not be in the log any more. */
  let isStale = false;
  const parsed = createMemo<number, LoggedEvent>({ maxEntries: MAX_PARSED });
  const listeners = new Set<() => void>();
  let isReading = false;
  const head: Followed<number> = follow<number>(deps, {
    pollMs: () => Infinity,
    // Before the first question nothing is read.
    retryMs: (failures) => head.value === undefined ? Infinity : backOffMs(RETRY, failures),
    outage: { away: "Cannot read the log of events" },
    load: readAll,
  });
  head.subscribe(notify);
  const unsubscribe = source.subscribe(onRecords);

  function onRecords(records: readonly R[] | null): void {
    if (head.value === undefined && !isReading) return notify();
    isStale ||= records === null;
    if (isReading || records?.[0]?.seq !== kept.head + 1) return void head.sync();
    kept.add(records);
    head.update(kept.head);
  }

  async function readAll(before: number | undefined): Promise<number> {
    isReading = true;
    const fresh = isStale ? createKept() : kept;
    isStale = false;
    try {
      if (before === undefined) await source.sync();
      while (true) {
        const known = source.seq();
        const records = await source.read(fresh.head);
        // What came before the first that is kept is gone.
        if (fresh.head === 0 && records.length > 0) fresh.skipTo(records[0]!.seq - 1);
        fresh.add(records);
        // More may be written before the answer is here: what it does not have is not gone.
        if (records.length > 0 || source.seq() !== known) continue;
        // All that ever was may have gone.
        if (fresh.head < known) fresh.skipTo(known);
        if (fresh !== kept) parsed.clear();
        kept = fresh;
        return kept.head;
      }
    } catch (error) {
      isStale ||= fresh !== kept;
      throw error;
    } finally {
      isReading = false;
    }
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function loggedEvent({ seq, json, subject, members }: KeptEvent): LoggedEvent {
    let event = parsed.get(seq);
    if (event === undefined) {
      event = { ...JSON.parse(decoder.decode(json)), subject, members } as LoggedEvent;
      parsed.set(seq, event);
    }
    return event;
  }

  const reader: EventReader = {
    async after(id, limit) {
      await head.ready();
      return kept.since(Number(id)).slice(0, limit).map(loggedEvent);
    },
    async get(id) {
      await head.ready();
      const [event] = kept.since(Number(id) - 1);
      return event?.seq === Number(id) ? loggedEvent(event) : undefined;
    },
    async lastId() {
      await head.ready();
      return String(kept.head);
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };

  return {
    ...reader,
    /**
     * Undefined if the log is in memory, as it nearly always is; else resolves when it is. Rejects with
     * `TRY_AGAIN` if the store is unreachable.
     */
    ready: () => head.ready(),
    /** The number of the last record; 0 if there is none. */
    head: (): number => kept.head,
    /** All records above this number are kept. */
    floor: (): number => kept.floor(),
    /** The events above this number, oldest first. */
    since: (seq: number) => kept.since(seq),
    /** The slugs of all groups that the kept events are of. */
    groups: () => kept.groups(),
    /** How many bytes of JSON are kept. */
    get bytes(): number {
      return kept.bytes;
    },
    /** Reads the store now: a client may have received more from another process. Never rejects. */
    async sync(): Promise<void> {
      await source.sync();
      if (source.seq() > kept.head) await head.sync();
    },
    close(): void {
      unsubscribe();
      head.close();
    },
  };
}

/** An event in memory, as the bytes that callers receive of it. */
export interface KeptEvent {
  readonly seq: number;
  readonly type: EventKind;
  readonly group: string;
  readonly members: readonly string[];
  readonly subject: string;
  /** Epoch ms. */
  readonly at: number;
  /** Its JSON: `{id, type, group, at, data}`. */
  readonly json: Uint8Array;
}

interface KeptEventsOptions {
  /** How long events are kept, in ms. */
  readonly keptMs: number;
  /** The most bytes of JSON that are kept; older events count as expired. */
  readonly maxBytes?: number;
}

const encoder = new TextEncoder();

/** The last events of a log, as many as their age and their size allow. */
class KeptEvents<R extends EventRecord> {
  readonly #clock: Clock;
  readonly #entryOf: LogSource<R>["entryOf"];
  readonly #keptMs: number;
  readonly #maxBytes: number;
  #events: KeptEvent[] = [];
  #groups: readonly string[] | undefined;
  #bytes = 0;
  #head = 0;
  #floor = 0;

  constructor(
    clock: Clock,
    entryOf: LogSource<R>["entryOf"],
    { keptMs, maxBytes = MAX_BYTES }: KeptEventsOptions,
  ) {
    this.#clock = clock;
    this.#entryOf = entryOf;
    this.#keptMs = keptMs;
    this.#maxBytes = maxBytes;
  }

  get head(): number {
    return this.#head;
  }

  get bytes(): number {
    return this.#bytes;
  }

  floor(): number {
    this.#prune();
    return this.#floor;
  }

  since(seq: number): readonly KeptEvent[] {
    this.#prune();
    let index = this.#events.length;
    while (index > 0 && this.#events[index - 1]!.seq > seq) index--;
    return this.#events.slice(index);
  }

  groups(): readonly string[] {
    return this.#groups ??= [...new Set(this.#events.map(({ group }) => group))];
  }

  add(records: readonly R[]): void {
    for (const record of records) {
      const entry = this.#entryOf(record);
      const kept = entry && keptEvent(record.seq, entry);
      this.#head = record.seq;
      if (kept !== undefined) this.#push(kept);
    }
    this.#prune();
  }

  /** Goes on behind this number: what came up to it is gone. */
  skipTo(seq: number): void {
    this.#floor = this.#head = seq;
  }

  #push(event: KeptEvent): void {
    this.#events.push(event);
    this.#groups = undefined;
    this.#bytes += event.json.length;
  }

  #prune(): void {
    const events = this.#events;
    const limit = this.#clock.now() - this.#keptMs;
    let drops = 0;
    let left = this.#bytes;
    while (drops < events.length && (events[drops]!.at < limit || left > this.#maxBytes)) {
      left -= events[drops++]!.json.length;
    }
    if (drops > 0) this.#drop(drops, left);
  }

  /** Drops the oldest events; the others have so many bytes. */
  #drop(count: number, bytesLeft: number): void {
    this.#floor = this.#events[count - 1]!.seq;
    this.#events = this.#events.slice(count);
    this.#groups = undefined;
    this.#bytes = bytesLeft;
  }
}

function keptEvent(seq: number, { type, group, at, data, subject, members }: LogEntry): KeptEvent {
  const json = encoder.encode(JSON.stringify({ id: String(seq), type, group, at, data }));
  return { seq, type, group, members, subject, at: Date.parse(at), json };
}
