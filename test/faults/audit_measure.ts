/**
 * Measures what strict recording costs on a KV file: the latency that it adds to an answer, and the
 * store's writes per 1,000 uses. Not a test: `deno task nightly`.
 */
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { stderrLog } from "../../src/platform/log.ts";
import { createFaultyKv } from "../support/faulty_kv.ts";
import { sizeOf } from "../support/size.ts";
import { openRecorder } from "../audit/opening.ts";
import { sampleUse, wallClock } from "../audit/sample_use.ts";

const SECONDS = sizeOf({ default: 1, full: 5 });

async function measure(perSecond: number): Promise<void> {
  const directory = await Deno.makeTempDir();
  const store = await openDenoKv(`${directory}/kv`);
  const kv = createFaultyKv(store);
  const recorder = openRecorder({ kv, clock: wallClock, random: systemRandom, log: stderrLog });
  const waits: number[] = [];
  const answers: Promise<void>[] = [];
  const began = performance.now();
  for (let number = 0; number < perSecond * SECONDS;) {
    const due = (performance.now() - began) / 1_000 * perSecond;
    for (; number < due && number < perSecond * SECONDS; number++) {
      const from = performance.now();
      const use = sampleUse({ at: wallClock.now(), endpoint: `/api/groupa/news/${number}` });
      answers.push(
        Promise.resolve(recorder.record(use)).then(() => void waits.push(performance.now() - from)),
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(answers);
  await recorder.close();
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.floor(share * (waits.length - 1))]!.toFixed(2);
  const per1000 = (count: number) => (count / waits.length * 1_000).toFixed(0);
  console.log(
    `${perSecond} uses/s: median ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms; ` +
      `${per1000(kv.done.commits)} commits and ${
        per1000(kv.done.writes)
      } entries written per 1,000 uses`,
  );
  store.close();
  await Deno.remove(directory, { recursive: true });
}

for (const perSecond of [10, 100, 1_000, 5_000]) await measure(perSecond);
