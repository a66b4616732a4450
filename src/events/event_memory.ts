import { createMemo } from "../toolbox/memo.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { EventLog, LoggedEvent, LogRecord } from "./event.ts";
import { type KeptEvent, KeptEvents } from "./kept_events.ts";
import { LogFollower } from "./log_follower.ts";
import type { LogSource } from "./log_source.ts";

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
/** Events whose JSON is parsed for one webhook and then wanted for others, at about 1 KB each. */
const MAX_PARSED = 2_000;
const decoder = new TextDecoder();

/** Creates a memory that reads nothing before it is first asked. */
export function createEventMemory<R extends LogRecord>(deps: EventMemoryDeps<R>): EventMemory {
  const { source, clock, log, keptMs, maxBytes = MAX_BYTES } = deps;
  const kept = new KeptEvents({ source, clock, keptMs, maxBytes });
  const follower = new LogFollower({ source, clock, log, kept });
  const parsed = createMemo<number, LoggedEvent>({ maxEntries: MAX_PARSED });

  function loggedEvent({ seq, json, subject, members }: KeptEvent): LoggedEvent {
    let event = parsed.get(seq);
    if (event === undefined) {
      event = { ...JSON.parse(decoder.decode(json)), subject, members } as LoggedEvent;
      parsed.set(seq, event);
    }
    return event;
  }

  return {
    ready: () => follower.ready(),
    head: () => kept.head,
    floor: () => kept.floor(),
    since: (seq) => kept.since(seq),
    groups: () => kept.groups(),
    get bytes() {
      return kept.bytes;
    },
    sync: () => follower.sync(),
    async after(id, limit) {
      await follower.ready();
      return kept.since(Number(id)).slice(0, limit).map(loggedEvent);
    },
    async get(id) {
      await follower.ready();
      const [event] = kept.since(Number(id) - 1);
      return event?.seq === Number(id) ? loggedEvent(event) : undefined;
    },
    async lastId() {
      await follower.ready();
      return String(kept.head);
    },
    watch: (listener) => follower.watch(listener),
    close: follower.close,
  };
}
