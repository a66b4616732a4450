import { command } from "../support/server.ts";
import { childrenCpuMs, cpuMs, peakMemoryMib } from "./processor.ts";
import type { StartResult } from "./results.ts";
import type { Site } from "./site.ts";
import { spreadOf } from "./statistics.ts";
import { listening } from "./target.ts";

/** One start or one build. */
export interface Run {
  readonly ms: number;
  readonly cpuMs: number;
  readonly peakMib: number;
}

/** A program that is run over and over. */
export interface Startup {
  readonly name: string;
  run(): Promise<Run>;
}

/** A program that does nothing but answer 200, which all others are divided by. */
export const EMPTY: Startup = {
  name: "start, empty Deno.serve",
  run: () => runToAnswer(["--allow-net=127.0.0.1", "test/bench/programs/empty.ts"], {}, "", {}),
};

/** The real server, from its start to its first 200 of an endpoint that asks for a key. */
export function serverStart(
  size: string,
  site: Site,
  path: string,
  { flags = [], cwd }: StartOptions = {},
): Startup {
  const args = [...site.servePermissions, ...flags, "src/main.ts"];
  const env = { ...site.env, PORT: "0" };
  return {
    name: `start, ${size}`,
    run: () => runToAnswer(args, env, path, { "x-api-key": site.key }, cwd),
  };
}

/** How a server is started that is not this one as it is. */
interface StartOptions {
  /** The runtime's. */
  readonly flags?: readonly string[];
  /** The folder of the program. */
  readonly cwd?: string;
}

/** Starts of the same program without what the runtime keeps of its code, and as a bundle, with it and without. */
export async function otherStarts(
  size: string,
  site: Site,
  path: string,
  folder: string,
): Promise<Startup[]> {
  const { success, stderr } = await command(
    ["run", "--quiet", "--allow-all", "build/service/bundle.ts", folder],
    site.env,
  ).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const flags = ["--no-code-cache"];
  return [
    serverStart(`${size}, no code cache`, site, path, { flags }),
    serverStart(`bundled, ${size}`, site, path, { cwd: folder }),
    serverStart(`bundled, ${size}, no code cache`, site, path, { flags, cwd: folder }),
  ];
}

/** A whole build, from its start to its end. */
export function contentBuild(size: string, { env, buildPermissions }: Site): Startup {
  const args = [...buildPermissions, "build/main.ts", "build"];
  return { name: `build, ${size}`, run: () => runToEnd(args, env) };
}

/** Runs all in turn, as often as there are rounds, after one that warms up; the first is `EMPTY`. */
export async function measureStartups(
  startups: readonly Startup[],
  rounds: number,
  progress: (line: string) => void,
): Promise<StartResult[]> {
  const all = [EMPTY, ...startups];
  const runs = all.map((): Run[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [place, startup] of all.entries()) {
      const run = await startup.run();
      if (round > 0) runs[place]!.push(run);
    }
    progress(`starts and builds, round ${round} of ${rounds}${round === 0 ? " (warms up)" : ""}`);
  }
  const results = all.map(({ name }, place) => ({
    name,
    ms: spreadOf(runs[place]!.map(({ ms }) => ms)),
    cpuMs: spreadOf(runs[place]!.map((run) => run.cpuMs)),
    peakMib: spreadOf(runs[place]!.map(({ peakMib }) => peakMib)),
  }));
  const [empty] = results;
  return results.map((result) => ({
    ...result,
    toEmpty: Number((result.ms.median / empty!.ms.median).toPrecision(4)),
  }));
}

async function runToAnswer(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  path: string,
  headers: Readonly<Record<string, string>>,
  cwd = ".",
): Promise<Run> {
  const startedAt = performance.now();
  const child = command(["run", ...args], env, { cwd }).spawn();
  const output = child.stdout.getReader();
  const base = await listening(output);
  if (base === undefined) throw new Error(await new Response(child.stderr).text());
  const response = await fetch(`${base}${path}`, { headers });
  const ms = performance.now() - startedAt;
  const run = { ms, cpuMs: cpuMs(child.pid), peakMib: peakMemoryMib(child.pid)! };
  await response.body?.cancel();
  child.kill("SIGINT");
  await Promise.all([output.cancel(), child.stderr.cancel(), child.status]);
  if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`);
  return run;
}

/** Runs a program to its end, and fails where it does. */
export async function runToEnd(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Run> {
  const cpuBefore = childrenCpuMs();
  const startedAt = performance.now();
  const child = command(["run", ...args], env).spawn();
  let ms: number | undefined;
  const ended = child.output().then(({ code, stderr }) => {
    ms = performance.now() - startedAt;
    if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  });
  let peakMib = 0;
  while (ms === undefined) {
    peakMib = peakMemoryMib(child.pid) ?? peakMib;
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 10))]);
  }
  return { ms, cpuMs: childrenCpuMs() - cpuBefore, peakMib };
}
