import type { Post } from "../../delivery/post_log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Kv, KvEntry, KvKey } from "../../platform/kv.ts";
import { HOUR_MS } from "../../toolbox/durations.ts";
import { conditionOf } from "./conditions.ts";
import type { Finding } from "./observe.ts";

/** A trouble that is there or was there, as all processes share it; one that sees it stores it again. */
interface Alarm {
  readonly isOn: boolean;
  /** How often it has begun, ever. */
  readonly number: number;
  /** When it last began, and when one was last over, epoch ms; 0: never. */
  readonly beganAt: number;
  readonly overAt: number;
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
/** A trouble that began again so soon after its end is over after so long a quiet. */
const RESTLESS_MS = HOUR_MS;

/**
 * Creates what judges the findings of a process: what was bad for long enough has begun, what no process
 * has seen for long enough is over. A change and its message are one commit, by one of all processes.
 */
export function createAlarms({ kv, clock, post, elapsed }: {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly post: Pick<Post, "append">;
  /** Milliseconds since any instant, by a clock that is never set: the other may be what it is about. */
  readonly elapsed: () => number;
}) {
  /** Since when this process sees each trouble without a break. */
  const badSince = new Map<string, number>();
  /** Since when this process knows that no other stored the alarm again. */
  const quietSince = new Map<string, { readonly version: string | null; readonly at: number }>();

  function badMs(alert: string, isBad: boolean): number {
    if (!isBad) badSince.delete(alert);
    else if (!badSince.has(alert)) badSince.set(alert, elapsed());
    return elapsed() - (badSince.get(alert) ?? elapsed());
  }

  function quietMs(alert: string, version: string | null): number {
    const last = quietSince.get(alert);
    if (last?.version === version) return elapsed() - last.at;
    quietSince.set(alert, { version, at: elapsed() });
    return 0;
  }

  /** The next state of an alarm; undefined: it stays as it is. */
  function decide(
    alert: string,
    finding: Finding | undefined,
    { value: alarm, version }: KvEntry<Alarm>,
  ): Alarm | undefined {
    const limits = conditionOf(alert);
    if (limits === undefined) return undefined;
    const isBad = finding?.isBad === true;
    const bad = badMs(alert, isBad);
    const quiet = quietMs(alert, version);
    if (!alarm?.isOn) {
      if (!isBad || bad < (finding.afterMs ?? limits.afterMs)) return undefined;
      const { number, overAt } = alarm ?? { number: 0, overAt: 0 };
      return { isOn: true, number: number + 1, beganAt: clock.now(), overAt };
    }
    if (isBad) return quiet >= limits.quietMs / 3 ? alarm : undefined;
    const { overAt, beganAt } = alarm;
    const isRestless = overAt > 0 && Math.abs(beganAt - overAt) < RESTLESS_MS;
    if (quiet < (isRestless ? RESTLESS_MS : limits.quietMs)) return undefined;
    return { ...alarm, isOn: false, overAt: clock.now() };
  }

  /** Compares findings with the alarms of the store. Rejects if the store is unreachable. */
  return async function judge(findings: readonly Finding[]): Promise<void> {
    const found = new Map(findings.map((one) => [alertOf(one), one]));
    const known = new Map(
      (await kv.list<Alarm>(ALARMS)).map((entry) => [String(entry.key.at(-1)), entry]),
    );
    for (const alert of new Set([...known.keys(), ...found.keys()])) {
      const unknown = { key: [...ALARMS, alert], value: null, version: null };
      const entry = known.get(alert) ?? unknown;
      const finding = found.get(alert);
      const next = decide(alert, finding, entry);
      if (next === undefined) continue;
      const { key, value, version } = entry;
      const checks = [{ key, version }];
      const writes = [{ set: key, value: next }];
      if (next === value) {
        await kv.commit(checks, writes);
        continue;
      }
      const { isOn, number, beganAt, overAt } = next;
      const data: AlertData = isOn
        ? { alert, detail: finding!.detail, step: 2 * number - 1, beganAt, overAt: null }
        : { alert, detail: "", step: 2 * number, beganAt, overAt };
      await post.append({ about: ABOUT, subject: alert, data }, { checks, writes });
    }
  };
}

function alertOf({ kind, what }: Finding): string {
  return what === undefined ? kind : `${kind} ${what}`;
}
