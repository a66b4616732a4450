import assert from "node:assert/strict";
import type { Quota } from "../../src/model/plans.ts";
import type { Fault } from "../support/faulty_kv.ts";
import { settle } from "../support/manual_clock.ts";
import { createPrng } from "../support/prng.ts";
import {
  accountOf,
  createHarness,
  dayQuota,
  type Harness,
  MIDNIGHT,
  type Process,
  usedBy,
  usedIn,
} from "./harness.ts";
import { booksOf, type Charge, type Granted, type Naming } from "./opening.ts";

/** What a schedule came to; summed over many, it shows that they visit what they are meant to. */
export interface ScheduleSummary {
  admitted: number;
  exhausted: number;
  unavailable: number;
  crashes: number;
  faults: number;
  late: number;
  forgetful: number;
  rollovers: number;
  planChanges: number;
  lost: number;
}

const NAMINGS: readonly Naming[] = ["usual", "usual", "usual", "forgetful"];

/** The plan and the instant with which a request came. */
interface Asked {
  readonly quota: Quota;
  readonly at: number;
}

const DAY_MS = 86_400_000;
const STEPS_MS = [1, 30, 120, 500, 1_500, 7_000, 70_000];

/** Runs one random schedule, all of it decided by `seed`, and asserts every promise of the ledger. */
export async function runSchedule(seed: number): Promise<ScheduleSummary> {
  const { fraction, pick } = createPrng(seed);
  const startMs = MIDNIGHT + pick([0, DAY_MS - 3_000]);
  const harness = createHarness({ startMs, fraction, naming: pick(NAMINGS) });
  const { clock } = harness;
  const trouble = pick([0, 0.05, 0.25]);
  const latencyMs = pick([0, 20, 100]);
  /** Whether every process learns of a new plan at the same instant. */
  const together = fraction() < 0.5;
  const sizes = pick([[1, 3, 6, 12], [20, 30, 45], [150, 300, 1200]]);
  let quota: Quota = dayQuota(pick(sizes));
  let credited = 0;
  let calm = false;
  const refundable: Charge[] = [];
  /** Admitted with units of a period that was over when they were asked for. */
  let stale = 0;
  const summary: ScheduleSummary = {
    admitted: 0,
    exhausted: 0,
    unavailable: 0,
    crashes: 0,
    faults: 0,
    late: 0,
    forgetful: 0,
    rollovers: 0,
    planChanges: 0,
    lost: 0,
  };

  function fault(): Fault {
    if (calm || fraction() >= trouble) return "none";
    summary.faults++;
    const fate = pick<Fault | "late">([
      "refused",
      "reply_lost",
      "reply_lost",
      "late",
      "late",
      "silence",
      "crash_before",
      "crash_after",
    ]);
    if (fate !== "late") return fate;
    summary.late++;
    return { lateMs: pick([1, 60, 300, 2_000, 9_000]) };
  }

  const start = () => harness.start(quota, { latencyMs, fault });
  const alive = () => harness.processes.filter(({ end, kv }) => end === "none" && !kv.crashed);

  function take(process: Process, units: number): void {
    const asked = { quota, at: clock.now() };
    const answer = harness.take(process, units);
    if (answer instanceof Promise) void answer.then((late) => note(process, late, units, asked));
    else note(process, answer, units, asked);
  }

  function note(process: Process, admission: Charge, units: number, asked: Asked): void {
    // It has waited in line since before the change, and is charged to the plan it came with; also where
    // its process crashed right after the answer.
    if (admission.outcome === "admitted" && asked.quota !== quota) chargedToOldPlans += units;
    if (process.kv.crashed) return;
    summary[admission.outcome]++;
    if (admission.outcome !== "admitted") return;
    refundable.push(admission);
    if (admission.resetsAt <= asked.at) stale++;
  }

  /** A lowered plan may find more used than it allows; then nothing more may be admitted. */
  let usedBefore = 0;
  let chargedToOldPlans = 0;
  let changesToday = 0;

  /**
   * Where all know the plan at once, nothing is admitted beyond the plan of the moment. Not so after
   * two changes: a lease under the first plan may have slept through the second, and be as good under
   * the third; the largest of the three limits still holds.
   */
  function assertWithinPresentPlan(): void {
    if (changesToday > 1) return;
    const used = usedIn(harness.processes, idOf(clock.now()));
    const most = Math.max(quota.requests + credited, usedBefore) + chargedToOldPlans;
    assert.ok(used <= most, `used ${used} of ${quota.requests} + ${credited}`);
  }

  async function changePlan(): Promise<void> {
    await settle();
    summary.planChanges++;
    changesToday++;
    quota = dayQuota(pick(sizes));
    usedBefore = Math.max(usedBefore, usedIn(harness.processes, idOf(clock.now())));
    for (const process of alive()) if (together || fraction() < 0.5) process.quota = quota;
  }

  async function closeOne(process: Process): Promise<void> {
    const closed = process.ledger.close();
    await clock.advance(5_000);
    if (process.kv.crashed) return;
    await closed;
    if (process.end === "none") process.end = "closed";
  }

  async function toNextDay(): Promise<void> {
    for (const { kv } of harness.processes) kv.outOfReach = false;
    const ms = DAY_MS - (clock.now() - MIDNIGHT) % DAY_MS;
    await clock.advance(Math.max(0, ms - 40));
    for (const process of alive()) take(process, 1);
    await clock.advance(40);
    summary.rollovers++;
    credited = 0;
    usedBefore = 0;
    chargedToOldPlans = 0;
    changesToday = 0;
  }

  async function step(): Promise<void> {
    const drawn = fraction() * 100;
    if (alive().length === 0) start();
    const process = pick(alive());
    if (drawn < 60) {
      const burst = fraction() < 0.1 ? 12 : 1;
      for (let n = 0; n < burst; n++) take(process, fraction() < 0.1 ? 3 : 1);
    } else if (drawn < 66) {
      if (refundable.length > 0) pick(refundable).refund();
    } else if (drawn < 84) await clock.advance(pick(STEPS_MS));
    else if (drawn < 85.5) await toNextDay();
    else if (drawn < 88) process.kv.crash();
    else if (drawn < 90) await closeOne(process);
    else if (drawn < 93) await changePlan();
    else if (drawn < 94) {
      credited += 5;
      void process.ledger.credit(accountOf(process.quota), 5).catch(() => {});
    } else if (drawn < 96) process.kv.outOfReach = !process.kv.outOfReach;
    else if (alive().length < 4) start();
    if (fraction() < 0.5) return;
    await settle();
    if (together) assertWithinPresentPlan();
  }

  for (let n = pick([1, 2, 3]); n > 0; n--) start();
  const steps = 8 + Math.floor(fraction() * 40);
  for (let n = 0; n < steps; n++) await step();

  calm = true;
  for (const { kv } of harness.processes) kv.outOfReach = false;
  await clock.advance(60_000);
  for (const process of alive()) await closeOne(process);
  await clock.advance(60_000);
  assert.equal(stale, 0);
  await assertPromises(harness, summary);
  await assertRestIsToBeHad(harness, quota);
  return summary;
}

function idOf(epochMs: number): string {
  return new Date(epochMs + 7 * 3_600_000).toISOString().slice(0, 10);
}

async function assertPromises(harness: Harness, summary: ScheduleSummary): Promise<void> {
  const grants = harness.grants();
  for (const period of new Set(grants.map(({ period }) => period))) {
    const here = grants.filter((grant) => grant.period === period);
    const sum = here.reduce((sum, { grant }) => sum + grant, 0);
    const credits = here.reduce((sum, { credit }) => sum + credit, 0);
    const largest = harness.largest.get(period) ?? 0;
    assert.ok(sum <= largest + credits, `granted ${sum} of ${largest} + ${credits}`);

    const books = await booksOf(harness.store, "k1", period);
    assert.equal(books.taken, sum);
    assert.equal(books.credited, credits);
    if (books.isForgetful) summary.forgetful++;
    for (const process of harness.processes) assertHolder(process, period, here, books.isForgetful);
    summary.lost += sum - usedIn(harness.processes, period);
  }
  for (const process of harness.processes) {
    for (const period of process.admitted.keys()) {
      assert.ok(grants.some((grant) => grant.period === period), `${period} admitted unmetered`);
    }
    if (process.kv.crashed) summary.crashes++;
  }
}

/** A holder spends what it was granted and no more; what it loses is bounded, or nothing. */
function assertHolder(
  process: Process,
  period: string,
  here: readonly Granted[],
  forgotten: boolean,
): void {
  const own = here.filter((granted) => granted.process === process.name);
  const granted = own.reduce((sum, { grant }) => sum + grant, 0);
  const lost = granted - usedBy(process, period);
  const who = `${process.name} in ${period}`;
  assert.ok(lost >= 0, `${who} admitted ${-lost} more than it was granted`);
  // Where holders are dropped, a block may be lost each time; never gained.
  if (forgotten) return;
  if (process.end === "closed" && !process.kv.crashed) {
    assert.equal(lost, 0, `${who} was closed and lost ${lost}`);
  }
  const block = own.reduce((most, { grant }) => Math.max(most, grant), 8);
  const bound = 2 * block + (process.refunded.get(period) ?? 0);
  assert.ok(lost <= bound, `${who} lost ${lost}, more than ${bound}`);
}

/** A process that starts afterwards gets all that is left of the day, to the last unit. */
async function assertRestIsToBeHad(harness: Harness, quota: Quota): Promise<void> {
  const today = idOf(harness.clock.now());
  const { taken, credited } = await booksOf(harness.store, "k1", today);
  const rest = Math.max(0, quota.requests + credited - taken);
  if (rest > 100) return;
  const last = harness.start(quota);
  let outcome = "";
  while (outcome !== "exhausted") {
    const answer = harness.take(last);
    if (answer instanceof Promise) await harness.clock.advance(1);
    outcome = (await answer).outcome;
  }
  assert.equal(usedBy(last, today), rest, "the rest of the day is not to be had");
}
