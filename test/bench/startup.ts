import { untilAnswered } from "../support/until.ts";
import { childrenCpuMs, type CommandLine, cpuUs, run, start as startServer } from "./process.ts";
import type { Site } from "./site.ts";
import { eachSide, type Figures, inTurns, print, type Sides } from "./turns.ts";

const EMPTY = { args: ["run", "--allow-net=127.0.0.1", "test/bench/plain.ts"] };
const PARSER = ["run", "--allow-read", "--allow-env", "test/bench/plain_build.ts"];

/** Starts to the first answer, beside an empty server. */
export async function start(rounds: number, size: string, sites: Sides<Site>): Promise<void> {
  const empty = () => runToAnswer(EMPTY, "");
  const starts = await eachSide(sites, ({ serve, key }) => () => runToAnswer(serve, key));
  const { plain = [], ...own } = await inTurns({ plain: empty, ...starts }, rounds);
  const msBeyond = (ms: number, n: number) => ({ "ms beyond empty": ms - plain[n]!["ms"]! });
  const beyond = await eachSide(
    own,
    (runs) => runs.map((figures, n) => ({ ...figures, ...msBeyond(figures["ms"]!, n) })),
  );
  print(`start, ${size}`, { plain, ...beyond });
}

async function runToAnswer(line: CommandLine, key: string): Promise<Figures> {
  const began = performance.now();
  await using server = await startServer(line);
  const url = `${server.base}v1/birthdays/upcoming?days=30`;
  // On a busy machine the store may be late.
  const response = await untilAnswered(() => fetch(url, { headers: { "x-api-key": key } }));
  await response.body?.cancel();
  if (response.status !== 200) throw new Error(`${url} was answered ${response.status}`);
  return { "ms": performance.now() - began, "CPU ms": cpuUs(server) / 1000 };
}

/** Builds from nothing and after a save, beside a script that reads and parses the same files. */
export async function build(rounds: number, size: string, sites: Sides<Site>): Promise<void> {
  const plain = () => runToEnd({ args: [...PARSER, sites["now"]!.content] });
  const nothing = await eachSide(sites, (site) => () => {
    Deno.removeSync(site.out, { recursive: true });
    return runToEnd(site.build);
  });
  print(`build from nothing, ${size}`, await inTurns({ plain, ...nothing }, rounds));
  const saved = await eachSide(sites, (site) => () => {
    Deno.writeTextFileSync(site.article, "\nMore news.\n", { append: true });
    return runToEnd(site.build);
  });
  print(`build after a save, ${size}`, await inTurns({ plain, ...saved }, rounds));
}

async function runToEnd(line: CommandLine): Promise<Figures> {
  const [cpuBefore, began] = [childrenCpuMs(), performance.now()];
  await run(line);
  return { "ms": performance.now() - began, "CPU ms": childrenCpuMs() - cpuBefore };
}
