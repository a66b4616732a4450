import { type RunningServer, startServer } from "../support/server.ts";
import { captureAnswer } from "./answer.ts";
import type { BenchCase } from "./cases.ts";
import { pinProcess, untilAtRest } from "./processor.ts";
import type { RequestBench } from "./requests.ts";
import type { TelemetryResult } from "./results.ts";
import { measureRounds } from "./rounds.ts";
import { figuresOf, ratiosOf } from "./samples.ts";
import type { Target } from "./target.ts";

/** The cases that it is measured on: the smallest answers, of which it is the largest part. */
export const TELEMETRY_CASES: readonly string[] = ["300B", "10KB", "190KB-br", "304"];

/** What stands in place of the program's modules where requests are not counted, or not numbered. */
const UNCOUNTED = { "src/telemetry/telemetry.ts": "test/bench/programs/uncounted.ts" };
const UNNUMBERED = { "src/address/client_address.ts": "test/bench/programs/unnumbered.ts" };

/**
 * Measures what it costs to number, count and log requests, by servers that answer alike: one that
 * does none of it, one that numbers them, one as it starts, and one with an access log.
 */
export async function measureTelemetry(
  bench: RequestBench,
  cases: readonly BenchCase[],
): Promise<TelemetryResult[]> {
  const { site: { env }, folder, core, load, options, progress } = bench;
  const startWith = (name: string, replaced: Readonly<Record<string, string>>) =>
    startServer(env, { flags: [`--import-map=${writeImportMap(`${folder}/${name}`, replaced)}`] });
  await using without = await startWith("without.json", { ...UNCOUNTED, ...UNNUMBERED });
  await using numbering = await startWith("numbering.json", UNCOUNTED);
  await using counting = await startServer(env);
  await using logging = await startServer({ ...env, ACCESS_LOG: "on" });
  await assertUnnumbered(without);
  const servers = { without, numbering, counting, logging };
  for (const { process: { pid } } of Object.values(servers)) {
    pinProcess(pid, core);
    await untilAtRest(pid);
  }
  const targets = new Map(
    Object.entries(servers).map((
      [name, server],
    ) => [name as keyof typeof servers, asTarget(server)]),
  );
  const results: TelemetryResult[] = [];
  for (const { name, path, headers, revalidates, status } of cases) {
    const sent: Record<string, string> = { ...headers, "x-api-key": bench.site.key };
    const { headers: { etag } } = await captureAnswer(`${counting.base}${path}`, sent);
    if (revalidates) sent["if-none-match"] = etag!;
    const asked = { path, headers: sent, status };
    const samples = await measureRounds(targets, asked, load, options);
    const of = (target: keyof typeof servers) => samples.get(target)!;
    const result = {
      name,
      withoutUs: figuresOf(of("without")).cpuUs,
      numbering: ratiosOf(of("numbering"), of("without")).cpu,
      counting: ratiosOf(of("counting"), of("without")).cpu,
      logging: ratiosOf(of("logging"), of("without")).cpu,
    };
    results.push(result);
    progress(`${name}: counted ${result.counting.median}, logged too ${result.logging.median}`);
  }
  return results;
}

/** A program that was changed may no longer load what stands in place of its modules. */
async function assertUnnumbered({ base }: RunningServer): Promise<void> {
  const ids = new Set<string | null>();
  for (let n = 0; n < 2; n++) {
    const { headers, body } = await fetch(`${base}status`);
    await body?.cancel();
    ids.add(headers.get("x-request-id"));
  }
  if (ids.size !== 1) throw new Error("Cannot measure: expected a server that numbers no request");
}

function asTarget({ base, process: { pid } }: RunningServer): Target {
  return { base, pid, [Symbol.asyncDispose]: () => Promise.resolve() };
}

/** The program's own map, with other modules in place of some. */
function writeImportMap(file: string, modules: Readonly<Record<string, string>>): string {
  const urlOf = (path: string) => new URL(`../../${path}`, import.meta.url).href;
  const { imports } = JSON.parse(Deno.readTextFileSync(new URL(urlOf("deno.json"))));
  const replaced = Object.entries(modules).map(([from, to]) => [urlOf(from), urlOf(to)]);
  // What stands in place of a module works with that very module.
  const kept = Object.keys(modules).map((path) => [urlOf(path), urlOf(path)]);
  const map = {
    imports: { ...imports, ...Object.fromEntries(replaced) },
    scopes: { [urlOf("test/bench/programs/")]: Object.fromEntries(kept) },
  };
  Deno.writeTextFileSync(file, JSON.stringify(map));
  return file;
}
