/**
 * This room reports trouble to operators, once when it begins and once when it is over.
 *
 * @module
 */

import type { Env } from "../platform/env.ts";
import type { Kv, KvEntry, KvWrite } from "../platform/kv.ts";
import { processName } from "../platform/random.ts";
import { alarmKey, ALARMS } from "../platform/store_keys.ts";
import { createWorker, type Job } from "../shared_state/worker.ts";
import { alarmJob, decideAlarm, isUnsent, type StoredAlarm } from "./alarm.ts";
import type { AlertChannel } from "./channels.ts";
import { type Condition, subjectOf } from "./condition.ts";

/** The distance between two observations. */
const OBSERVE_MS = 30_000;
const GATHER_MS = 20;

interface AlertsDeps extends Env {
  /** Milliseconds since any instant, by a clock that is never set. */
  readonly elapsed: () => number;
  readonly channels: readonly AlertChannel[];
  observe(): Promise<readonly Condition[]>;
}

/** The alerts of one process. */
export interface Alerts {
  /** Observes soon; cheap. */
  wake(): void;
  /** The clock was set by so many ms. */
  clockStepped(stepMs: number): void;
  /** Ends after the message that is under way, for which it waits 2 s at most. */
  close(): Promise<void>;
}

/** Holds alarms: the store of all processes, or this process alone. */
type AlarmStore = Pick<Kv, "get" | "list" | "commit">;

/**
 * Begins to observe, every 30 s. Processes of one store share what they see of everything but the store
 * itself: one message for all of them. That the store is unreachable each process reports for itself.
 */
export function createAlerts(deps: AlertsDeps): Alerts {
  const { kv, clock, channels } = deps;
  const holder = processName(deps.random);
  const durations = new ObservedDurations(deps.elapsed);
  const own = createOwnStore();
  const worker = createWorker(deps, {
    holder,
    gatherMs: GATHER_MS,
    hastens: true,
    patrolMs: OBSERVE_MS,
    away: "The store is unreachable, and other alerts wait",
    jobs,
  });
  let step: Condition | undefined;

  async function* jobs(): AsyncGenerator<Job<StoredAlarm>> {
    const seen = await deps.observe();
    const isOwn = ({ kind }: Condition) => kind === "store_away";
    yield* attend(own, seen.filter(isOwn), `_${holder}`);
    const stepped = step;
    const others = seen.filter((one) => !isOwn(one));
    yield* attend(kv, stepped === undefined ? others : [...others, stepped], "");
    if (step === stepped) step = undefined;
  }

  /** Decides about the alarms of a store, and sends those that a channel was not sent. */
  async function* attend(
    store: AlarmStore,
    conditions: readonly Condition[],
    idSuffix: string,
  ): AsyncGenerator<Job<StoredAlarm>> {
    const entries = await store.list<StoredAlarm>(ALARMS);
    const alarms = new Map(entries.map((entry) => [String(entry.key.at(-1)), entry]));
    const seen = new Map(conditions.map((condition) => [subjectOf(condition), condition]));
    for (const subject of new Set([...alarms.keys(), ...seen.keys()])) {
      const known = alarms.get(subject) ?? { key: alarmKey(subject), value: null, version: null };
      const change = (alarm: StoredAlarm | null) => decide(subject, alarm, seen.get(subject));
      alarms.set(subject, await update(store, known, change));
    }
    for (const { key, value: alarm } of alarms.values()) {
      for (const channel of channels) {
        if (alarm === null || !isUnsent(alarm, channel.name)) continue;
        // Messages before this one may have taken long.
        const entry = await store.get<StoredAlarm>(key);
        const isNews = entry.value !== null && isUnsent(entry.value, channel.name);
        if (isNews) yield alarmJob(deps, { store, entry, idSuffix }, channel);
      }
    }
  }

  function decide(
    subject: string,
    alarm: StoredAlarm | null,
    condition: Condition | undefined,
  ): StoredAlarm | null {
    return decideAlarm(alarm, {
      condition,
      badForMs: condition === undefined ? 0 : durations.badForMs(condition),
      quietForMs: alarm === null ? 0 : durations.quietForMs(subject, alarm),
      now: clock.now(),
      channels: channels.map(({ name }) => name),
    });
  }

  worker.wake();
  return {
    wake: worker.wake,
    clockStepped(stepMs) {
      const seconds = Math.round(Math.abs(stepMs) / 1_000);
      const detail = stepMs < 0 ? `Set back by ${seconds} s.` : `Ahead by ${seconds} s at once.`;
      step = { kind: "clock_stepped", what: "", isBad: true, detail };
      worker.wake();
    },
    close: worker.close,
  };
}

/** Changes an alarm by compare-and-set; `change` returns null if nothing is to be changed. */
async function update(
  store: AlarmStore,
  entry: KvEntry<StoredAlarm>,
  change: (alarm: StoredAlarm | null) => StoredAlarm | null,
): Promise<KvEntry<StoredAlarm>> {
  const { key, value, version } = entry;
  const next = change(value);
  if (next === null) return entry;
  const done = await store.commit([{ key, version }], [{ set: key, value: next }]);
  if (done !== null) return { key, value: next, version: done };
  return await update(store, await store.get(key), change);
}

/**
 * What this process has seen for how long, by a clock that is never set: the other one may be what
 * the trouble is about.
 */
class ObservedDurations {
  readonly #elapsed: () => number;
  readonly #badSince = new Map<string, number>();
  readonly #lastNotes = new Map<string, { readonly note: string; readonly since: number }>();

  /** `elapsed` is in ms since any instant. */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** For how long the trouble has been seen without a break, this observation included, in ms. */
  badForMs(condition: Condition): number {
    const subject = subjectOf(condition);
    const now = this.#elapsed();
    if (!condition.isBad) this.#badSince.delete(subject);
    else if (!this.#badSince.has(subject)) this.#badSince.set(subject, now);
    return now - (this.#badSince.get(subject) ?? now);
  }

  /** For how long no process has noted the alarm again, in ms. */
  quietForMs(subject: string, { number, isOn, seenAt }: StoredAlarm): number {
    const note = `${number} ${isOn} ${seenAt}`;
    const now = this.#elapsed();
    const last = this.#lastNotes.get(subject);
    if (last?.note === note) return now - last.since;
    this.#lastNotes.set(subject, { note, since: now });
    return 0;
  }
}

/** The alarms of this process alone, for what is reported while the store is unreachable. */
function createOwnStore(): AlarmStore {
  const values = new Map<string, KvEntry>();
  const none = (key: KvEntry["key"]) => ({ key, value: null, version: null });
  let commits = 0;

  function apply(write: KvWrite): void {
    if ("delete" in write) return void values.delete(write.delete.join());
    const { set: key, value } = write;
    values.set(key.join(), { key, value, version: String(commits) });
  }

  return {
    get: <T>(key: KvEntry["key"]) =>
      Promise.resolve((values.get(key.join()) ?? none(key)) as KvEntry<T>),
    list: <T>() => Promise.resolve([...values.values()] as KvEntry<T>[]),
    // Only this process writes, one thing after the other.
    commit(_checks, writes) {
      commits++;
      writes.forEach(apply);
      return Promise.resolve(String(commits));
    },
  };
}
