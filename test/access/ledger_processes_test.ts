import assert from "node:assert/strict";
import { findDenokv, startDenokv } from "../platform/denokv_server.ts";
import { temporaryFolder } from "../support/temporary.ts";

const PROCESSES = 8;
const QUOTA = 20_000;
/** 1 % of the quota: the largest block. */
const BLOCK = 200;
const WORKER = new URL("ledger_worker.ts", import.meta.url).pathname;

interface Worker {
  readonly process: Deno.ChildProcess;
  readonly tally: string;
  /** How often it said that the quota is used up. */
  usedUp: number;
  /** Resolves when its output has ended. */
  readonly silent: Promise<void>;
}

interface Terms {
  /** The URL of a server; default: a file of its own. */
  readonly store?: string;
  readonly latencyMs?: number;
}

Deno.test(`${PROCESSES} processes on one store file admit exactly the quota`, () =>
  withWorkers({}, async (workers) => {
    await untilUsedUp(workers);
    await endAll(workers);
    assert.equal(await admittedBy(workers), QUOTA);
  }));

Deno.test(`${PROCESSES} processes admit exactly the quota through a store that takes 100 ms ± 20 %`, () =>
  withWorkers({ latencyMs: 100 }, async (workers) => {
    await untilUsedUp(workers);
    await endAll(workers);
    assert.equal(await admittedBy(workers), QUOTA);
  }));

Deno.test("with 3 of them killed in the middle never more, and at most two blocks each less", () =>
  withWorkers({}, async (workers) => {
    await untilAdmitted(workers, QUOTA / 3);
    const killed = workers.slice(0, 3);
    for (const { process } of killed) process.kill("SIGKILL");
    await untilUsedUp(workers.slice(3));
    await endAll(workers);
    const lost = QUOTA - await admittedBy(workers);
    assert.ok(lost >= 0, `${-lost} too many`);
    assert.ok(lost <= killed.length * 2 * BLOCK, `${lost} lost`);
  }));

Deno.test("with 3 of them ended by SIGTERM in the middle exactly the quota", () =>
  withWorkers({}, async (workers) => {
    await untilAdmitted(workers, QUOTA / 3);
    await endAll(workers.slice(0, 3));
    await untilUsedUp(workers.slice(3));
    await endAll(workers.slice(3));
    assert.equal(await admittedBy(workers), QUOTA);
  }));

const denokv = await findDenokv();

Deno.test({
  name: `${PROCESSES} processes on one KV Connect server admit exactly the quota`,
  ignore: denokv === undefined,
  fn: async () => {
    await using folder = await temporaryFolder();
    await using server = await startDenokv(denokv!, `${folder.path}/kv`);
    await withWorkers({ store: server.url }, async (workers) => {
      await untilUsedUp(workers);
      await endAll(workers);
      assert.equal(await admittedBy(workers), QUOTA);
    });
  },
});

/** Starts the processes, and leaves none behind, nor any file. */
async function withWorkers(
  terms: Terms,
  run: (workers: Worker[]) => Promise<void>,
): Promise<void> {
  await using folder = await temporaryFolder();
  const workers = startAll(folder.path, terms);
  try {
    await run(workers);
  } finally {
    await endAll(workers, "SIGKILL");
  }
}

function startAll(folder: string, { store = `${folder}/kv`, latencyMs = 0 }: Terms): Worker[] {
  return Array.from({ length: PROCESSES }, (_, n) => {
    const tally = `${folder}/tally${n}`;
    const process = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", WORKER, store, tally, `${QUOTA}`, `${latencyMs}`],
      stdout: "piped",
    }).spawn();
    const worker = { process, tally, usedUp: 0, silent: Promise.resolve() };
    return Object.assign(worker, { silent: listen(worker) });
  });
}

async function listen(worker: { process: Deno.ChildProcess; usedUp: number }): Promise<void> {
  for await (const text of worker.process.stdout.pipeThrough(new TextDecoderStream())) {
    worker.usedUp += text.split("used up").length - 1;
  }
}

/** Every one of them has been refused for as long as it takes to notice returned units. */
async function untilUsedUp(workers: readonly Worker[]): Promise<void> {
  await waitUntil(() => workers.every(({ usedUp }) => usedUp > 0), "the quota to be used up");
}

async function untilAdmitted(workers: readonly Worker[], units: number): Promise<void> {
  await waitUntil(async () => await admittedBy(workers) >= units, `${units} units to be admitted`);
}

async function admittedBy(workers: readonly Worker[]): Promise<number> {
  const sizes = await Promise.all(workers.map(async ({ tally }) => {
    try {
      return (await Deno.stat(tally)).size;
    } catch {
      return 0;
    }
  }));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function endAll(
  workers: readonly Worker[],
  signal: "SIGTERM" | "SIGKILL" = "SIGTERM",
): Promise<void> {
  for (const { process } of workers) {
    try {
      process.kill(signal);
    } catch {
      // It has ended already.
    }
  }
  await Promise.all(workers.map(async ({ process, silent }) => {
    await process.status;
    await silent;
  }));
}

async function waitUntil(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const giveUpAt = performance.now() + 60_000;
  while (!(await condition())) {
    if (performance.now() > giveUpAt) throw new Error(`Waited 60 s in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
