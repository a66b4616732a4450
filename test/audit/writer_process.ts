/**
 * A process that records uses as fast as it is told to, and prints the number of each use that was
 * acknowledged: `writer_process.ts <kv file> <first number> <uses per millisecond>`.
 */
import { openKv } from "../support/open_kv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { stderrLog } from "../../src/platform/log.ts";
import { openRecorder } from "./opening.ts";
import { sampleUse, wallClock } from "./sample_use.ts";

const [path, first, perMs] = Deno.args as [string, string, string];
const recorder = openRecorder({
  kv: await openKv(path),
  clock: wallClock,
  random: systemRandom,
  log: stderrLog,
});
const encoder = new TextEncoder();
let number = Number(first);

function recordOne(): void {
  const mine = number++;
  const use = sampleUse({ at: wallClock.now(), endpoint: `/api/groupa/news/${mine}` });
  Promise.resolve(recorder.record(use)).then(() => {
    // An answer that was let go because the store was too slow is no promise that it is on record.
    if (recorder.state().store === "ok") Deno.stdout.writeSync(encoder.encode(`${mine}\n`));
  });
}

let owed = 0;
let last = performance.now();
setInterval(() => {
  const now = performance.now();
  owed += (now - last) * Number(perMs);
  last = now;
  for (; owed >= 1; owed--) recordOne();
}, 1);
