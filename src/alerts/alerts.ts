/**
 * This room tells operators of trouble, once when it begins and once when it is over.
 *
 * @module
 */

import { createDeliveryLoop } from "../delivery/delivery_loop.ts";
import type { Clock } from "../platform/clock.ts";
import type { Kv } from "../platform/kv.ts";
import type { Log } from "../platform/log.ts";
import { processName, type Random } from "../platform/random.ts";
import { decideAlarm, type StoredAlarm } from "./alarm.ts";
import { type AlarmBook, createOwnBook, createSharedBook } from "./alarm_book.ts";
import type { AlertChannel } from "./channel.ts";
import { type Condition, subjectOf } from "./condition.ts";
import { createObservedDurations } from "./observed_durations.ts";
import { tellAlarm } from "./tell_alarm.ts";

/** The distance between two looks. */
const LOOK_MS = 30_000;
const GATHER_MS = 20;

/** What alerts work with. */
export interface AlertsDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Milliseconds since any instant, by a clock that nobody sets. */
  readonly elapsed: () => number;
  readonly channels: readonly AlertChannel[];
  /** What this process sees now. */
  observe(): Promise<readonly Condition[]>;
}

/** The alerts of one process. */
export interface Alerts {
  /** Looks soon; cheap. */
  wake(): void;
  /** The clock was set by so many ms. */
  clockStepped(stepMs: number): void;
  /** Ends after the message that is under way, for which it waits 2 s at most. */
  close(): Promise<void>;
}

/**
 * Starts to look, every 30 s. Processes of one store share what they see of everything but the store
 * itself: one message for all of them. That the store is away each process tells for itself.
 */
export function createAlerts(deps: AlertsDeps): Alerts {
  const { clock, random, log, channels } = deps;
  const holder = processName(random);
  const durations = createObservedDurations(deps.elapsed);
  const shared = createSharedBook(deps.kv);
  const own = createOwnBook();
  const loop = createDeliveryLoop({ clock, random, log, look }, {
    gatherMs: GATHER_MS,
    hastens: true,
    away: "The store is away, and alerts about all else wait",
  });
  const telling = { clock, random, log, holder, signal: loop.signal };
  let step: Condition | undefined;

  async function look(): Promise<number> {
    const seen = await deps.observe();
    const isOwn = ({ kind }: Condition) => kind === "store_away";
    const first = await attend(own, seen.filter(isOwn), `_${holder}`);
    const stepped = step;
    const others = seen.filter((one) => !isOwn(one));
    const then = await attend(shared, stepped === undefined ? others : [...others, stepped], "");
    if (step === stepped) step = undefined;
    return Math.min(first, then);
  }

  /** Decides about the alarms of a book and tells them; when to look again. */
  async function attend(
    book: AlarmBook,
    conditions: readonly Condition[],
    idSuffix: string,
  ): Promise<number> {
    const alarms = new Map(await book.list());
    const seen = new Map(conditions.map((condition) => [subjectOf(condition), condition]));
    for (const subject of new Set([...alarms.keys(), ...seen.keys()])) {
      if (decide(subject, alarms.get(subject) ?? null, seen) === null) continue;
      const changed = await book.update(subject, (alarm) => decide(subject, alarm, seen));
      if (changed !== null) alarms.set(subject, changed);
    }
    let next = clock.now() + LOOK_MS;
    for (const alarm of alarms.values()) {
      for (const channel of channels) {
        const at = await tellAlarm(telling, { book, alarm, idSuffix }, channel);
        if (at !== null) next = Math.min(next, at);
      }
    }
    return next;
  }

  function decide(
    subject: string,
    alarm: StoredAlarm | null,
    seen: ReadonlyMap<string, Condition>,
  ): StoredAlarm | null {
    const condition = seen.get(subject);
    return decideAlarm(alarm, {
      condition,
      badForMs: condition === undefined ? 0 : durations.badForMs(condition),
      quietForMs: alarm === null ? 0 : durations.quietForMs(subject, alarm),
      now: clock.now(),
      channels: channels.map(({ name }) => name),
    });
  }

  loop.wake();
  return {
    wake: loop.wake,
    clockStepped(stepMs) {
      const seconds = Math.round(Math.abs(stepMs) / 1_000);
      const detail = stepMs < 0 ? `Set back by ${seconds} s.` : `Ahead by ${seconds} s at once.`;
      step = { kind: "clock_stepped", what: "", isBad: true, detail };
      loop.wake();
    },
    close: loop.close,
  };
}
