/**
 * One process that sums up what is in a KV file, for tests that kill it:
 * `deno run -A live_stats_process.ts <kv file>`. It prints `ready` when it has begun.
 */
import { createLiveStats } from "../../../src/addons/live_stats/live_stats.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { systemNet } from "../../../src/platform/net.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { openKv } from "../../support/open_kv.ts";
import { createProcess, quietLog } from "../../live/live_harness.ts";

const [path = ""] = Deno.args;
const env = { clock: systemClock, net: systemNet, random: systemRandom };
const kv = await openKv(path);
const live = createProcess({ ...env, kv, settings: { LIVE: false }, followMs: 100 });
const dayOf = (_: string, at: number) => new Date(at).toISOString().slice(0, 10);
createLiveStats({ ...env, kv, log: quietLog, recents: live.recents, pollMs: 10_000, dayOf });
live.start();
console.log("ready");

// The parent may be killed: this process must not outlive it for long.
setTimeout(() => Deno.exit(0), 600_000);
