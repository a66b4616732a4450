import type { LoadGenerator, LoadRequest } from "./load.ts";
import { cpuMs } from "./processor.ts";
import type { TargetName } from "./results.ts";
import type { Sample } from "./samples.ts";
import type { Target } from "./target.ts";

/** Long enough for the compiler to have done its work, for which it takes 30,000 requests, in ms. */
const WARM_UP_MS = 2000;

/** What a server has to work in a round, so that it counts. */
const MIN_CPU_MS = 30;
const MAX_ATTEMPTS = 10;

/** How long and how often a case is measured. */
export interface RoundOptions {
  readonly rounds: number;
  readonly roundMs: number;
}

/** Samples by target, in the order of rounds. */
export type Samples<N = TargetName> = ReadonlyMap<N, readonly Sample[]>;

/**
 * Loads all targets in turn, as often as there are rounds, after one that warms up. Who comes first
 * changes from round to round, so that a machine that slows down or speeds up favours nobody.
 */
export async function measureRounds<N = TargetName>(
  targets: ReadonlyMap<N, Target>,
  request: Omit<LoadRequest, "url"> & { readonly path: string },
  load: LoadGenerator,
  { rounds, roundMs }: RoundOptions,
): Promise<Samples<N>> {
  const samples = new Map<N, Sample[]>();
  for (let round = 0; round <= rounds; round++) {
    const ms = round === 0 ? WARM_UP_MS : roundMs;
    const order = [...targets];
    for (const [name, target] of round % 2 === 0 ? order : order.reverse()) {
      const url = `${target.base}${request.path}`;
      const sample = await measureOnce(target, { ...request, url }, load, ms);
      if (round === 0) samples.set(name, []);
      else samples.get(name)!.push(sample);
    }
  }
  return samples;
}

/** A load that got no processor itself says nothing. */
async function measureOnce(
  { pid }: Target,
  request: LoadRequest,
  load: LoadGenerator,
  ms: number,
): Promise<Sample> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = cpuMs(pid);
    const { answers, seconds, p99Ms } = await load.run(request, ms);
    const usedMs = cpuMs(pid) - before;
    const sample = { cpuUs: usedMs * 1000 / answers, perSecond: answers / seconds, p99Ms };
    if (usedMs >= MIN_CPU_MS) return sample;
  }
  throw new Error(
    `Cannot measure ${request.url}: expected the server to work for ${MIN_CPU_MS} ms of each ` +
      `round; the machine is too busy`,
  );
}
