import { type AlertData, createAlarms } from "../../../src/addons/alerts/alarms.ts";
import type { ConditionKind } from "../../../src/addons/alerts/conditions.ts";
import type { Finding } from "../../../src/addons/alerts/observe.ts";
import { openPost } from "../../../src/delivery/post_log.ts";
import { createClock, every } from "../../../src/platform/clock.ts";
import type { Kv } from "../../../src/platform/kv.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { createManualClock, type ManualClock } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";

/** Processes over one store that look every 30 s, and troubles that a test makes. */
export interface AlarmHarness {
  /** Moves time; nobody sets it. */
  readonly steady: ManualClock;
  readonly kv: Kv;
  /** Sets the clock of all processes. */
  setClock(byMs: number): void;
  /** Lets every process see a trouble, or none of its kind any more. */
  see(kind: ConditionKind, isBad: boolean): void;
  /** Starts a process, which sees the troubles or nothing at all; the returned function ends it. */
  start(kv?: Kv, seesThem?: boolean): () => void;
  /** What is in the log for operators, in words: `began disk_low`. */
  told(): Promise<string[]>;
  entries(): Promise<readonly AlertData[]>;
}

const START = Date.parse("2026-07-04T12:00:00Z");

export function createAlarmHarness(): AlarmHarness {
  const steady = createManualClock(0);
  let setBy = START;
  const clock = createClock(() => steady.now() + setBy, steady.after);
  const shared = createMemoryKv();
  const seen = new Map<ConditionKind, Finding>();

  async function entries(): Promise<readonly AlertData[]> {
    const { source } = openPost({ kv: shared, clock, random: systemRandom });
    return (await source.after(0, 1_000)).map(({ value }) => value.data as AlertData);
  }

  return {
    steady,
    kv: shared,
    setClock: (byMs) => void (setBy += byMs),
    see: (kind, isBad) => void seen.set(kind, { kind, isBad, detail: "A detail." }),
    start(kv = shared, seesThem = true) {
      const post = openPost({ kv, clock, random: systemRandom });
      const judge = createAlarms({ kv, clock, post, elapsed: steady.now });
      return every(
        steady,
        30_000,
        () => void judge(seesThem ? [...seen.values()] : []).catch(() => {}),
      );
    },
    entries,
    told: async () =>
      (await entries()).map(({ alert, overAt }) =>
        `${overAt === null ? "began" : "over"} ${alert}`
      ),
  };
}
