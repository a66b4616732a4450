/**
 * One process that drains a quota: `worker.ts <store> <tally file> <requests>`.
 *
 * It appends a byte to the tally file for every unit that was admitted, so that the count outlives a
 * SIGKILL; prints `used up` each time it has been refused for a second and a half; gives back and
 * ends on SIGTERM.
 */
import { systemClock } from "../../src/platform/clock.ts";
import { openKv } from "../support/open_kv.ts";
import { processName, systemRandom } from "../../src/platform/random.ts";
import { openQuota } from "./opening.ts";

const [path = "", tallyPath = "", requests = "0"] = Deno.args;
const kv = await openKv(path);
const log = { info() {}, warn: console.error, error: console.error };
const env = { kv, clock: systemClock, random: systemRandom, log };
const ledger = openQuota(env, processName(systemRandom));
const account = {
  id: "k1",
  // A month, because a test can well run over midnight.
  quota: { requests: Number(requests), per: "month", timezone: "UTC" },
} as const;
const tally = await Deno.open(tallyPath, { create: true, append: true });
const unit = new Uint8Array([1]);
let ending = false;

Deno.addSignalListener("SIGTERM", () => void (ending = true));

let refusedSince: number | undefined;
while (!ending) {
  for (let n = 0; n < 10 && !ending; n++) await takeOne();
  await new Promise((resolve) => setTimeout(resolve, 5));
}
await ledger.close();
kv.close();
Deno.exit();

async function takeOne(): Promise<void> {
  const { outcome } = await ledger.take(account);
  if (outcome === "admitted") tally.writeSync(unit);
  if (outcome !== "exhausted") refusedSince = undefined;
  else tellWhenUsedUp();
}

function tellWhenUsedUp(): void {
  refusedSince ??= performance.now();
  if (performance.now() - refusedSince < 1_500) return;
  refusedSince = undefined;
  console.log("used up");
}
