import { openFixtureStore } from "../../support/fixture.ts";
import { addManyKeys, secretOf } from "../../support/many_keys.ts";
import { runTask } from "../../support/command.ts";
import { startLine, startServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { memoryMib } from "../processor.ts";
import { shippedSite } from "../site.ts";
import type { GrowthBench } from "./content.ts";

/** What so many keys take. */
export interface KeyGrowth {
  readonly keys: number;
  /** From the start of the program to the first 200 of the key that was made last. */
  readonly startMs: number;
  /** From then on until all keys are in memory. */
  readonly loadMs: number;
  readonly memoryMib: number;
}

/** What it takes to answer very many keys that all come at once, for the first time and again. */
export interface ActiveKeys {
  readonly keys: number;
  readonly processes: number;
  readonly firstS: number;
  readonly againS: number;
  /** Answers that were no 200, of both rounds. */
  readonly refused: number;
}

const PATH = "api/groupa/releases";
const AT_ONCE = 64;

/** Starts a server on a store with so many keys. */
export async function measureKeys(bench: GrowthBench, keys: number): Promise<KeyGrowth> {
  bench.progress(`Makes ${keys} keys`);
  const env = await storeOfKeys(bench, keys);
  const began = performance.now();
  await using server = await startServer(env);
  if (await statusFor(server.base, keys - 1) !== 200) throw new Error("The last key was refused");
  const started = performance.now();
  await untilReady(server.base);
  const loadMs = performance.now() - started;
  return { keys, startMs: started - began, loadMs, memoryMib: memoryMib(server.process.pid) };
}

async function untilReady(base: string): Promise<void> {
  await until(async () => {
    const response = await fetch(`${base}readyz`);
    await response.body?.cancel();
    return response.ok;
  });
}

/** Asks with every key once, and once more, of several processes on one port. */
export async function measureActiveKeys(
  bench: GrowthBench,
  keys: number,
  processes: number,
): Promise<ActiveKeys> {
  const several = { PROCESSES: String(processes), PORT: "0", DRAIN_MS: "0" };
  const env = { ...await storeOfKeys(bench, keys), ...several };
  bench.progress(`Asks with ${keys} keys at once, of ${processes} processes`);
  const { code, stdout, stderr } = await runTask("serve", env, ["--print"]);
  if (code !== 0) throw new Error(stderr);
  await using server = await startLine(stdout.trim(), env);
  let refused = 0;
  const round = async () => {
    const began = performance.now();
    const numbers = Array.from({ length: keys }, (_, number) => number).values();
    const worker = async () => {
      for (const number of numbers) if (await statusFor(server.base, number) !== 200) refused++;
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return (performance.now() - began) / 1000;
  };
  const firstS = await round();
  const againS = await round();
  return { keys, processes, firstS, againS, refused };
}

async function storeOfKeys({ folder }: GrowthBench, keys: number) {
  const { env } = await shippedSite(`${folder}/keys${keys}-${crypto.randomUUID()}`);
  const store = await openFixtureStore(env);
  await addManyKeys(store, keys);
  store.kv.close();
  return env;
}

async function statusFor(base: string, number: number): Promise<number> {
  const response = await fetch(`${base}${PATH}`, { headers: { "x-api-key": secretOf(number) } });
  await response.body?.cancel();
  return response.status;
}
