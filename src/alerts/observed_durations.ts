import type { StoredAlarm } from "./alarm.ts";
import { type Condition, subjectOf } from "./condition.ts";

/**
 * What this process has seen for how long, by a clock that nobody sets: the other one may be what the
 * trouble is about.
 */
export interface ObservedDurations {
  /** For how long the trouble has been seen without a break, this look included, in ms. */
  badForMs(condition: Condition): number;
  /** For how long nobody has noted the alarm anew, in ms. */
  quietForMs(subject: string, alarm: StoredAlarm): number;
}

/** Creates the memory of one process; `elapsed` is in ms since any instant. */
export function createObservedDurations(elapsed: () => number): ObservedDurations {
  const badSince = new Map<string, number>();
  const lastNotes = new Map<string, { readonly note: string; readonly since: number }>();
  return {
    badForMs(condition) {
      const subject = subjectOf(condition);
      if (!condition.isBad) badSince.delete(subject);
      else if (!badSince.has(subject)) badSince.set(subject, elapsed());
      return elapsed() - (badSince.get(subject) ?? elapsed());
    },
    quietForMs(subject, { number, isOn, seenAt }) {
      const note = `${number} ${isOn} ${seenAt}`;
      const last = lastNotes.get(subject);
      if (last?.note !== note) lastNotes.set(subject, { note, since: elapsed() });
      return elapsed() - lastNotes.get(subject)!.since;
    },
  };
}
