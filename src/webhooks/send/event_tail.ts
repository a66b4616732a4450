import { type EventLog, isLaterEvent, type LoggedEvent } from "../../events/event.ts";

/** Events kept in memory, at about 1 KB each. */
const MAX_EVENTS_HELD = 2_000;
/** Events read at once. */
const PAGE = 500;

/** The end of the log in memory: most webhooks are told what was logged a moment ago. */
export interface EventTail {
  /** The last event that is known. */
  lastId(): string;
  /** Takes over what was logged since; whether there was anything. Rejects where the store is away. */
  refresh(): Promise<boolean>;
  /** The events after `id` that are known; some of them where there are many. */
  after(id: string): Promise<readonly LoggedEvent[]>;
  /** An event; undefined where it is not kept any more. */
  find(id: string): Promise<LoggedEvent | undefined>;
}

/** Creates the tail of a log from the event `start` on. */
export function createEventTail(log: EventLog, start: string): EventTail {
  let events: LoggedEvent[] = [];
  let byId = new Map<string, LoggedEvent>();
  /** All events after this one are in memory. */
  let heldFrom = start;
  let last = start;

  async function refresh(): Promise<boolean> {
    const before = last;
    while (true) {
      const page = await log.after(last, PAGE);
      add(page);
      if (page.length < PAGE) return last !== before;
    }
  }

  function add(page: readonly LoggedEvent[]): void {
    for (const event of page) {
      events.push(event);
      byId.set(event.id, event);
    }
    last = page.at(-1)?.id ?? last;
    if (events.length <= MAX_EVENTS_HELD) return;
    heldFrom = events.at(-MAX_EVENTS_HELD - 1)!.id;
    events = events.slice(-MAX_EVENTS_HELD);
    byId = new Map(events.map((event) => [event.id, event]));
  }

  return {
    lastId: () => last,
    refresh,
    async after(id) {
      if (isLaterEvent(heldFrom, id)) return await log.after(id, PAGE);
      let place = events.length;
      while (place > 0 && isLaterEvent(events[place - 1]!.id, id)) place--;
      return events.slice(place);
    },
    find: async (id) => byId.get(id) ?? await log.get(id),
  };
}
