/**
 * One process that sums up what is in a KV file, for tests that kill it:
 * `deno run -A live_stats_process.ts <kv file>`. It prints `ready` when it has begun.
 */
import { systemClock } from "../../src/platform/clock.ts";
import { systemNet } from "../../src/platform/net.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { openKv } from "../support/open_kv.ts";
import { createProcess } from "./live_harness.ts";

const [path = ""] = Deno.args;
const env = { clock: systemClock, net: systemNet, random: systemRandom };
const kv = await openKv(path);
const live = createProcess({ ...env, kv, settings: { on: false }, followMs: 100 });
live.start();
console.log("ready");

// The parent may be killed: this process must not outlive it for long.
setTimeout(() => Deno.exit(0), 600_000);
