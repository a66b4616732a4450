import type { Fault } from "../support/faulty_kv.ts";
import { settle } from "../support/manual_clock.ts";
import { createPrng } from "../support/prng.ts";
import { accountOf, createHarness, dayQuota, type Process } from "./harness.ts";
import type { Operation } from "./history.ts";
import type { Charge } from "./opening.ts";

/** The calls of one random schedule, and how many of them were of what kind. */
export interface RecordedHistory {
  readonly operations: readonly Operation[];
  readonly limit: number;
  readonly reads: number;
  readonly refused: number;
  readonly faults: number;
  readonly crashes: number;
}

/** What a reading tells. */
interface Counted {
  readonly used: number;
  readonly limit: number;
}

/** What befalls the processes. */
export interface HistoryOptions {
  /** How many processes serve the key. */
  readonly processes: number;
  /** Whether calls to the store fail, and processes die. */
  readonly isFaulty: boolean;
}

const FAULTS: readonly Fault[] = [
  "refused",
  "reply_lost",
  "crash_before",
  "crash_after",
  { lateMs: 60 },
  { lateMs: 2_000 },
];
const BURST = 6;
const MAX_UNITS = 3;
/** Who has found nothing left looks again after so long at the latest. */
const NOTICED_MS = 60_000;
/** A first block, or what a burst waits for: a process holds at most two of them. */
const BLOCK = Math.max(8, BURST * MAX_UNITS);

/** Runs processes that take, give back, credit and read at once, by `seed` alone, and records each call. */
export async function recordHistory(
  seed: number,
  { processes, isFaulty }: HistoryOptions,
): Promise<RecordedHistory> {
  const { fraction, pick, between } = createPrng(seed);
  const harness = createHarness({ fraction });
  const limit = pick([12, 30, 60]);
  const quota = dayQuota(limit);
  const account = accountOf(quota);
  const operations: Operation[] = [];
  const refundable: { charge: Charge; units: number; process: Process }[] = [];
  const refundedBy = new Map<Process, number>();
  const closedAt = new Map<Process, number>();
  const count = { faults: 0, crashes: 0 };
  let calm = !isFaulty;
  let instant = 0;

  const fault = (): Fault => {
    if (calm || fraction() >= 0.1) return "none";
    count.faults++;
    return pick(FAULTS);
  };
  const start = () => harness.start(quota, { latencyMs: pick([0, 20, 100]), fault });
  const alive = () => harness.processes.filter(({ end, kv }) => end === "none" && !kv.crashed);

  /** What the others, and calls whose fate is unknown, may keep from the counter as this process sees it. */
  function slackOf(process: Process, isGone: (other: Process) => boolean = isClosed): number {
    const others = harness.processes.filter((other) => other !== process && !isGone(other));
    const refunded = others.reduce((sum, other) => sum + (refundedBy.get(other) ?? 0), 0);
    return 2 * BLOCK * (others.length + (isFaulty ? 1 : 0)) + refunded;
  }

  function isClosed({ end }: Process): boolean {
    return end === "closed";
  }

  /** Others see within a minute that it has given back what it had. */
  function isLongClosed(process: Process): boolean {
    return isClosed(process) && harness.clock.now() - closedAt.get(process)! > NOTICED_MS;
  }

  async function take(process: Process, units: number): Promise<void> {
    const from = instant++;
    const answer = harness.take(process, units);
    const noteUnknown = () =>
      operations.push({ kind: "take", outcome: "unknown", units, from, to: Infinity });
    const place = operations.length;
    // Its place is kept: a process that dies never answers.
    noteUnknown();
    const charge = await answer;
    if (process.kv.crashed) return;
    const to = instant++;
    if (charge.outcome === "admitted") {
      operations[place] = { kind: "take", outcome: "admitted", units, from, to };
      refundable.push({ charge, units, process });
    } else if (charge.outcome === "exhausted") {
      operations[place] = {
        kind: "refused",
        units,
        slack: slackOf(process, isLongClosed),
        from,
        to,
      };
    } else operations[place] = { kind: "refund", units: 0, from, to };
  }

  function refund(): void {
    if (refundable.length === 0) return;
    const [{ charge, units, process }] = refundable.splice(
      between(0, refundable.length - 1),
      1,
    ) as [typeof refundable[number]];
    if (process.end !== "none" || process.kv.crashed) return;
    const from = instant++;
    charge.refund();
    refundedBy.set(process, (refundedBy.get(process) ?? 0) + units);
    operations.push({ kind: "refund", units, from, to: instant++ });
  }

  async function credit(process: Process, units: number): Promise<void> {
    const from = instant++;
    const place = operations.length;
    operations.push({ kind: "credit", units, isSure: false, from, to: Infinity });
    try {
      await process.ledger.credit(account, units);
    } catch {
      return;
    }
    if (!process.kv.crashed) {
      operations[place] = { kind: "credit", units, isSure: true, from, to: instant++ };
    }
  }

  async function readFrom({ ledger }: Process): Promise<Partial<Counted>> {
    switch (pick(["status", "statuses", "usage"])) {
      case "status":
        return (await ledger.status(account))!;
      case "statuses":
        return (await ledger.statuses([account])).get(account.id)!;
      default:
        return { used: (await ledger.usage(account, 1))[0]!.used };
    }
  }

  async function read(process: Process): Promise<void> {
    const from = instant++;
    try {
      const { used, limit } = await readFrom(process);
      if (process.kv.crashed) return;
      const slack = slackOf(process);
      // A credit that is made meanwhile may be in one of the two figures alone.
      const read = { kind: "read", slack, from, to: instant++ } as const;
      operations.push({ ...read, used, limit: undefined });
      if (limit !== undefined) operations.push({ ...read, used: undefined, limit });
    } catch {
      // The store is away: nothing was seen.
    }
  }

  async function close(process: Process): Promise<void> {
    const closed = process.ledger.close();
    await harness.clock.advance(5_000);
    if (process.kv.crashed) return;
    await closed;
    if (process.end === "none") process.end = isFaulty ? "gave_up" : "closed";
    closedAt.set(process, harness.clock.now());
  }

  async function step(): Promise<void> {
    if (alive().length === 0) start();
    const process = pick(alive());
    const drawn = fraction() * 100;
    if (drawn < 35) {
      for (let n = fraction() < 0.3 ? BURST : 1; n > 0; n--) {
        void take(process, between(1, MAX_UNITS));
      }
    } else if (drawn < 50) refund();
    else if (drawn < 56) void credit(process, between(1, 10));
    else if (drawn < 78) void read(process);
    else if (drawn < 94) await harness.clock.advance(pick([1, 30, 120, 700, 7_000]));
    else if (drawn < 96) await close(process);
    else if (drawn < 98 && isFaulty) process.kv.crash();
    else if (alive().length < processes) start();
    if (fraction() < 0.4) await settle();
  }

  for (let n = 0; n < processes; n++) start();
  const steps = between(10, 45);
  for (let n = 0; n < steps; n++) await step();
  calm = true;
  await harness.clock.advance(10_000);
  await Promise.all([read(start()), harness.clock.advance(2_000)]);
  for (const process of alive()) await close(process);
  const kinds = (kind: Operation["kind"]) => operations.filter((one) => one.kind === kind).length;
  return {
    operations,
    limit,
    reads: kinds("read"),
    refused: kinds("refused"),
    faults: count.faults,
    crashes: harness.processes.filter(({ kv }) => kv.crashed).length,
  };
}
