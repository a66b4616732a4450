import assert from "node:assert/strict";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { refuseDamaged } from "../../src/store/snapshot.ts";
import { adminJson } from "../support/admin.ts";
import { ISSUE } from "../support/desk.ts";
import { createFixture } from "../support/fixture.ts";
import { killIfRunning } from "../support/kill_if_running.ts";
import { createPrng } from "../support/prng.ts";
import { command, permissionsOf } from "../support/server.ts";
import { sizeOf, testSeed } from "../support/size.ts";

const KILLS = sizeOf({ default: 3, full: 50 });
/** Enough that copying it takes a while. */
const VALUES = 600;
const VALUE_BYTES = 50_000;

/** Runs a command and kills it after so many ms; how long it ran. */
async function killAfter(
  env: Record<string, string>,
  words: readonly string[],
  ms: number,
): Promise<number> {
  const began = performance.now();
  const args = ["run", ...permissionsOf("admin"), "src/cli/main.ts", ...words];
  const process = command(args, env).spawn();
  const killer = setTimeout(() => killIfRunning(process), ms);
  await process.output();
  clearTimeout(killer);
  return performance.now() - began;
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

Deno.test(`${KILLS} kills of a snapshot and ${KILLS} of its restoring leave all of it or nothing`, async () => {
  const { fraction } = createPrng(testSeed());
  await using from = await createFixture({ KEY_PEPPER: "a pepper that all places have" });
  const { id } = await adminJson<{ id: string }>(from.env, ...ISSUE);
  const kv = await openDenoKv(from.env.KV_PATH);
  for (let n = 0; n < VALUES; n++) {
    await kv.commit([], [{ set: ["ballast", n], value: new Uint8Array(VALUE_BYTES).fill(n) }]);
  }
  kv.close();
  const file = `${from.path}/copy.kv`;
  const snapshot = ["store", "snapshot", file];
  const usualMs = await killAfter(from.env, snapshot, 60_000);
  let whole = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    await Deno.remove(file).catch(() => {});
    await killAfter(from.env, snapshot, usualMs * (0.3 + 0.7 * fraction()));
    if (!isThere(file)) continue;
    whole++;
    await refuseDamaged(file);
  }
  await adminJson(from.env, ...snapshot, "--overwrite");

  let filled = 0;
  let restoreMs = usualMs;
  for (let kill = 0; kill <= KILLS; kill++) {
    await using to = await createFixture({ KEY_PEPPER: from.env.KEY_PEPPER! });
    const restore = ["store", "restore", file];
    const ms = kill === 0 ? 60_000 : restoreMs * (0.3 + 0.7 * fraction());
    const tookMs = await killAfter(to.env, restore, ms);
    if (kill === 0) restoreMs = tookMs;
    if (isThere(to.env.KV_PATH!)) filled++;
    else await adminJson(to.env, ...restore);
    await adminJson(to.env, "key", "show", id);
    const held = await openDenoKv(to.env.KV_PATH);
    const ballast = await held.list<Uint8Array>(["ballast"]);
    held.close();
    assert.equal(ballast.length, VALUES);
    assert.ok(
      ballast.every(({ value }, n) => value!.length === VALUE_BYTES && value![9] === n % 256),
    );
  }
  console.log(`${whole} snapshots and ${filled - 1} restorings were done before their kill`);
});
