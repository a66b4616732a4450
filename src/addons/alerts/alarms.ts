import type { Post } from "../../delivery/post_log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Kv, KvKey } from "../../platform/kv.ts";
import { MINUTE_MS } from "../../toolbox/durations.ts";
import { conditionOf } from "./conditions.ts";
import type { Troubles } from "./look.ts";

/** A trouble that is there or was there, as all processes share it. */
interface Alarm {
  readonly isOn: boolean;
  /** How often it has begun, ever. */
  readonly number: number;
  /** When it last began, and when a process last saw it, epoch ms. */
  readonly beganAt: number;
  readonly seenAt: number;
}

/** A message to operators, as the log of what people are written has it. */
export type AlertData = {
  /** Names the trouble: `disk_low`, `platform_down idn`. */
  readonly alert: string;
  /** The facts as they were when it began; "" at its end. */
  readonly detail: string;
  /** Counts the messages about this trouble: the first beginning is 1, its end 2. */
  readonly step: number;
  readonly beganAt: number;
  /** When it was over, epoch ms; null while it is there. */
  readonly overAt: number | null;
};

/** What an entry for operators is about. */
export const ABOUT = "alert";
const ALARMS: KvKey = ["alerts"];
/** What no process has seen for so long is over: what comes and goes is one trouble. */
const QUIET_MS = 30 * MINUTE_MS;
/** A process that sees it says so again after so long. */
const SEEN_AGAIN_MS = 2 * MINUTE_MS;

/**
 * Creates what judges the looks of a process. A beginning or an end and its message are one commit, by one of
 * all processes. Rejects if the store is unreachable.
 */
export function createAlarms({ kv, clock, post }: {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly post: Pick<Post, "append">;
}): (troubles: Troubles) => Promise<void> {
  /** In how many looks in a row this process saw each trouble. */
  let seen = new Map<string, number>();

  return async function judge(troubles) {
    seen = new Map([...troubles.keys()].map((alert) => [alert, (seen.get(alert) ?? 0) + 1]));
    const stored = await kv.list<Alarm>(ALARMS);
    const known = new Map(stored.map((entry) => [String(entry.key.at(-1)), entry]));
    for (const alert of new Set([...known.keys(), ...troubles.keys()])) {
      const { value: alarm, version } = known.get(alert) ?? { value: null, version: null };
      const detail = troubles.get(alert);
      const now = clock.now();
      const unseenMs = Math.abs(now - (alarm?.seenAt ?? 0));
      const checks = [{ key: [...ALARMS, alert], version }];
      const set = (value: Alarm) => [{ set: [...ALARMS, alert], value }];
      const tell = (data: Omit<AlertData, "alert">, value: Alarm) =>
        post.append(
          { about: ABOUT, subject: alert, data: { alert, ...data } },
          { checks, writes: set(value) },
        );
      if (alarm?.isOn && detail !== undefined) {
        if (unseenMs >= SEEN_AGAIN_MS) await kv.commit(checks, set({ ...alarm, seenAt: now }));
      } else if (alarm?.isOn) {
        if (unseenMs < QUIET_MS) continue;
        const { number, beganAt } = alarm;
        const data = { detail: "", step: 2 * number, beganAt, overAt: now };
        await tell(data, { ...alarm, isOn: false });
      } else if (detail !== undefined && seen.get(alert)! >= conditionOf(alert).looks) {
        const number = (alarm?.number ?? 0) + 1;
        const data = { detail, step: 2 * number - 1, beganAt: now, overAt: null };
        await tell(data, { isOn: true, number, beganAt: now, seenAt: now });
      }
    }
  };
}
