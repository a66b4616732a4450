import { runSchedule, type ScheduleSummary } from "./schedule.ts";
import { sizeOf, testSeed } from "../support/size.ts";

/** `SEED=4711 SIZE=0.000001` runs the one schedule again that failed. */
const count = sizeOf({ default: 300, full: 1_000_000 });

/** What enough schedules are bound to come upon; else they would prove little. */
const VISITED: readonly (keyof ScheduleSummary)[] = [
  "admitted",
  "exhausted",
  "unavailable",
  "crashes",
  "faults",
  "late",
  "forgetful",
  "rollovers",
  "planChanges",
];

Deno.test(`${count} random schedules: nothing over-admitted, no loss beyond the bound`, async () => {
  const seed = testSeed();
  const total: Partial<Record<keyof ScheduleSummary, number>> = {};
  for (let n = 0; n < count; n++) {
    const summary = await runOne(seed + n);
    for (const name of Object.keys(summary) as (keyof ScheduleSummary)[]) {
      total[name] = (total[name] ?? 0) + summary[name];
    }
  }
  console.log(total);
  const missed = count < 300 ? [] : VISITED.filter((name) => !(total[name]! > count / 100));
  if (missed.length > 0) throw new Error(`The schedules hardly ever see ${missed.join(", ")}`);
});

async function runOne(seed: number): Promise<ScheduleSummary> {
  try {
    return await runSchedule(seed);
  } catch (error) {
    throw new Error(`The schedule of seed ${seed} breaks a promise: ${error}`, { cause: error });
  }
}
