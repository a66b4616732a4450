import assert from "node:assert/strict";
import { checkInput, type Files } from "../../src/admin/command/command.ts";
import { COMMANDS } from "../../src/admin/commands/commands.ts";
import { restoreSnapshot } from "../../src/admin/commands/snapshot_commands.ts";
import { machineFiles } from "../../src/cli/files.ts";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { readSettings } from "../../src/platform/settings.ts";
import { fillStore } from "../../src/store/empty_store.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { desk, deskJson, ISSUE } from "../support/desk.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

function openOwn({ env }: Fixture): Promise<Store> {
  const how = { random: systemRandom, isPublic: false, onDeploy: false };
  return openStore(readSettings((name) => env[name]), how);
}

Deno.test("the pepper is set before the store has what it keys, and a kill in between is told", async () => {
  await using from = await createFixture();
  await using to = await createFixture();
  await deskJson(from.env, ...ISSUE);
  const file = `${from.path}/copy.kv`;
  await deskJson(from.env, "store", "snapshot", file, "--with-pepper");
  const empty = `${to.path}/empty.kv`;
  (await openDenoKv(empty)).close();
  const failing = fillStore(empty, file, () => Promise.reject(new Error("no room for a pepper")));
  await assert.rejects(failing, /no room for a pepper/);
  const left = await openDenoKv(empty);
  assert.deepEqual(await left.list([]), []);
  left.close();

  // As a kill leaves it: the store holds its first entries, and the pepper is the snapshot's.
  const kvFile = to.env.KV_PATH!;
  const store = await openOwn(to);
  store.kv.close();
  await Deno.copyFile(`${file}.pepper`, `${kvFile}.pepper`);
  const { code, err } = await desk(to.env, "store", "restore", file);
  assert.equal(code, 1);
  assert.match(err, /it is empty, and was made with another pepper.* move the empty KV file away/);
  for (const path of [kvFile, `${kvFile}-wal`, `${kvFile}-shm`]) {
    await Deno.remove(path).catch(() => {});
  }
  await deskJson(to.env, "store", "restore", file);
  assert.equal((await deskJson<unknown[]>(to.env, "key", "list")).length, 1);
});

Deno.test("a restore that fails sets the store's own pepper again", async () => {
  await using from = await createFixture();
  await using to = await createFixture();
  await deskJson(from.env, ...ISSUE);
  const file = `${from.path}/copy.kv`;
  await deskJson(from.env, "store", "snapshot", file, "--with-pepper");
  const store = await openOwn(to);
  const pepper = await Deno.readTextFile(store.pepperFile!);
  const written: string[] = [];
  const files: Files = {
    ...machineFiles,
    async write(path, text, options) {
      written.push(text);
      await machineFiles.write(path, text, options);
      if (written.length === 1) throw new Error("The disk is full");
    },
  };
  const deps = { store, files, noteIn: () => Promise.resolve() };
  const snapshot = COMMANDS.find(({ verb }) => verb === "snapshot")!;
  const input = checkInput(snapshot, { subject: file, values: new Map() });
  await assert.rejects(restoreSnapshot(deps, input), /The disk is full/);
  assert.deepEqual(written, [await Deno.readTextFile(`${file}.pepper`), pepper]);
  assert.equal(await Deno.readTextFile(store.pepperFile!), pepper);
  await deskJson(to.env, ...ISSUE);
});
