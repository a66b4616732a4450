import { type AlertChannel, type AlertMessage } from "../../../src/alerts/channels.ts";
import { type Alerts, createAlerts } from "../../../src/alerts/alerts.ts";
import type { Condition, ConditionKind } from "../../../src/alerts/condition.ts";
import type { Sent } from "../../../src/delivery/endpoint.ts";
import { createClock, sleep } from "../../../src/platform/clock.ts";
import type { Kv } from "../../../src/platform/kv.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { createManualClock, type ManualClock } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { createQuietLog, type QuietLog } from "../../support/quiet_log.ts";

/** Processes over one store, a channel, and troubles that a test makes. */
export interface AlertHarness {
  /** Moves time; nobody sets it. */
  readonly steady: ManualClock;
  readonly kv: Kv;
  readonly log: QuietLog;
  readonly told: AlertMessage[];
  /** What the next attempts come to; afterwards they are sent. `hang` never ends. */
  readonly outcomes: (Sent | "hang")[];
  /** How long each attempt takes from now on, in ms. */
  postMs: number;
  /** Sets the clock of all processes. */
  setClock(byMs: number): void;
  /** Lets every process see a trouble, or none of its kind any more. */
  see(kind: ConditionKind, isBad: boolean): void;
  /** Starts a process; `others`: channels besides the one. */
  start(kv?: Kv, others?: readonly AlertChannel[]): Alerts;
}

const START = Date.parse("2026-07-04T12:00:00Z");

export function createAlertHarness(): AlertHarness {
  const steady = createManualClock(0);
  let setBy = START;
  const clock = createClock(() => steady.now() + setBy, steady.after);
  const shared = createMemoryKv();
  const log = createQuietLog();
  const told: AlertMessage[] = [];
  const outcomes: (Sent | "hang")[] = [];
  const seen = new Map<ConditionKind, Condition>();
  const world = { postMs: 0 };
  const channel: AlertChannel = {
    name: "webhook",
    claimMs: 15_000,
    async post(message) {
      const outcome = outcomes.shift() ?? { kind: "sent", pauseMs: 0 };
      if (world.postMs > 0) await sleep(steady, world.postMs);
      if (outcome === "hang") return await new Promise(() => {});
      if (outcome.kind === "sent") told.push(message);
      return outcome;
    },
  };
  return Object.assign(world, {
    ...{ steady, kv: shared, log, told, outcomes },
    setClock: (byMs: number) => void (setBy += byMs),
    see: (kind: ConditionKind, isBad: boolean) =>
      void seen.set(kind, { kind, what: "", isBad, detail: "A detail." }),
    start: (kv = shared, others: readonly AlertChannel[] = []) =>
      createAlerts({
        ...{
          kv,
          clock,
          log,
          random: systemRandom,
          elapsed: steady.now,
          channels: [channel, ...others],
        },
        observe: () => Promise.resolve([...seen.values()]),
      }),
  });
}

/** What was told, in words: `began store_away`. */
export function wordsOf(told: readonly AlertMessage[]): string[] {
  return told.map(({ type, subject }) => `${type.replace("alert.", "")} ${subject}`);
}
