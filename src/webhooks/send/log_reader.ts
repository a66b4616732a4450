import type { KeyRecord } from "../../access/records/key_store.ts";
import type { EventLog, LoggedEvent } from "../../events/event.ts";
import type { Clock } from "../../platform/clock.ts";
import type { EndpointState } from "./endpoint.ts";
import { isWanted, mayBeTold } from "./filter.ts";
import { hasRoom, queued } from "./webhook_cursor.ts";

/** Events read at once. */
const PAGE = 500;

/** What the reader works with. */
export interface LogReaderDeps {
  readonly eventLog: EventLog;
  /** The key as it is now; undefined where it is not known. */
  keyOf(keyId: string): KeyRecord | undefined;
}

/** Takes events from the log, which is in memory, into cursors. */
export interface LogReader {
  /**
   * Takes events into a cursor that is held, and looks for them for one that is not. Rejects if the
   * store is away.
   */
  takeUp(endpoint: EndpointState): Promise<void>;
  /** The event of this id; undefined if it is not kept any more. */
  find(id: string): Promise<LoggedEvent | undefined>;
}

/** Creates a reader of the log. */
export function createLogReader({ eventLog, keyOf }: LogReaderDeps): LogReader {
  async function takeUp(endpoint: EndpointState): Promise<void> {
    if (endpoint.hasUnread && !endpoint.isMine) return;
    endpoint.hasUnread = false;
    const last = await eventLog.lastId();
    while (endpoint.scanned !== last) {
      const events = await eventLog.after(endpoint.scanned, PAGE);
      if (events.length === 0) return;
      for (const event of events) if (!take(endpoint, event)) return;
    }
  }

  /** False: it is wanted, and there is no room for it here. */
  function take(endpoint: EndpointState, event: LoggedEvent): boolean {
    const { record } = endpoint.webhook;
    const key = keyOf(record.keyId);
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

  return { takeUp, find: (id) => eventLog.get(id) };
}

/** Whether so many ms have passed since an instant, or the clock was set back. */
export function isPast(clock: Clock, since: number, ms: number): boolean {
  return clock.now() - since >= ms || clock.now() < since;
}
