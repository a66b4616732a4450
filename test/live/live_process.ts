/**
 * One process of the program's live part on a KV file, for tests that kill it:
 * `deno run -A live_process.ts <kv file> <platforms' address> <interval ms>`. It prints what its
 * board holds, as one line of JSON, whenever that changes.
 */
import { systemClock } from "../../src/platform/clock.ts";
import { openKv } from "../support/open_kv.ts";
import { systemNet } from "../../src/platform/net.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createProcess } from "./live_harness.ts";

const [path = "", url = "", interval = ""] = Deno.args;
const live = createProcess({
  clock: systemClock,
  kv: await openKv(path),
  net: systemNet,
  random: systemRandom,
  url,
  settings: { LIVE_INTERVAL_MS: Number(interval), YOUTUBE_API_KEY: undefined },
});
live.start();

let printed = "";
const timer = setInterval(() => {
  live.noteRequest();
  const line = JSON.stringify({
    list: live.view.list("groupa").map(({ id, started_at }) => `${id} ${started_at}`),
    recents: live.recents.list("groupa").map(({ id }) => id),
    events: live.feed.since(0).map(({ seq, type }) => `${seq} ${type}`),
  });
  if (line !== printed) console.log(line);
  printed = line;
}, 20);

// The parent may be killed: this process must not outlive it for long.
setTimeout(() => clearInterval(timer), 60_000);
