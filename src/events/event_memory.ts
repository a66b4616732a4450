import type { Clock } from "../platform/clock.ts";
import { deadline } from "../platform/deadline.ts";
import { createOutageLog, type Log } from "../platform/log.ts";
import { tryAgain } from "../http/http_error.ts";
import type { EventKind, EventLog, LogEntry, LoggedEvent, LogRecord } from "./event.ts";
import type { LogSource } from "./log_source.ts";

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

export interface EventMemoryDeps<R extends LogRecord> {
  readonly source: LogSource<R>;
  readonly clock: Clock;
  readonly log: Log;
  /** How long events are kept, in ms. */
  readonly keptMs: number;
  /** The most bytes of JSON that are kept; older events are as if they were over. */
  readonly maxBytes?: number;
}

/** About ten times what the busiest weeks have brought. */
const MAX_BYTES = 32 * 1024 * 1024;
/** How long a caller waits for the store. */
const WAIT_MS = 2000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Creates a memory that reads nothing before it is first asked. */
export function createEventMemory<R extends LogRecord>(deps: EventMemoryDeps<R>): EventMemory {
  const { source, clock, log, keptMs, maxBytes = MAX_BYTES } = deps;
  const listeners = new Set<() => void>();
  const outage = createOutageLog(log, { away: "Cannot read the log of events" });
  let events: KeptEvent[] = [];
  let groups: readonly string[] | undefined;
  let bytes = 0;
  let head = 0;
  let floor = 0;
  let isLoaded = false;
  let isBehind = false;
  let reading: Promise<void> | undefined;
  const unsubscribe = source.subscribe(onRecords);

  function onRecords(records: readonly R[] | null): void {
    const follows = isLoaded && reading === undefined && records?.[0]?.seq === head + 1;
    if (follows) add(records!);
    else if (isLoaded || reading !== undefined) return void read();
    if (records === null || records.length > 0) tell();
  }

  function add(records: readonly R[]): void {
    for (const record of records) {
      const kept = keep(record);
      head = record.seq;
      if (kept === undefined) continue;
      events.push(kept);
      groups = undefined;
      bytes += kept.json.length;
    }
    prune();
  }

  function keep(record: R): KeptEvent | undefined {
    const entry = source.entryOf(record);
    return entry && keptEvent(record.seq, entry);
  }

  function prune(): void {
    const limit = clock.now() - keptMs;
    let drops = 0;
    let left = bytes;
    while (drops < events.length && (events[drops]!.at < limit || left > maxBytes)) {
      left -= events[drops++]!.json.length;
    }
    if (drops === 0) return;
    floor = events[drops - 1]!.seq;
    events = events.slice(drops);
    groups = undefined;
    bytes = left;
  }

  function read(): Promise<void> {
    isBehind = true;
    return reading ??= readUntilFresh().finally(() => {
      reading = undefined;
      tell();
    });
  }

  async function readUntilFresh(): Promise<void> {
    try {
      while (isBehind) {
        isBehind = false;
        await readAll();
      }
      isLoaded = true;
      outage.succeeded();
    } catch (error) {
      outage.failed(error);
    }
  }

  async function readAll(): Promise<void> {
    if (!isLoaded) await source.sync();
    while (true) {
      // More may be written before the answer is here: what it does not have is not gone.
      const known = source.seq();
      const records = await source.read(head);
      // What came before the first that is kept is gone.
      if (head === 0 && records.length > 0) floor = records[0]!.seq - 1;
      add(records);
      if (records.length > 0) continue;
      // All that ever was may have gone.
      if (head < known) floor = head = known;
      return;
    }
  }

  function tell(): void {
    for (const listener of listeners) listener();
  }

  async function untilLoaded(): Promise<void> {
    await deadline(clock, WAIT_MS, read()).catch(() => {});
    if (!isLoaded) throw tryAgain();
  }

  function since(seq: number): readonly KeptEvent[] {
    prune();
    let place = events.length;
    while (place > 0 && events[place - 1]!.seq > seq) place--;
    return events.slice(place);
  }

  async function load(): Promise<void> {
    if (!isLoaded) await untilLoaded();
  }

  return {
    ready: () => isLoaded ? undefined : untilLoaded(),
    head: () => head,
    floor() {
      prune();
      return floor;
    },
    since,
    groups: () => groups ??= [...new Set(events.map(({ group }) => group))],
    get bytes() {
      return bytes;
    },
    async sync() {
      await source.sync();
      if (source.seq() > head) await read();
    },
    async after(id, limit) {
      await load();
      return since(Number(id)).slice(0, limit).map(loggedEvent);
    },
    async get(id) {
      await load();
      const [event] = since(Number(id) - 1);
      return event?.seq === Number(id) ? loggedEvent(event) : undefined;
    },
    async lastId() {
      await load();
      return String(head);
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: unsubscribe,
  };
}

function keptEvent(seq: number, { type, group, at, data, subject, members }: LogEntry): KeptEvent {
  const json = encoder.encode(JSON.stringify({ id: String(seq), type, group, at, data }));
  return { seq, type, group, members, subject, at: Date.parse(at), json };
}

function loggedEvent({ json, subject, members }: KeptEvent): LoggedEvent {
  return { ...JSON.parse(decoder.decode(json)), subject, members };
}
