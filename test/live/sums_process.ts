/**
 * One process that adds what is in a KV file to its sums, for tests that kill it:
 * `deno run -A sums_process.ts <kv file>`. It prints `ready` when it has read the file.
 */
import { createSumKeeper } from "../../src/live/store/sum_keeper.ts";
import { createSums } from "../../src/live/store/sums.ts";
import type { RecentItem } from "../../src/model/item/live.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { openKv } from "../../src/store/open_kv.ts";
import { listAll } from "../../src/platform/kv.ts";
import { stderrLog } from "../../src/platform/log.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { RECENT_BROADCASTS } from "../../src/platform/live_keys.ts";

const [path = ""] = Deno.args;
const kv = await openKv(path);
const env = { clock: systemClock, random: systemRandom, log: stderrLog };
const dayOf = (_group: string, at: number) => new Date(at).toISOString().slice(0, 10);
let records: RecentItem[] = [];
const sums = createSums({ ...env, kv, pollMs: 200, dayOf });
const keeper = createSumKeeper(env, {
  sums,
  records: () => records,
  isLoaded: () => records.length > 0,
  load: read,
});

async function read(): Promise<void> {
  const found: RecentItem[] = [];
  for await (const { value } of listAll<RecentItem>(kv, RECENT_BROADCASTS)) {
    if (value !== null) found.push(value);
  }
  records = found;
}

await read();
console.log("ready");
keeper.wake();
setInterval(() => void read().then(keeper.wake), 150);

// The parent may be killed: this process must not outlive it for long.
setTimeout(() => Deno.exit(0), 600_000);
