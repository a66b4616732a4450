/** `deno task bench`: measures the server on what customers have; `--help` says how. */
import { LIVE_SIZE } from "../support/content_generator.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { measureBuilds } from "./builds.ts";
import { benchCases } from "./cases.ts";
import { CONNECTIONS, createLoad } from "./load.ts";
import { nginxVersion } from "./nginx.ts";
import { type BenchOptions, HELP, readBenchOptions } from "./options.ts";
import { findCores } from "./processor.ts";
import { FIGURES_TEXTS, writeFigures } from "./documents.ts";
import { addToHistory, lossesOf, readHistory } from "./history.ts";
import { aimsMarkdown, figuresMarkdown, reportText } from "./report.ts";
import { measureProcesses } from "./processes.ts";
import { measureRequests } from "./requests.ts";
import { readResults, type Results, writeResults } from "./results.ts";
import { generatedSite, namesIn, REQUEST_SIZE, shippedSite } from "./site.ts";
import { measureSoak } from "./soak.ts";
import { measureTelemetry, TELEMETRY_CASES } from "./telemetry.ts";
import { contentBuild, measureStartups, otherStarts, serverStart } from "./startup.ts";
import { describeCommit, describeMachine, describeVersions, isCommit } from "./environment.ts";

const WHOLE = { rounds: 5, roundMs: 700, startRounds: 7, soakRequests: 1_000_000 };
const QUICK = { rounds: 2, roundMs: 400, startRounds: 2, soakRequests: 100_000 };

if (Deno.build.os !== "linux") fail(`Cannot measure: expected Linux, got "${Deno.build.os}"`);
await main(optionsOf(Deno.args));

function optionsOf(words: readonly string[]): BenchOptions {
  try {
    const options = readBenchOptions(words);
    const { before } = options;
    if (before === undefined || isCommit(before)) return options;
    return fail(`Cannot measure "${before}": expected a commit of this repository`);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return fail(`${error.message}; see deno task bench --help`);
  }
}

function fail(message: string): never {
  console.error(message);
  Deno.exit(2);
}

async function main(options: BenchOptions): Promise<void> {
  if (options.help) return console.log(HELP);
  const results = options.show ? readResults() : await measure(options);
  const isWhole = !options.quick && options.names.length === 0;
  if (isWhole && !options.show) {
    writeResults(results);
    addToHistory(results);
    for (const loss of lossesOf(readHistory())) progress(`Worse than in the run before: ${loss}`);
  }
  if (isWhole && (!options.show || options.write)) {
    writeFigures(results);
    const args = ["fmt", "--quiet", ...FIGURES_TEXTS.map(({ path }) => path)];
    await new Deno.Command(Deno.execPath(), { args }).output();
  }
  console.log(options.markdown ? markdownReport(results) : reportText(results));
}

function markdownReport(results: Results): string {
  return `${aimsMarkdown(results)}\n${figuresMarkdown(results, readHistory())}`;
}

async function measure({ quick, names, before }: BenchOptions): Promise<Results> {
  await using folder = await temporaryFolder();
  const cores = findCores();
  const machine = describeMachine(cores);
  const load = createLoad(folder.path, cores?.load);
  const { startRounds, soakRequests, ...rounds } = quick ? QUICK : WHOLE;
  const bench = {
    folder: folder.path,
    load,
    core: cores?.server,
    options: rounds,
    before,
    progress,
  };
  if (nginxVersion() === undefined) progress("nginx is not installed, and so not measured");
  return {
    measuredAt: new Date().toISOString(),
    commit: describeCommit(),
    machine,
    versions: { ...describeVersions(), ...(before && { before }) },
    method: { load: load.name, connections: CONNECTIONS, ...rounds },
    ...await measureCases(bench, names, soakRequests),
    starts: await measureStarts(folder.path, names, startRounds),
    builds: await measureBuilds(folder.path, factorsOf(names), startRounds, progress),
  };
}

async function measureCases(
  bench: Omit<Parameters<typeof measureRequests>[0], "site">,
  names: readonly string[],
  soakRequests: number,
): Promise<Pick<Results, "cases" | "soak" | "processes" | "telemetry">> {
  const isNamed = ({ name }: { readonly name: string }) => names.includes(name);
  const all = names.length === 0;
  const soaks = all || names.includes("soak");
  const severals = all || names.includes("processes");
  const tells = all || names.includes("telemetry");
  const asks = soaks || severals || tells || benchCases({ slug: "", nickname: "" }).some(isNamed);
  if (!asks) return { cases: [] };
  progress("Builds content with a list of each size");
  const site = await generatedSite(`${bench.folder}/requests`, REQUEST_SIZE);
  const cases = benchCases(namesIn(site));
  const measured = await measureRequests(
    { ...bench, site },
    cases,
    (benchCase) => all || isNamed(benchCase),
    (benchCase) => !all || benchCase.hasOthers,
  );
  const { path } = cases.find(({ name }) => name === "2KB")!;
  const asked = { ...bench, site, path };
  if (severals) progress("Asks two processes beside one");
  const processes = severals && await measureProcesses({ ...asked, ...bench.options });
  const telemetry = tells && await measureTelemetry(
    { ...bench, site },
    cases.filter(({ name }) => TELEMETRY_CASES.includes(name)),
  );
  if (soaks) progress(`Asks ${soakRequests} times with one key`);
  const soak = soaks && await measureSoak({ ...asked, requests: soakRequests });
  return {
    cases: measured,
    ...(processes && { processes }),
    ...(telemetry && { telemetry }),
    ...(soak && { soak }),
  };
}

async function measureStarts(folder: string, names: readonly string[], rounds: number) {
  const wants = (name: string) => names.length === 0 || names.includes(name);
  if (!wants("start") && !wants("build")) return [];
  progress("Builds the shipped content, and content of the live service's size");
  const { members, shows, news } = LIVE_SIZE;
  const size = `${members} members, ${shows} shows, ${news} news`;
  const shipped = await shippedSite(`${folder}/shipped`);
  const live = await generatedSite(`${folder}/live`, LIVE_SIZE);
  const list = "api/groupa/members";
  const starts = wants("start")
    ? [
      serverStart("shipped content", shipped, list),
      ...await otherStarts("shipped content", shipped, list, `${folder}/server`),
      // Last, as the aims and README take it.
      serverStart(size, live, "api/group1/members"),
    ]
    : [];
  const builds = [contentBuild("shipped content", shipped), contentBuild(size, live)];
  const chosen = [...starts, ...wants("build") ? builds : []];
  return await measureStartups(chosen, rounds, progress);
}

/** How many times the live service's content is built: more than once has to be named. */
function factorsOf(names: readonly string[]): number[] {
  if (names.length === 0) return [1];
  const factors = names.includes("plain-build") ? [1, 10] : [];
  return names.includes("plain-build-100") ? [...factors, 100] : factors;
}

/** Progress, which a redirected table does not hold. */
function progress(line: string): void {
  console.error(line);
}
