import { startServer } from "../support/server.ts";
import type { LoadGenerator } from "./load.ts";
import { pinProcess, untilAtRest } from "./processor.ts";
import type { SoakResult } from "./results.ts";
import type { Site } from "./site.ts";

/** What is asked over and over, and by how many requests. */
export interface SoakOptions {
  readonly site: Site;
  readonly load: LoadGenerator;
  readonly core: number | undefined;
  readonly path: string;
  readonly requests: number;
}

const TOKEN = "bench-metrics-token";
/** Requests by which caches and compiler have come to rest. */
const WARM_UP = 300_000;
/**
 * The heap grows by 50 bytes a request until V8 collects all of it for the first time, after a million or two,
 * and is as large after each later collection. So many requests are between two looks, and so many in all.
 */
const LOOK = 250_000;
const MAX_TO_COLLECTION = 4_000_000;
/** What a collection takes off the memory at least, as a share of it. */
const COLLECTED = 0.95;
const ROUND_MS = 2000;
/** Long enough for what is garbage to be collected, in ms. */
const REST_MS = 3000;

/** Asks a server of its own very many times with one key: its memory, and what the quota wrote. */
export async function measureSoak(options: SoakOptions): Promise<SoakResult> {
  const { site, core } = options;
  await using server = await startServer({ ...site.env, METRICS_TOKEN: TOKEN });
  pinProcess(server.process.pid, core);
  await untilAtRest(server.process.pid);
  await ask(options, server.base, Math.min(WARM_UP, options.requests));
  const before = await figuresAtRest(options, server.base);
  const requests = await ask(options, server.base, options.requests);
  const after = await readFigures(server.base);
  return {
    requests,
    beforeMib: before.residentMib,
    afterMib: after.residentMib,
    writesPer1000: (after.commits - before.commits) / requests * 1000,
  };
}

/** The figures once all of the heap was collected, where more requests than that are measured. */
async function figuresAtRest(options: SoakOptions, base: string) {
  let figures = await readFigures(base);
  for (let asked = 0; asked < MAX_TO_COLLECTION && options.requests > LOOK;) {
    const { residentMib } = figures;
    asked += await ask(options, base, LOOK);
    figures = await readFigures(base);
    if (figures.residentMib >= residentMib * COLLECTED) continue;
    // V8 gives the freed memory back with the collections that follow.
    await ask(options, base, 2 * LOOK);
    return await readFigures(base);
  }
  return figures;
}

async function ask(
  { site, load, path, requests: wanted }: SoakOptions,
  base: string,
  least = wanted,
): Promise<number> {
  const headers = { "x-api-key": site.key, "accept-encoding": "identity" };
  let answered = 0;
  while (answered < least) {
    const { answers } = await load.run({ url: `${base}${path}`, headers, status: 200 }, ROUND_MS);
    answered += answers;
  }
  return answered;
}

async function readFigures(base: string): Promise<{ residentMib: number; commits: number }> {
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const response = await fetch(`${base}metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const text = await response.text();
  const valueOf = (line: RegExp) => Number(line.exec(text)?.[1] ?? 0);
  return {
    residentMib: valueOf(/^oshibase_memory_resident_bytes (\S+)$/m) / 1024 ** 2,
    commits: valueOf(/^oshibase_quota_store_calls_total\{call="commit",outcome="ok"\} (\S+)$/m),
  };
}
