import { type Account, type Charge, periodAt } from "../../src/quota/tickets/account.ts";
import { CHECKPOINT_LIMITS } from "../../src/quota/tickets/ticket_log.ts";
import { createLedger, type Ledger } from "../../src/quota/ledger.ts";
import type { Ticket } from "../../src/quota/tickets/fold.ts";
import type { Quota } from "../../src/model/plans.ts";
import type { Clock } from "../../src/platform/clock.ts";
import type { Kv, KvKey } from "../../src/platform/kv.ts";
import { createFaultyKv, type Fault, type FaultyKv } from "../support/faulty_kv.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";

/** A ticket that reached the store, with what the promise of the design grants it. */
export interface Granted {
  readonly holder: string;
  readonly period: string;
  readonly ticket: Ticket;
  readonly grant: number;
}

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
  { startMs = MIDNIGHT, fraction = (): number => 0.5, limits = CHECKPOINT_LIMITS } = {},
) {
  const clock = createManualClock(startMs);
  const store = createMemoryKv();
  const history: { readonly key: KvKey; readonly version: string; readonly ticket: Ticket }[] = [];
  const processes: Process[] = [];
  const periods = new Map<number, string>();

  /** Keeps every ticket that was ever committed, those that a compaction deletes too. */
  const recorded: Kv = {
    ...store,
    async commit(checks, writes) {
      const version = await store.commit(checks, writes);
      for (const write of writes) {
        if (version === null || !("set" in write) || write.set.at(-1) === "!") continue;
        history.push({ key: write.set, version, ticket: write.value as Ticket });
      }
      return version;
    },
  };

  function start(
    quota: Quota,
    options: { latencyMs?: number; fault?: () => Fault } = {},
  ): Process {
    const kv = createFaultyKv(recorded, { clock, fraction, ...options });
    const name = `h${processes.length}`;
    const mortal: Clock = {
      now: clock.now,
      after: (delayMs, task) => clock.after(delayMs, () => kv.crashed || task()),
    };
    const log = { info() {}, error() {}, warn: (text: string) => noteLoss(process, text) };
    const random = { bytes: (count: number) => new Uint8Array(count), fraction };
    const process: Process = {
      name,
      kv,
      quota,
      ledger: createLedger({ kv, clock: mortal, random, holder: name, log, limits }),
      end: "none",
      admitted: new Map(),
      refunded: new Map(),
    };
    processes.push(process);
    return process;
  }

  function noteLoss(process: Process, text: string): void {
    if (text.startsWith("Leased units")) process.end = "gave_up";
  }

  /** Asks for units and counts what is admitted; a crashed process tells nobody. */
  function take(process: Process, units = 1): Charge | Promise<Charge> {
    const answer = process.ledger.take(accountOf(process.quota), units);
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

  /** What each ticket is granted, by the rule alone and from the full history. */
  function grants(): Granted[] {
    const order = history.toSorted((a, b) => {
      const [one, other] = [a.version + a.key.join(), b.version + b.key.join()];
      return one < other ? -1 : 1;
    });
    const sums = new Map<string, number>();
    return order.map(({ key, ticket }) => {
      const [holder] = (key[3] as string).split(".");
      const period = key[2] as string;
      const left = ticket.limit - (sums.get(period) ?? 0);
      const grant = ticket.want < 0
        ? ticket.want
        : left <= 0
        ? 0
        : left < ticket.want
        ? left
        : ticket.want;
      // A credit makes room as if it had been given back.
      sums.set(period, (sums.get(period) ?? 0) + grant - (ticket.credit ?? 0));
      return { holder: holder!, period, ticket, grant };
    });
  }

  return { clock, store, processes, start, take, grants };
}

export type Harness = ReturnType<typeof createHarness>;

export function accountOf(quota: Quota | "unlimited"): Account {
  return { id: "k1", quota, ratePerSecond: "unlimited" };
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
