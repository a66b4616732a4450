import assert from "node:assert/strict";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { refuseDamaged } from "../../src/store/snapshot.ts";
import { adminJson } from "../support/admin.ts";
import { ISSUE } from "../support/desk.ts";
import { createFixture } from "../support/fixture.ts";
import { killIfRunning } from "../support/kill_if_running.ts";
import { createPrng } from "../support/prng.ts";
import { command, permissionsOf, startServer } from "../support/server.ts";
import { sizeOf, testSeed } from "../support/size.ts";

/** How often a server is killed with much in its write-ahead log, and a snapshot restored over that. */
const ROUNDS = sizeOf({ default: 1, full: 20 });
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

/** Commits pairs of equal numbers, and some bytes, until it is killed. */
const WRITER = `
const kv = await Deno.openKv(Deno.args[0]);
const bytes = new Uint8Array(30_000);
for (let n = 0; ; n++) {
  await kv.atomic().set(["pair", 0], n).set(["pair", 1], n).set(["late", n % 50], bytes).commit();
  if (n === 50) console.log("busy");
}`;

/** Writes into a store by a process of its own, which disposing of it kills. */
async function startWriter(kvFile: string): Promise<AsyncDisposable> {
  const args = ["eval", "--unstable-kv", "--ext=js", WRITER, "--", kvFile];
  const child = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "inherit" })
    .spawn();
  const printed = child.stdout.getReader();
  await printed.read();
  return {
    async [Symbol.asyncDispose]() {
      killIfRunning(child);
      await printed.cancel();
      await child.status;
    },
  };
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
  let whole = 0;
  {
    // Others write meanwhile: a snapshot is of one instant.
    await using _ = await startWriter(from.env.KV_PATH!);
    const usualMs = await killAfter(from.env, snapshot, 60_000);
    for (let kill = 0; kill <= KILLS; kill++) {
      if (isThere(file)) {
        whole++;
        await refuseDamaged(file);
        await assertOfOneInstant(file);
      }
      await Deno.remove(file).catch(() => {});
      await killAfter(from.env, snapshot, usualMs * (0.3 + 0.7 * fraction()));
    }
    assert.ok(whole >= 1);
  }
  await adminJson(from.env, ...snapshot, "--overwrite");
  const usualMs = await killAfter(from.env, [...snapshot, "--overwrite"], 60_000);

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

/** Of a copy, which opening it would change. */
async function assertOfOneInstant(file: string): Promise<void> {
  const copy = `${file}.looked-at`;
  await Deno.copyFile(file, copy);
  const kv = await openDenoKv(copy);
  const [one, other] = await kv.getMany([["pair", 0], ["pair", 1]]);
  kv.close();
  assert.equal(typeof one!.value, "number");
  assert.equal(one!.value, other!.value);
  for (const end of ["", "-wal", "-shm"]) await Deno.remove(copy + end).catch(() => {});
}

Deno.test(`${ROUNDS} times: a snapshot restored over what kill -9 left, with MB in the -wal, is whole`, async () => {
  await using at = await createFixture();
  const kvFile = at.env.KV_PATH!;
  const file = `${at.path}/copy.kv`;
  const { id, secret } = await adminJson<{ id: string; secret: string }>(at.env, ...ISSUE);
  const wrote = await adminJson<{ made_at: string }>(at.env, "store", "snapshot", file);
  for (let round = 0; round < ROUNDS; round++) {
    {
      const server = await startServer({ ...at.env, LIVE: "off" });
      await using _ = await startWriter(kvFile);
      await adminJson(at.env, "key", "revoke", id);
      await server.stop("SIGKILL");
    }
    const { size } = await Deno.stat(`${kvFile}-wal`);
    assert.ok(size > 1_000_000, `${size} bytes in the -wal`);
    const { aside } = await adminJson<{ aside: string }>(at.env, "store", "restore", file);
    for (const end of ["-wal", "-shm"]) assert.ok(!isThere(kvFile + end), end);
    assert.equal((await Deno.stat(kvFile)).mode! & 0o777, 0o600);
    {
      await using server = await startServer({ ...at.env, LIVE: "off" });
      const headers = { "x-api-key": secret };
      const answer = await fetch(`${server.base}api/groupa/members`, { headers });
      await answer.body?.cancel();
      assert.equal(answer.status, 200, "what was revoked since is undone");
      assert.match(server.printed.err, new RegExp(`as it was at ${wrote.made_at}:.* is undone`));
    }
    const kv = await openDenoKv(kvFile);
    assert.equal((await kv.get(["pair", 0])).value, null);
    kv.close();
    // What was there is whole too, with its log beside it.
    const former = await openDenoKv(aside);
    const [one, other] = await former.getMany([["pair", 0], ["pair", 1]]);
    former.close();
    assert.ok((one!.value as number) >= 50);
    assert.equal(one!.value, other!.value);
  }
});
