import { existsSync } from "node:fs";
import { KEPT_FOLDER } from "../../build/cache/compiler_version.ts";
import { LIVE_SIZE, timesSize, writeContent } from "../support/content_generator.ts";
import { buildContent, permissionsOf } from "../support/server.ts";
import type { BuildResult } from "./results.ts";
import { type Run, runToEnd } from "./startup.ts";
import { spreadOf } from "./statistics.ts";

interface Program {
  readonly name: string;
  run(): Promise<Run>;
}

/** Rounds of content that is larger than the live service's. */
const MAX_ROUNDS_OF_MUCH = 2;

/** So much is read by the plain script and built from nothing, once each. */
const FACTOR_OF_MOST = 100;

/**
 * Builds, checks and compares content in turn with a plain script that reads the same files, as often as there
 * are rounds, after one that warms up. `factors`: how many times the live service's content each is.
 */
export async function measureBuilds(
  folder: string,
  factors: readonly number[],
  rounds: number,
  progress: (line: string) => void,
): Promise<BuildResult[]> {
  const results: BuildResult[] = [];
  for (const factor of factors) {
    progress(`Writes content of ${factor} times the live service's size`);
    const content = `${folder}/builds-${factor}`;
    writeContent(content, timesSize(LIVE_SIZE, factor));
    const env = { CONTENT_DIR: content, OUT_DIR: `${content}-out` };
    const size = `${countFiles(content)} files`;
    if (factor < FACTOR_OF_MOST) {
      const fewer = Math.min(rounds, factor > 1 ? MAX_ROUNDS_OF_MUCH : rounds);
      results.push(...await measureOne(size, await programsFor(env), env, fewer, progress));
    } else {
      const [plain, build] = await programsFor(env);
      results.push(...await measureOnce(size, [plain!, build!], progress));
    }
  }
  return results;
}

async function measureOne(
  size: string,
  programs: readonly Program[],
  env: Readonly<Record<string, string>>,
  rounds: number,
  progress: (line: string) => void,
): Promise<BuildResult[]> {
  const { code, stderr } = await buildContent(env);
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  const runs = programs.map((): Run[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [place, program] of programs.entries()) {
      const run = await program.run();
      if (round > 0) runs[place]!.push(run);
    }
    progress(`builds of ${size}, round ${round} of ${rounds}${round === 0 ? " (warms up)" : ""}`);
  }
  return resultsOf(size, programs, runs);
}

async function measureOnce(
  size: string,
  programs: readonly Program[],
  progress: (line: string) => void,
): Promise<BuildResult[]> {
  const runs: Run[][] = [];
  for (const program of programs) {
    progress(`${program.name}, ${size}`);
    runs.push([await program.run()]);
  }
  return resultsOf(size, programs, runs);
}

function resultsOf(
  size: string,
  programs: readonly Program[],
  runs: readonly (readonly Run[])[],
): BuildResult[] {
  return programs.map(({ name }, place) => ({
    name: `${name}, ${size}`,
    ms: spreadOf(runs[place]!.map(({ ms }) => ms)),
    cpuMs: spreadOf(runs[place]!.map((run) => run.cpuMs)),
    peakMib: spreadOf(runs[place]!.map(({ peakMib }) => peakMib)),
    toPlain: spreadOf(runs[place]!.map(({ ms }, round) => ms / runs[0]![round]!.ms)),
    cpuToPlain: spreadOf(runs[place]!.map(({ cpuMs }, round) => cpuMs / runs[0]![round]!.cpuMs)),
  }));
}

/** The first is the one that all are divided by. */
async function programsFor(env: Readonly<Record<string, string>>): Promise<Program[]> {
  const [build, check, diff] = await Promise.all([
    permissionsOf("build", env),
    permissionsOf("check", env),
    permissionsOf("diff", env),
  ]);
  const plain = ["-A", "test/bench/programs/plain_build.ts", env["CONTENT_DIR"]!];
  return [
    { name: "plain script", run: () => runToEnd(plain, env) },
    {
      name: "build from nothing",
      run() {
        if (existsSync(env["OUT_DIR"]!)) Deno.removeSync(env["OUT_DIR"]!, { recursive: true });
        return runToEnd([...build, "build/main.ts", "build"], env);
      },
    },
    {
      name: "first build of a program",
      run() {
        for (const folder of [env["OUT_DIR"]!, KEPT_FOLDER]) {
          if (existsSync(folder)) Deno.removeSync(folder, { recursive: true });
        }
        return runToEnd([...build, "build/main.ts", "build"], env);
      },
    },
    {
      name: "build with its cache",
      run: () => runToEnd([...build, "build/main.ts", "build"], env),
    },
    { name: "check", run: () => runToEnd([...check, "build/report/main.ts"], env) },
    { name: "diff", run: () => runToEnd([...diff, "build/diff/main.ts"], env) },
  ];
}

function countFiles(folder: string): number {
  return [...Deno.readDirSync(folder)].reduce(
    (count, { name, isDirectory }) => count + (isDirectory ? countFiles(`${folder}/${name}`) : 1),
    0,
  );
}
