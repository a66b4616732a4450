import { runTask } from "../support/command.ts";
import { startLine } from "../support/server.ts";
import type { LoadGenerator } from "./load.ts";
import { cpuMs, pinProcess, untilAtRest } from "./processor.ts";
import type { ProcessesResult } from "./results.ts";
import { spreadOf } from "./statistics.ts";
import type { Site } from "./site.ts";

/** What is asked over and over. */
export interface ProcessesOptions {
  readonly site: Site;
  readonly load: LoadGenerator;
  readonly path: string;
  readonly rounds: number;
  readonly roundMs: number;
}

/** With fewer processors the load would take its time from the servers. */
const ENOUGH_PROCESSORS = 3;
const hasEnough = navigator.hardwareConcurrency >= ENOUGH_PROCESSORS;
/** Requests by which the compiler has done its work, in each process. */
const WARM_UP = 100_000;
const WARM_UP_MS = 2000;

/** The servers of one start, and what they need for a request. */
interface Servers extends AsyncDisposable {
  readonly base: string;
  readonly pids: readonly number[];
}

interface Sample {
  readonly answers: number;
  readonly cpuUs: number;
  readonly perSecond: number;
}

/**
 * Asks one process and two in turn, each kept on a processor of its own where the load has a third one.
 * Else all are on one: two then need more time for a request than they would apart, so that it is the
 * least by which they do more.
 */
export async function measureProcesses(options: ProcessesOptions): Promise<ProcessesResult> {
  await using one = await startServers(options.site, 1);
  await using two = await startServers(options.site, 2);
  for (const servers of [one, two]) await warmUp(options, servers);
  const samples: { one: Sample; two: Sample }[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const { roundMs } = options;
    samples.push({ one: await ask(options, one, roundMs), two: await ask(options, two, roundMs) });
  }
  const perSecond = spreadOf(samples.map(({ one, two }) => two.perSecond / one.perSecond));
  return {
    one: spreadOf(samples.map(({ one }) => one.cpuUs)),
    two: spreadOf(samples.map(({ two }) => two.cpuUs)),
    times: spreadOf(samples.map(({ one, two }) => 2 * one.cpuUs / two.cpuUs)),
    ...(hasEnough && { timesPerSecond: perSecond }),
  };
}

async function startServers({ env }: Site, count: number): Promise<Servers> {
  const several = { ...env, PROCESSES: String(count), PORT: "0", DRAIN_MS: "0" };
  const { code, stdout, stderr } = await runTask("serve", several, ["--print"]);
  if (code !== 0) throw new Error(stderr);
  const server = await startLine(stdout.trim(), several);
  const parent = server.process.pid;
  const pids = count === 1 ? [parent] : childrenOf(parent);
  if (pids.length !== count) throw new Error(`Expected ${count} servers, got ${pids.length}`);
  pids.forEach((pid, place) => pinProcess(pid, hasEnough ? place : 0));
  for (const pid of pids) await untilAtRest(pid);
  return { base: server.base, pids, [Symbol.asyncDispose]: () => server.stop() };
}

async function warmUp(options: ProcessesOptions, servers: Servers): Promise<void> {
  let answered = 0;
  while (answered < WARM_UP * servers.pids.length) {
    answered += (await ask(options, servers, WARM_UP_MS)).answers;
  }
}

async function ask(
  { site, load, path }: ProcessesOptions,
  { base, pids }: Servers,
  ms: number,
): Promise<Sample> {
  const headers = { "x-api-key": site.key, "accept-encoding": "identity" };
  const before = usedMs(pids);
  const { answers, seconds } = await load.run({ url: `${base}${path}`, headers, status: 200 }, ms);
  const cpuUs = (usedMs(pids) - before) * 1000 / answers;
  return { answers, cpuUs, perSecond: answers / seconds };
}

function usedMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuMs(pid), 0);
}

/** The processes that a process has started itself (proc_pid_children(5)). */
function childrenOf(pid: number): number[] {
  const tasks = [...Deno.readDirSync(`/proc/${pid}/task`)];
  return tasks.flatMap(({ name }) =>
    Deno.readTextFileSync(`/proc/${pid}/task/${name}/children`).split(" ").filter(Boolean)
      .map(Number)
  );
}
