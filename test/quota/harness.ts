import type { Quota } from "../../src/model/plans.ts";
import type { Clock } from "../../src/platform/clock.ts";
import { createFaultyKv, type Fault, type FaultyKv } from "../support/faulty_kv.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import {
  type Account,
  type Charge,
  isLoss,
  type Ledger,
  type Naming,
  openQuota,
  periodAt,
  watchGrants,
} from "./opening.ts";

/** One process of the world, from its start to its end. */
export interface Process {
  readonly name: string;
  readonly ledger: Ledger;
  readonly kv: FaultyKv;
  quota: Quota;
  /** How it ended. `gave_up`: it was closed, but could not give back in time. */
  end: "none" | "closed" | "gave_up" | "crashed";
  /** By period id. */
  readonly admitted: Map<string, number>;
  readonly refunded: Map<string, number>;
}

/** 2026-07-04T00:00 in Jakarta, epoch ms. */
export const MIDNIGHT = Date.UTC(2026, 6, 3, 17);

/** One store, one clock, and processes that charge one key. */
export function createHarness(
  { startMs = MIDNIGHT, fraction = () => 0.5, naming }: {
    readonly startMs?: number;
    readonly fraction?: () => number;
    readonly naming?: Naming;
  } = {},
) {
  const clock = createManualClock(startMs);
  const store = createMemoryKv();
  const { kvOf, grants } = watchGrants(store);
  /** The largest quota that a request came with, by period. */
  const largest = new Map<string, number>();
  const processes: Process[] = [];
  const periods = new Map<number, string>();

  function start(
    quota: Quota,
    options: { latencyMs?: number; fault?: () => Fault } = {},
  ): Process {
    const name = `h${processes.length}`;
    const kv = createFaultyKv(kvOf(name), { clock, fraction, ...options });
    const mortal: Clock = {
      ...clock,
      after: (delayMs, task) => clock.after(delayMs, () => kv.crashed || task()),
    };
    const log = { info() {}, error() {}, warn: (text: string) => noteLoss(process, text) };
    const random = { bytes: (count: number) => new Uint8Array(count), fraction };
    const process: Process = {
      name,
      kv,
      quota,
      ledger: openQuota({ kv, clock: mortal, random, log }, name, naming),
      end: "none",
      admitted: new Map(),
      refunded: new Map(),
    };
    processes.push(process);
    return process;
  }

  function noteLoss(process: Process, text: string): void {
    if (isLoss(text)) process.end = "gave_up";
  }

  /** Asks for units and counts what is admitted; a crashed process tells nobody. */
  function take(process: Process, units = 1): Charge | Promise<Charge> {
    const { quota } = process;
    const { id } = periodAt(quota, clock.now());
    largest.set(id, Math.max(largest.get(id) ?? 0, quota.requests));
    const answer = process.ledger.take(accountOf(quota), units);
    if (!(answer instanceof Promise)) return count(process, answer, units);
    return answer.then((admission) => count(process, admission, units));
  }

  function count(process: Process, admission: Charge, units: number): Charge {
    if (process.kv.crashed) return { ...admission, outcome: "unavailable", refund() {} };
    if (admission.outcome !== "admitted") return admission;
    const period = periodOf(admission, process.quota);
    add(process.admitted, period, units);
    let counted = false;
    return {
      ...admission,
      refund() {
        if (process.kv.crashed) return;
        admission.refund();
        if (!counted) add(process.refunded, period, units);
        counted = true;
      },
    };
  }

  function periodOf({ resetsAt }: Charge, quota: Quota): string {
    const known = periods.get(resetsAt);
    if (known !== undefined) return known;
    const { id } = periodAt(quota, resetsAt - 1);
    periods.set(resetsAt, id);
    return id;
  }

  return { clock, store, processes, start, take, grants, largest };
}

export type Harness = ReturnType<typeof createHarness>;

export function accountOf(quota: Quota | "unlimited"): Account {
  return { id: "k1", quota };
}

export function dayQuota(requests: number): Quota {
  return { requests, per: "day", timezone: "Asia/Jakarta" };
}

/** Units used in a period over all processes: admitted and not refunded. */
export function usedIn(processes: readonly Process[], period: string): number {
  return processes.reduce((sum, process) => sum + usedBy(process, period), 0);
}

export function usedBy({ admitted, refunded }: Process, period: string): number {
  return (admitted.get(period) ?? 0) - (refunded.get(period) ?? 0);
}

function add(counts: Map<string, number>, name: string, units: number): void {
  counts.set(name, (counts.get(name) ?? 0) + units);
}
