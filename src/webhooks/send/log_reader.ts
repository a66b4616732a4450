import type { KeyRecord } from "../../access/records/key_store.ts";
import { type EventLog, isLaterEvent, type LoggedEvent } from "../../events/event.ts";
import type { Clock } from "../../platform/clock.ts";
import type { EndpointState } from "./endpoint.ts";
import { createEventTail, type EventTail } from "./event_tail.ts";
import { isWanted, mayBeTold } from "./filter.ts";
import { hasRoom, queued } from "./webhook_cursor.ts";

/** How long events are looked for more often after the last one. */
const BUSY_MS = 60_000;

/** What the reader works with. */
export interface LogReaderDeps {
  readonly clock: Clock;
  readonly eventLog: EventLog;
  /** How often the log is looked at for some time after an event; it is also watched. */
  readonly followMs: number;
  /** The same while none came for long. Reads only. */
  readonly patrolMs: number;
  /** The key as it is now; undefined where it is not known. */
  keyOf(keyId: string): KeyRecord | undefined;
}

/** Reads the log once for all cursors of a process. */
export interface LogReader {
  /** There may be new events. */
  note(): void;
  /** Reads on, where there may be something or it is time to look. */
  read(endpoints: ReadonlyMap<string, EndpointState>): Promise<void>;
  /** Takes events into a cursor that is held, and looks for them for one that is not. */
  takeUp(endpoint: EndpointState): Promise<void>;
  /** The event of this id; undefined where it is not kept any more. */
  find(id: string): Promise<LoggedEvent | undefined>;
  /** When the log is to be looked at next, epoch ms; Infinity where nothing has happened of late. */
  nextReadAt(): number;
}

/** Creates a reader that begins where the cursor is that is behind all others. */
export function createLogReader(deps: LogReaderDeps): LogReader {
  const { clock, eventLog, followMs } = deps;
  let tail: EventTail | undefined;
  let mustRead = true;
  const at = { read: 0, event: 0 };
  const isBusy = () => !isPast(clock, at.event, BUSY_MS);

  async function read(endpoints: ReadonlyMap<string, EndpointState>): Promise<void> {
    if (tail === undefined) {
      const reads = [...endpoints.values()].map(({ cursor }) => cursor.read);
      if (reads.length === 0) return;
      tail = createEventTail(eventLog, reads.reduce((a, b) => isLaterEvent(a, b) ? b : a));
    }
    if (!mustRead && !isPast(clock, at.read, isBusy() ? followMs : deps.patrolMs)) return;
    mustRead = false;
    at.read = clock.now();
    try {
      if (await tail.refresh()) at.event = clock.now();
    } catch (error) {
      mustRead = true;
      throw error;
    }
  }

  async function takeUp(endpoint: EndpointState): Promise<void> {
    if (endpoint.hasUnread && !endpoint.isMine) return;
    endpoint.hasUnread = false;
    while (endpoint.scanned !== tail!.lastId()) {
      const events = await tail!.after(endpoint.scanned);
      if (events.length === 0) return;
      for (const event of events) if (!take(endpoint, event)) return;
    }
  }

  /** False: it is wanted, and there is no room for it here. */
  function take(endpoint: EndpointState, event: LoggedEvent): boolean {
    const { record } = endpoint.webhook;
    const key = deps.keyOf(record.keyId);
    const isFor = key !== undefined && mayBeTold(key, event) && isWanted(record, event);
    if (isFor && !(endpoint.isMine && hasRoom(endpoint.cursor))) {
      endpoint.hasUnread = true;
      return false;
    }
    if (isFor) {
      endpoint.cursor = queued(endpoint.cursor, event.id, event.subject);
      endpoint.isAhead = true;
    }
    endpoint.scanned = event.id;
    return true;
  }

  return {
    note: () => void (mustRead = true),
    read,
    takeUp,
    find: (id) => tail!.find(id),
    nextReadAt: () => isBusy() ? at.read + followMs : Infinity,
  };
}

/** Whether so many ms have passed since an instant, or the clock was set back. */
export function isPast(clock: Clock, since: number, ms: number): boolean {
  return clock.now() - since >= ms || clock.now() < since;
}
