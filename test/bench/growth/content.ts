import { LIVE_SIZE, timesSize } from "../../support/content_generator.ts";
import { startServer } from "../../support/server.ts";
import type { LoadGenerator } from "../load.ts";
import { cpuMs, memoryMib, pinProcess, untilAtRest } from "../processor.ts";
import { generatedSite, type Site } from "../site.ts";
import { serverStart } from "../startup.ts";
import { spreadOf } from "../statistics.ts";

/** What content of one size takes. */
export interface ContentGrowth {
  /** How many times the live service's content it is. */
  readonly factor: number;
  readonly buildS: number;
  readonly packMib: number;
  /** To the first 200 of an endpoint that asks for a key. */
  readonly startMs: number;
  /** Resident, after all of the measured requests. */
  readonly memoryMib: number;
  /** Processor time of a page of a list, in µs, and within what time 99 of 100 of them came, in ms. */
  readonly pageUs: number;
  readonly pageP99Ms: number | undefined;
}

/** What is measured with. */
export interface GrowthBench {
  readonly folder: string;
  readonly load: LoadGenerator;
  readonly core: number | undefined;
  progress(line: string): void;
}

const STARTS = 5;
const LOAD_MS = 2000;
/** As long in content of any size. */
const PAGE = "api/group1/theater?page=1&perpage=15";
const WHOLE_LIST = "api/group1/members";

/** Builds, starts and asks content of this many times the live service's size. */
export async function measureContent(bench: GrowthBench, factor: number): Promise<ContentGrowth> {
  bench.progress(`Builds content of ${factor} times the live service's size`);
  const began = performance.now();
  const site = await generatedSite(`${bench.folder}/times${factor}`, timesSize(LIVE_SIZE, factor));
  const buildS = (performance.now() - began) / 1000;
  const { size } = await Deno.stat(`${site.env["OUT_DIR"]}/oshibase.pack`);
  const start = serverStart("", site, WHOLE_LIST);
  const starts = [];
  for (let n = 0; n < STARTS; n++) starts.push((await start.run()).ms);
  return {
    ...{ factor, buildS, packMib: size / 1024 ** 2, startMs: spreadOf(starts).median },
    ...await askPages(bench, site),
  };
}

async function askPages({ load, core }: GrowthBench, site: Site) {
  await using server = await startServer(site.env);
  const { pid } = server.process;
  pinProcess(pid, core);
  await untilAtRest(pid);
  const headers = { "x-api-key": site.key, "accept-encoding": "identity" };
  const ask = (path: string) =>
    load.run({ url: `${server.base}${path}`, headers, status: 200 }, LOAD_MS);
  await ask(WHOLE_LIST);
  await ask(PAGE);
  const before = cpuMs(pid);
  const { answers, p99Ms } = await ask(PAGE);
  return {
    pageUs: (cpuMs(pid) - before) * 1000 / answers,
    pageP99Ms: p99Ms,
    memoryMib: memoryMib(pid),
  };
}
