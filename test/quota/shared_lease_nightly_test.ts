import assert from "node:assert/strict";
import { findDenokv, startDenokv } from "../platform/denokv_server.ts";
import { ignoredWithout } from "../support/ignored_without.ts";
import { killIfRunning } from "../support/kill_if_running.ts";
import { testOnEngines } from "../support/store_engines.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** How many lease at a time. */
const PROCESSES = 4;
const QUOTA = 20_000;
/** 1 % of the quota: the largest block. */
const BLOCK = 200;
/** How often one of them ends and another one starts in its place. */
const TURNS = 8;
const WORKER = new URL("./worker.ts", import.meta.url).pathname;

interface Worker {
  readonly process: Deno.ChildProcess;
  readonly tally: string;
  /** How often it said that the quota is used up. */
  usedUp: number;
  /** Resolves when its output has ended. */
  readonly silent: Promise<void>;
}

const WHAT =
  "processes that come and go, killed and ended in turn, share the quota and lose at most " +
  "two blocks by each kill";

testOnEngines(WHAT, comeAndGo);

const denokv = findDenokv();

Deno.test({
  name: `${WHAT}, on one KV Connect server`,
  ignore: ignoredWithout("denokv", denokv !== undefined),
  fn: async () => {
    await using folder = await temporaryFolder();
    await using server = await startDenokv(denokv!, `${folder.path}/kv`);
    await comeAndGo(server.url);
  },
});

/** Drains the quota, while the oldest process ends again and again and a new one takes its place. */
async function comeAndGo(store: string): Promise<void> {
  await using folder = await temporaryFolder();
  const all: Worker[] = [];
  const start = () => all.push(startWorker(store, `${folder.path}/tally${all.length}`));
  try {
    for (let n = 0; n < PROCESSES; n++) start();
    for (let turn = 0; turn < TURNS; turn++) {
      await untilAdmitted(all, (turn + 1) * QUOTA / (TURNS + 2));
      await endAll([all[turn]!], isKilled(turn) ? "SIGKILL" : "SIGTERM");
      start();
    }
    const living = all.slice(TURNS);
    await untilUsedUp(living);
    await endAll(living);
    const kills = all.filter((_, turn) => turn < TURNS && isKilled(turn)).length;
    const lost = QUOTA - await admittedBy(all);
    assert.ok(lost >= 0, `${-lost} too many`);
    assert.ok(lost <= kills * 2 * BLOCK, `${lost} lost by ${kills} kills`);
  } finally {
    await endAll(all, "SIGKILL");
  }
}

function isKilled(turn: number): boolean {
  return turn % 2 === 0;
}

function startWorker(store: string, tally: string): Worker {
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", WORKER, store, tally, `${QUOTA}`],
    stdout: "piped",
  }).spawn();
  const worker = { process, tally, usedUp: 0, silent: Promise.resolve() };
  return Object.assign(worker, { silent: listen(worker) });
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
  for (const { process } of workers) killIfRunning(process, signal);
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
