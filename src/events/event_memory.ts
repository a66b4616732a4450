import type { Clock } from "../platform/clock.ts";
import type { Env } from "../platform/env.ts";
import { follow, type Followed } from "../shared_state/follow.ts";
import { type BackOff, backOffMs } from "../toolbox/back_off.ts";
import { createMemo } from "../toolbox/memo.ts";
import type { EventKind, EventLog, LogEntry, LoggedEvent, LogRecord, LogSource } from "./event.ts";

/** The log of the last 7 days in memory. */
export interface EventMemory extends EventLog {
  /** Undefined where it is in memory, as it nearly always is; else resolves when it is. Rejects with `TRY_AGAIN` where the store is away. */
  ready(): Promise<void> | undefined;
  /** The number of the last record; 0 where there is none. */
  head(): number;
  /** All records above this number are kept. */
  floor(): number;
  /** The events above this number, oldest first. */
  since(seq: number): readonly KeptEvent[];
  /** The slugs of all groups that the kept events are of. */
  groups(): readonly string[];
  /** How many bytes of JSON are kept. */
  readonly bytes: number;
  /** Reads the store now: somebody may have heard more from another process. Never rejects. */
  sync(): Promise<void>;
  close(): void;
}

export interface EventMemoryDeps<R extends LogRecord> extends Pick<Env, "clock" | "log"> {
  readonly source: LogSource<R>;
  /** How long events are kept, in ms. */
  readonly keptMs: number;
  /** The most bytes of JSON that are kept; older events are as if they were over. */
  readonly maxBytes?: number;
}

/** About ten times what the busiest weeks have brought. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Events whose JSON is parsed for one webhook and then wanted for others, at about 1 KB each. */
const MAX_PARSED = 2_000;
/** The waits from a read that failed to the next. */
const RETRY: BackOff = { firstMs: 1_000, maxMs: 30_000 };
const decoder = new TextDecoder();

/** Creates a memory that reads nothing before it is first asked: then all there is, and each new record. */
export function createEventMemory<R extends LogRecord>(deps: EventMemoryDeps<R>): EventMemory {
  const { source, clock, keptMs, maxBytes = MAX_BYTES } = deps;
  const kept = new KeptEvents({ source, clock, keptMs, maxBytes });
  const parsed = createMemo<number, LoggedEvent>({ maxEntries: MAX_PARSED });
  const listeners = new Set<() => void>();
  let isReading = false;
  const head: Followed<number> = follow<number>(deps, {
    pollMs: () => Infinity,
    // Before anybody has asked, the first question reads it.
    retryMs: (failures) => head.value === undefined ? Infinity : backOffMs(RETRY, failures),
    outage: { away: "Cannot read the log of events" },
    load: readAll,
  });
  head.subscribe(notify);
  const unsubscribe = source.subscribe(onRecords);

  function onRecords(records: readonly R[] | null): void {
    if (head.value === undefined && !isReading) return notify();
    if (isReading || records?.[0]?.seq !== kept.head + 1) return void head.sync();
    kept.add(records);
    head.update(kept.head);
  }

  async function readAll(before: number | undefined): Promise<number> {
    isReading = true;
    try {
      if (before === undefined) await source.sync();
      while (true) {
        const known = source.seq();
        const records = await source.read(kept.head);
        // What came before the first that is kept is gone.
        if (kept.head === 0 && records.length > 0) kept.skipTo(records[0]!.seq - 1);
        kept.add(records);
        // More may be written before the answer is here: what it does not have is not gone.
        if (records.length > 0 || source.seq() !== known) continue;
        // All that ever was may have gone.
        if (kept.head < known) kept.skipTo(known);
        return kept.head;
      }
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

  return {
    ready: () => head.ready(),
    head: () => kept.head,
    floor: () => kept.floor(),
    since: (seq) => kept.since(seq),
    groups: () => kept.groups(),
    get bytes() {
      return kept.bytes;
    },
    async sync() {
      await source.sync();
      if (source.seq() > kept.head) await head.sync();
    },
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
    close() {
      unsubscribe();
      head.close();
    },
  };
}

/** An event in memory, as the bytes that are told of it. */
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

/** What {@linkcode KeptEvents} needs. */
export interface KeptEventsDeps<R extends LogRecord> {
  readonly source: Pick<LogSource<R>, "entryOf">;
  readonly clock: Clock;
  /** How long events are kept, in ms. */
  readonly keptMs: number;
  /** The most bytes of JSON that are kept; older events are as if they were over. */
  readonly maxBytes: number;
}

const encoder = new TextEncoder();

/** The last events of a log, as many as their age and their size allow. */
class KeptEvents<R extends LogRecord> {
  readonly #deps: KeptEventsDeps<R>;
  #events: KeptEvent[] = [];
  #groups: readonly string[] | undefined;
  #bytes = 0;
  #head = 0;
  #floor = 0;

  constructor(deps: KeptEventsDeps<R>) {
    this.#deps = deps;
  }

  /** The number of the last record; 0 where there is none. */
  get head(): number {
    return this.#head;
  }

  /** How many bytes of JSON are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** All records above this number are kept. */
  floor(): number {
    this.#prune();
    return this.#floor;
  }

  /** The events above this number, oldest first. */
  since(seq: number): readonly KeptEvent[] {
    this.#prune();
    let place = this.#events.length;
    while (place > 0 && this.#events[place - 1]!.seq > seq) place--;
    return this.#events.slice(place);
  }

  /** The slugs of all groups that the kept events are of. */
  groups(): readonly string[] {
    return this.#groups ??= [...new Set(this.#events.map(({ group }) => group))];
  }

  /** Adds the records that follow the head. */
  add(records: readonly R[]): void {
    for (const record of records) {
      const entry = this.#deps.source.entryOf(record);
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
    const { clock, keptMs, maxBytes } = this.#deps;
    const events = this.#events;
    const limit = clock.now() - keptMs;
    let drops = 0;
    let left = this.#bytes;
    while (drops < events.length && (events[drops]!.at < limit || left > maxBytes)) {
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
