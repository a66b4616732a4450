import assert from "node:assert/strict";
import { openKv } from "../support/open_kv.ts";
import { command } from "../support/server.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { testOnEngines } from "../support/store_engines.ts";
import { until } from "../support/until.ts";
import type { LogProcessReport } from "./log_process.ts";
import { storedLog } from "./opening.ts";

const PROCESSES = 3;
const WRITES = sizeOf({ default: 40, full: 2_000 });

testOnEngines(
  "processes that log broadcasts and content at once make one log, of which no reader misses anything",
  async (path) => {
    const seed = testSeed();
    const kv = await openKv(path);
    try {
      const processes = Array.from({ length: PROCESSES }, (_, n) => start(path, n, seed + n));
      await until(() => processes.every(({ isDone }) => isDone()), 600_000);
      const reports = await Promise.all(processes.map(({ end }) => end()));
      const records = await storedLog(kv);
      assert.deepEqual(records.map(({ seq }) => seq), records.map((_, n) => n + 1));
      const ids = records.map(({ seq }) => String(seq));
      for (const { read } of reports) assert.deepEqual(read, ids);
      const logged = records.flatMap(({ subject }) => subject ?? []);
      assert.deepEqual(logged.toSorted(), reports.flatMap(({ written }) => written).toSorted());
      assert.ok(
        logged.length >= WRITES && records.length - logged.length >= WRITES / 4,
        `${ids.length}`,
      );
    } finally {
      kv.close();
    }
  },
);

/** A process that writes and reads. */
function start(path: string, n: number, seed: number) {
  const script = new URL("./log_process.ts", import.meta.url).pathname;
  const args = ["run", "-A", "--unstable-kv", script, path, `p${n}`, String(seed), String(WRITES)];
  const child = command(args, {}, { stdin: "piped" }).spawn();
  let printed = "";
  let failed = "";
  const reading = Promise.all([
    collect(child.stdout, (text) => printed += text),
    collect(child.stderr, (text) => failed += text),
  ]);
  let ended = false;
  child.status.then(() => ended = true);
  return {
    isDone() {
      assert.ok(!ended, failed);
      return printed.startsWith("done\n");
    },
    async end(): Promise<LogProcessReport> {
      await child.stdin.close();
      await Promise.all([child.status, reading]);
      assert.equal(failed, "");
      return JSON.parse(printed.slice("done\n".length));
    },
  };
}

async function collect(stream: ReadableStream<Uint8Array>, add: (text: string) => void) {
  const decoder = new TextDecoder();
  for await (const bytes of stream) add(decoder.decode(bytes, { stream: true }));
}
