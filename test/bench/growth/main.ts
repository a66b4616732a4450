/**
 * `deno task bench:growth [--quick]`: what more content, more keys and more uses of tokens take. Writes
 * the figures into the page of the documents on what one machine carries; `--quick` only prints them.
 */
import { temporaryFolder } from "../../support/temporary.ts";
import { describeCommit, describeMachine, describeVersions } from "../environment.ts";
import { createLoad } from "../load.ts";
import { findCores } from "../processor.ts";
import { measureAudit } from "./audit.ts";
import { type GrowthBench, measureContent } from "./content.ts";
import { measureActiveKeys, measureKeys } from "./keys.ts";
import { type Growth, growthMarkdown, writeGrowthPage } from "./report.ts";

const WHOLE = { factors: [1, 10], keys: [10, 10_000, 100_000], active: 10_000, processes: 8 };
const QUICK = { factors: [1], keys: [10, 1_000], active: 200, processes: 2 };

const isQuick = Deno.args.includes("--quick");
const growth = await measure(isQuick ? QUICK : WHOLE);
if (!isQuick) writeGrowthPage(growth);
console.log(growthMarkdown(growth));

async function measure({ factors, keys, active, processes }: typeof WHOLE): Promise<Growth> {
  await using folder = await temporaryFolder();
  const cores = findCores();
  // Before anything is measured.
  const circumstances = describe();
  const bench: GrowthBench = {
    folder: folder.path,
    load: createLoad(folder.path, cores?.load),
    core: cores?.server,
    progress: (line) => console.error(line),
  };
  return {
    content: await inTurn(factors, (factor) => measureContent(bench, factor)),
    keys: await inTurn(keys, (count) => measureKeys(bench, count)),
    active: await measureActiveKeys(bench, active, processes),
    audit: await measureAudit(),
    circumstances,
  };
}

async function inTurn<T, U>(values: readonly T[], work: (value: T) => Promise<U>): Promise<U[]> {
  const done: U[] = [];
  for (const value of values) done.push(await work(value));
  return done;
}

function describe(): string {
  const { cpu, cores, loadBefore } = describeMachine(findCores());
  const day = new Date().toISOString().slice(0, 10);
  return `with commit ${describeCommit()} on ${day}: ${cpu}, ${cores} cores, load average ` +
    `${loadBefore[0]} before, deno ${describeVersions()["deno"]}`;
}
