import { startServer } from "../support/server.ts";
import { type Answer, assertSameAnswer, captureAnswer, writeAnswer } from "./answer.ts";
import { startBefore } from "./before.ts";
import type { BenchCase } from "./cases.ts";
import type { LoadGenerator } from "./load.ts";
import { nginxVersion, startNginx } from "./nginx.ts";
import { pinProcess, untilAtRest } from "./processor.ts";
import type { HonoRequests } from "./programs/hono.ts";
import type { CaseResult, TargetName } from "./results.ts";
import { measureRounds, type RoundOptions } from "./rounds.ts";
import { figuresOf, ratiosOf } from "./samples.ts";
import { issueToken, type Site } from "./site.ts";
import { startProgram, type Target } from "./target.ts";

/** Well formed, with the right checksum's length, and nobody's. */
const UNKNOWN_KEY = `J-osb_${"a".repeat(38)}`;
/** What the metered plan allows a month. */
const LIMIT = 20_000_000;

/** A case with what it sends and what the real server answered to it. */
interface PreparedCase extends BenchCase {
  readonly sent: Readonly<Record<string, string>>;
  readonly answer: Answer;
  readonly file: string;
}

/** What cases are measured with. */
export interface RequestBench {
  readonly folder: string;
  readonly site: Site;
  readonly load: LoadGenerator;
  readonly core: number | undefined;
  readonly options: RoundOptions;
  /** The earlier commit whose server is measured too. */
  readonly before?: string | undefined;
  progress(line: string): void;
}

/** Measures the cases that `isChosen` names, against the real server and all that stand beside it. */
export async function measureRequests(
  bench: RequestBench,
  cases: readonly BenchCase[],
  isChosen: (benchCase: BenchCase) => boolean,
  withOthers: (benchCase: BenchCase) => boolean,
): Promise<CaseResult[]> {
  const { site, core, progress } = bench;
  // Before the server, which would learn of it some time later.
  const token = await issueToken(site);
  await using stack = new AsyncDisposableStack();
  const before = bench.before === undefined
    ? undefined
    : stack.use(await startBefore(bench.before, site, bench.folder, core));
  await using server = await startServer(site.env);
  pinProcess(server.process.pid, core);
  await untilAtRest(server.process.pid);
  // Code that has seen fewer cases is compiled for those alone, and faster: both servers see all of them.
  if (before !== undefined) await prepareCases(bench, cases, before.base, token);
  const prepared = await prepareCases(bench, cases, server.base, token);
  const chosen = prepared.filter(isChosen);
  if (chosen.length === 0) return [];
  writeHonoRequests(bench, prepared);
  const hono = chosen.some(withOthers) ? await startHonos(bench, stack) : [];
  const results: CaseResult[] = [];
  for (const [index, benchCase] of chosen.entries()) {
    const oshibase = { base: server.base, pid: server.process.pid } as Target;
    const others = withOthers(benchCase) && benchCase.credential !== "token" ? hono : undefined;
    const result = await measureCase(bench, benchCase, { oshibase, before }, others);
    results.push(result);
    progress(`${index + 1} of ${chosen.length}: ${summary(result)}`);
  }
  return results;
}

async function prepareCases(
  { folder, site }: RequestBench,
  cases: readonly BenchCase[],
  base: string,
  token: string,
): Promise<PreparedCase[]> {
  const credentials = {
    key: { "x-api-key": site.key },
    "unknown key": { "x-api-key": UNKNOWN_KEY },
    token: { "x-priority-token": token },
  };
  const prepared = [];
  for (const benchCase of cases) {
    const { name, path, credential, headers, revalidates, status } = benchCase;
    const sent: Record<string, string> = { ...credentials[credential], ...headers };
    const ask = () => captureAnswer(`${base}${path}`, sent);
    if (revalidates) sent["if-none-match"] = (await ask()).headers["etag"]!;
    const answer = await ask();
    if (answer.status !== status) throw new Error(`${name} was answered ${answer.status}`);
    if (credential === "key" && !("ratelimit" in answer.headers)) {
      throw new Error(`Cannot measure ${name}: expected a metered key, got no RateLimit`);
    }
    const file = `${folder}/${name}.answer`;
    writeAnswer(file, answer);
    prepared.push({ ...benchCase, sent, answer, file });
  }
  return prepared;
}

function writeHonoRequests({ folder, site }: RequestBench, cases: readonly PreparedCase[]): void {
  const fileOf = (wanted: string) => cases.find(({ name }) => name === wanted)!.file;
  const input: HonoRequests = {
    key: site.key,
    limit: LIMIT,
    forbidden: fileOf("403"),
    notFound: fileOf("404"),
    requests: cases.filter(({ credential, status }) => credential === "key" && status < 400)
      .map(({ path, sent, file }) => ({
        target: `/${path}`,
        coding: sent["accept-encoding"]!,
        etag: sent["if-none-match"] ?? "",
        file,
      })),
  };
  Deno.writeTextFileSync(`${folder}/requests.json`, JSON.stringify(input));
}

async function startHonos(
  { folder, core }: RequestBench,
  stack: AsyncDisposableStack,
): Promise<[TargetName, Target][]> {
  const memory = stack.use(await startProgram("hono", [folder, "memory"], core));
  const kv = stack.use(await startProgram("hono", [folder, "kv", `${folder}/hono.kv`], core));
  return [["hono", memory], ["hono-kv", kv]];
}

async function measureCase(
  bench: RequestBench,
  { name, path, sent, status, answer, file }: PreparedCase,
  { oshibase, before }: { readonly oshibase: Target; readonly before: Target | undefined },
  others: readonly [TargetName, Target][] | undefined,
): Promise<CaseResult> {
  const { core, load, options } = bench;
  await using stack = new AsyncDisposableStack();
  const targets = new Map<TargetName, Target>([
    ["oshibase", oshibase],
    ["plain", stack.use(await startProgram("plain", [file], core))],
    ["best", stack.use(await startProgram("best", [file], core))],
    ["reads", stack.use(await startProgram("reads", [file], core))],
    ...others ?? [],
  ]);
  if (others !== undefined && nginxVersion() !== undefined) {
    const folder = `${bench.folder}/nginx-${name}`;
    targets.set("nginx", stack.use(await startNginx(folder, bench.site.key, answer, core)));
  }
  for (const [target, { base }] of targets) {
    const got = await captureAnswer(`${base}${path}`, sent);
    assertSameAnswer(`${target} in ${name}`, got, answer);
  }
  // What an earlier commit answers may differ, but not in what it has to do.
  if (
    before !== undefined && (await captureAnswer(`${before.base}${path}`, sent)).status === status
  ) {
    targets.set("before", before);
  }
  const samples = await measureRounds(targets, { path, headers: sent, status }, load, options);
  const figures = [...samples].map(([target, taken]) => [target, figuresOf(taken)] as const);
  const of = (target: TargetName) => samples.get(target)!;
  return {
    name,
    status,
    bytes: answer.body.length,
    targets: Object.fromEntries(figures),
    toPlain: ratiosOf(of("oshibase"), of("plain")),
    toBest: ratiosOf(of("oshibase"), of("best")),
  };
}

function summary({ name, targets }: CaseResult): string {
  const each = Object.entries(targets)
    .map(([target, { cpuUs }]) => `${target} ${cpuUs.median.toFixed(1)}`);
  return `${name}, CPU µs a request: ${each.join(", ")}`;
}
