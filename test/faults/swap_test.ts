import assert from "node:assert/strict";
import { LIVE_SIZE, timesSize, writeContent } from "../support/content_generator.ts";
import { buildContent, startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** What a request may wait, in ms, on a machine that does much else too. */
const MAX_STALL_MS = 350;

/** How long requests go on after the new pack is served, in ms. */
const AFTER_MS = 300;

Deno.test("requests pass while a pack of 60 MB is swapped in", async () => {
  await using folder = await temporaryFolder();
  const at = (name: string) => `${folder.path}/${name}`;
  const env = { CONTENT_DIR: at("content"), OUT_DIR: at("out"), KV_PATH: at("kv"), LIVE: "off" };
  writeContent(env.CONTENT_DIR, timesSize(LIVE_SIZE, 2));
  await build(env);
  const member = [...Deno.readDirSync(`${env.CONTENT_DIR}/group1/members`)][0]!.name;
  await using server = await startServer(env, { args: ["--follow"] });
  const first = await buildOf(server.base);
  Deno.writeTextFileSync(`${env.CONTENT_DIR}/group1/members/${member}`, "name: Aya Putri\n");
  await build({ ...env, OUT_DIR: at("other") });
  const { size } = Deno.statSync(`${at("other")}/oshibase.pack`);
  assert.ok(size > 55e6, `the pack has ${size} bytes`);

  Deno.renameSync(`${at("other")}/oshibase.pack`, `${env.OUT_DIR}/oshibase.pack`);
  const waits: number[] = [];
  let servedAt: number | undefined;
  const startedAt = performance.now();
  while (servedAt === undefined || performance.now() < servedAt + AFTER_MS) {
    assert.ok(performance.now() < startedAt + 30_000, "the new pack is not served");
    const before = performance.now();
    const build = await buildOf(server.base);
    waits.push(performance.now() - before);
    if (build !== first) servedAt ??= performance.now();
  }
  const longest = Math.max(...waits);
  console.log(`${waits.length} requests, the longest ${longest.toFixed(0)} ms`);
  assert.ok(longest < MAX_STALL_MS, `a request waited ${longest} ms`);
});

async function build(env: Record<string, string>): Promise<void> {
  const { code, stderr } = await buildContent(env);
  assert.equal(code, 0, new TextDecoder().decode(stderr));
}

async function buildOf(base: string): Promise<string> {
  return (await (await fetch(`${base}healthz`)).json()).build;
}
