import assert from "node:assert/strict";
import { idnItem } from "../../build/demo/scene.ts";
import { killIfRunning } from "../support/kill_if_running.ts";
import { createLiveFixture } from "./live_fixture.ts";
import { type RssServer, startRssServer } from "./rss_server.ts";
import { command } from "../support/server.ts";
import { sizeOf } from "../support/size.ts";
import { until } from "../support/until.ts";
import type { HeardByAll } from "./many_listeners_process.ts";

const LISTENERS = sizeOf({ default: 500, full: 2_000 });
const ROUNDS = 5;
const INTERVAL_MS = 1_000;
/** What a listener takes of the heap, in bytes. Its connection takes about 60 KB beside it, in any server of the runtime. */
const MAX_HEAP = 16_000;
const PATHS = ["/v1/events/stream", "/api/kota/live/stream"];

Deno.test(`${LISTENERS} listeners in another process all hear an event within a second, and no turn of the loop is long`, async () => {
  await using fixture = await createLiveFixture(INTERVAL_MS);
  const { platforms: { scene } } = fixture;
  await using server = await startRssServer({ ...fixture.env, SSE_LIMIT: String(2 * LISTENERS) });
  const warm = await startListeners(server, fixture.key, 50);
  await warm.close();
  const before = await server.memory();
  await using listeners = await startListeners(server, fixture.key, LISTENERS);
  const held = await server.memory();
  await server.stall();
  const spreads: number[] = [];
  const stalls = { wallMs: [] as number[], cpuMs: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    scene.idn = [idnItem("kota_ani", `news-${round}`)];
    await until(() => listeners.heard().length > round);
    const { slug, first, last } = listeners.heard()[round]!;
    assert.equal(slug, `news-${round}`);
    spreads.push(last - first);
    const { wallMs, cpuMs } = await server.stall();
    stalls.wallMs.push(wallMs);
    stalls.cpuMs.push(cpuMs);
  }
  assert.deepEqual(listeners.complaints(), []);
  const each = (of: "heap" | "rss") => Math.round((held[of] - before[of]) / LISTENERS);
  console.log(
    `${LISTENERS} listeners`,
    `all heard an event ${median(spreads)} ms after the first of them; ` +
      `longest turn of the loop ${median(stalls.cpuMs)} ms of the processor, ` +
      `${median(stalls.wallMs)} ms by the clock (medians of ${ROUNDS}); each takes ` +
      `${each("heap")} bytes of heap and ${each("rss")} of the process`,
  );
  assert.ok(each("heap") <= MAX_HEAP, `${each("heap")} bytes of heap for a listener`);
  assert.ok(median(spreads) < 1_000, `${spreads} ms from the first to the last`);
  assert.ok(median(stalls.cpuMs) < 50, `${stalls.cpuMs} ms of the processor in one turn`);
});

/** Listeners in a process of their own, all of them connected. */
async function startListeners({ base }: RssServer, key: string, count: number) {
  const script = new URL("./many_listeners_process.ts", import.meta.url).pathname;
  const child = command(["run", "-A", script, base, key, String(count), ...PATHS], {}).spawn();
  let printed = "";
  let failed = "";
  const reading = Promise.all([
    collect(child.stdout, (text) => printed += text),
    collect(child.stderr, (text) => failed += text),
  ]);
  let ended = false;
  child.status.then(() => ended = true);
  await until(() => ended || printed.includes(`open ${count}\n`));
  assert.ok(!ended, failed);
  const lines = () => printed.slice(0, printed.lastIndexOf("\n")).split("\n").slice(1);
  const close = async () => {
    killIfRunning(child);
    await Promise.all([child.status, reading]);
  };
  return {
    heard: () => lines().filter(isHeard).map((line): HeardByAll => JSON.parse(line)),
    complaints: () => lines().filter((line) => !isHeard(line)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function isHeard(line: string): boolean {
  return line.startsWith("{");
}

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!);
}

async function collect(stream: ReadableStream<Uint8Array>, add: (text: string) => void) {
  const decoder = new TextDecoder();
  for await (const bytes of stream) add(decoder.decode(bytes, { stream: true }));
}
