import type { EventReader, LoggedEvent } from "../../src/events/event.ts";
import type { Kv } from "../../src/platform/kv.ts";

const PREFIX = ["test_event"];

/** A log of events in a store, to which a test writes. */
export interface StoredEventLog extends EventReader {
  /** Writes events behind those that are there, one commit for all. */
  write(events: readonly Omit<LoggedEvent, "id">[]): Promise<string[]>;
}

/** Opens the log of a store; processes that share the store share the log. */
export function createStoredEventLog(kv: Kv): StoredEventLog {
  const listeners = new Set<() => void>();
  const lastId = async () => {
    const [last] = await kv.list<LoggedEvent>(PREFIX, { reverse: true, limit: 1 });
    return last?.value?.id ?? "0";
  };
  return {
    async after(id, limit) {
      const rows = await kv.list<LoggedEvent>(PREFIX, { after: [...PREFIX, Number(id)], limit });
      return rows.map(({ value }) => value!);
    },
    async get(id) {
      return (await kv.get<LoggedEvent>([...PREFIX, Number(id)])).value ?? undefined;
    },
    lastId,
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async write(events) {
      const first = Number(await lastId()) + 1;
      const ids = events.map((_, place) => String(first + place));
      await kv.commit(
        [],
        events.map((event, place) => ({
          set: [...PREFIX, first + place],
          value: { ...event, id: ids[place] },
        })),
      );
      listeners.forEach((listener) => listener());
      return ids;
    },
  };
}
