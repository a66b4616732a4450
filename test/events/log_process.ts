/**
 * One process that writes into the log of a KV file and reads it, both at random:
 * `log_process.ts <kv file> <name> <seed> <writes>`. It says `done` when it has written; told to end, by
 * the end of its input, it reads what is left and prints {@linkcode LogProcessReport}.
 */
import type { LogEntry } from "../../src/events/event.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { openKv } from "../support/open_kv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { quietLog } from "../live/live_harness.ts";
import { createFakeNet } from "../../build/demo/net.ts";
import { idnItem } from "../../build/demo/scene.ts";
import { createPrng } from "../support/prng.ts";
import { openLog } from "./opening.ts";

/** What a process has done. */
export interface LogProcessReport {
  /** The subjects of the content events that it wrote. */
  readonly written: readonly string[];
  /** The ids that it read, in the order in which they came. */
  readonly read: readonly string[];
}

const [path = "", name = "", seed = "", writes = ""] = Deno.args;

if (import.meta.main) await run();

async function run(): Promise<void> {
  const prng = createPrng(Number(seed));
  const kv = await openKv(path);
  const net = createFakeNet();
  const log = openLog({ kv, clock: systemClock, random: systemRandom, log: quietLog }, net);
  const written: string[] = [];
  const read: string[] = [];
  let ends = false;
  const reading = readOn();
  for (let n = 0; n < Number(writes); n++) await writeSomething(n);
  console.log("done");
  for await (const _ of Deno.stdin.readable);
  ends = true;
  await reading;
  await log.close();
  console.log(JSON.stringify({ written, read } satisfies LogProcessReport));
  Deno.exit();

  async function writeSomething(n: number): Promise<void> {
    if (prng.fraction() < 0.5) {
      net.scene.idn = [idnItem("groupa_feni", `${name}-${n}`)];
      await log.poll();
    } else {
      const count = 1 + Math.floor(4 * prng.fraction());
      const subjects = Array.from({ length: count }, (_, k) => `${name}-${n}-${k}`);
      await log.append(subjects.map(contentEntry));
      written.push(...subjects);
    }
    await pause(10 * prng.fraction());
  }

  /** As a client that polls: from the last id that it has, some at a time. */
  async function readOn(): Promise<void> {
    let after = 0;
    while (true) {
      const isLast = ends;
      if (isLast || prng.fraction() < 0.2) await log.sync();
      const some = await log.after(after, 1 + Math.floor(50 * prng.fraction()));
      read.push(...some.map(({ seq }) => String(seq)));
      after = some.at(-1)?.seq ?? after;
      if (isLast && some.length === 0) return;
      if (!isLast) await pause(15 * prng.fraction());
    }
  }
}

function contentEntry(subject: string): LogEntry {
  const at = new Date().toISOString();
  return {
    type: "news.published",
    group: "groupa",
    at,
    data: { id: subject },
    subject,
    members: [],
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
