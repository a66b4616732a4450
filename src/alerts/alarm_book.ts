import type { Kv } from "../platform/kv.ts";
import { alarmKey, ALARMS } from "../platform/store_keys.ts";
import type { StoredAlarm } from "./alarm.ts";

/** Alarms by what they are about, shared by processes or not. */
export interface AlarmBook {
  list(): Promise<ReadonlyMap<string, StoredAlarm>>;
  /**
   * Changes an alarm by compare-and-set; `change` may be called several times, and returns null where
   * nothing is to be changed. Resolves with what was written; null: nothing.
   */
  update(
    subject: string,
    change: (alarm: StoredAlarm | null) => StoredAlarm | null,
  ): Promise<StoredAlarm | null>;
}

/** The book that all processes of a store share. Its calls reject where the store is away. */
export function createSharedBook(kv: Kv): AlarmBook {
  return {
    async list() {
      const entries = await kv.list<StoredAlarm>(ALARMS);
      return new Map(entries.map(({ key, value }) => [String(key.at(-1)), value!]));
    },
    async update(subject, change) {
      const key = alarmKey(subject);
      while (true) {
        const { value, version } = await kv.get<StoredAlarm>(key);
        const next = change(value);
        if (next === null) return null;
        if (await kv.commit([{ key, version }], [{ set: key, value: next }]) !== null) return next;
      }
    },
  };
}

/** A book of this process alone, for what is told while the store is away. */
export function createOwnBook(): AlarmBook {
  const alarms = new Map<string, StoredAlarm>();
  return {
    list: () => Promise.resolve(new Map(alarms)),
    update(subject, change) {
      const next = change(alarms.get(subject) ?? null);
      if (next !== null) alarms.set(subject, next);
      return Promise.resolve(next);
    },
  };
}
