import assert from "node:assert/strict";
import type { Content } from "../../src/catalog/catalog.ts";
import type { TableName } from "../../src/model/pack.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { loadContentInSlices, openContentIn } from "../../src/compose/content.ts";
import { LIVE_SIZE, timesSize, writeContent } from "../support/content_generator.ts";
import { buildContent, startServer } from "../support/server.ts";
import { createStallMeter } from "../support/stall_meter.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { noteFigure } from "./figures.ts";

/** What a swap may do in one go, in ms of processor time. */
const MAX_TURN_MS = 30;

/** What a request may wait for a swap, in ms, besides twice what one waits at most without it. */
const MAX_STALL_MS = 50;

/** How long requests are measured before the swap, and go on after the new pack is served, in ms. */
const AROUND_MS = 700;

Deno.test("requests pass while a pack of 60 MB is swapped in", async () => {
  await using folder = await temporaryFolder();
  const at = (name: string) => `${folder.path}/${name}`;
  const env = { CONTENT_DIR: at("content"), OUT_DIR: at("out"), KV_PATH: at("kv"), LIVE: "off" };
  writeContent(env.CONTENT_DIR, timesSize(LIVE_SIZE, 2));
  await build(env);
  // In another zone nothing is as it was, and every page is another.
  const group = `${env.CONTENT_DIR}/group1/group.yaml`;
  Deno.writeTextFileSync(
    group,
    Deno.readTextFileSync(group).replace(/^timezone: .*$/m, "timezone: Asia/Tokyo"),
  );
  await build({ ...env, OUT_DIR: at("other") });
  const { size } = Deno.statSync(`${at("other")}/oshibase.pack`);
  assert.ok(size > 55e6, `the pack has ${size} bytes`);
  const turnMs = await longestTurn(env.OUT_DIR, at("other"));

  await using server = await startServer(env, { args: ["--follow"] });
  const usual = await longestWait(server.base, 1);
  Deno.renameSync(`${at("other")}/oshibase.pack`, `${env.OUT_DIR}/oshibase.pack`);
  const longest = await longestWait(server.base);
  noteFigure(
    "a pack swapped in",
    `the longest turn took ${turnMs.toFixed(1)} ms of processor time; ` +
      `the longest request ${longest.toFixed(0)} ms, without a swap ${usual.toFixed(0)} ms`,
  );
  assert.ok(turnMs < MAX_TURN_MS, `a turn took ${turnMs} ms`);
  assert.ok(longest < MAX_STALL_MS + 2 * usual, `a request waited ${longest} ms, usually ${usual}`);
});

/** The longest turn of the loop while one folder's pack takes the place of another's. */
async function longestTurn(from: string, to: string): Promise<number> {
  const served = openContentIn(from);
  parseTables(served);
  const meter = createStallMeter();
  await new Promise((resolve) => setTimeout(resolve, 100));
  meter.take();
  // The timers of the clock keep no process alive.
  const alive = setInterval(() => {}, 1000);
  const swapped = await loadContentInSlices(to, { clock: systemClock, served: () => served })
    .finally(() => clearInterval(alive));
  parseTables(swapped);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const known = new Set(served.catalog.index.pages.map((page) => `${page}`));
  const common = swapped.catalog.index.pages.filter((page) => known.has(`${page}`));
  assert.ok(common.length < swapped.catalog.index.pages.length / 2, "most pages are the same");
  return meter.take().cpuMs;
}

function parseTables({ catalog: { groups } }: Content): void {
  for (const group of groups) {
    for (const name of Object.keys(group.tables) as TableName[]) group.table(name);
  }
}

/**
 * The longest that a request waits while so many builds are served, the last of them for so long as it
 * takes to measure some requests.
 */
async function longestWait(base: string, builds = 2): Promise<number> {
  const seen = new Set<string>();
  const giveUpAt = performance.now() + 60_000;
  let longest = 0;
  let endAt: number | undefined;
  while (endAt === undefined || performance.now() < endAt) {
    assert.ok(performance.now() < giveUpAt, "the new pack is not served");
    const before = performance.now();
    seen.add(await buildOf(base));
    // The first request opens a connection.
    if (endAt !== undefined || builds > 1) longest = Math.max(longest, performance.now() - before);
    if (seen.size === builds) endAt ??= performance.now() + AROUND_MS;
  }
  return longest;
}

async function build(env: Record<string, string>): Promise<void> {
  const { code, stderr } = await buildContent(env);
  assert.equal(code, 0, new TextDecoder().decode(stderr));
}

async function buildOf(base: string): Promise<string> {
  return (await (await fetch(`${base}healthz`)).json()).build;
}
