import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { mountSmallDisk } from "../faults/small_disk.ts";
import { admin, adminJson } from "../support/admin.ts";
import { ISSUE } from "../support/desk.ts";
import { createFixture, openFixtureStore } from "../support/fixture.ts";
import { closing } from "../support/closing.ts";

/** Runs a command that fails; what it says is words alone, and names the store. */
async function refused(env: Record<string, string>, ...words: string[]): Promise<string> {
  const { code, out, err } = await admin(env, ...words);
  assert.equal(code, 1, err);
  assert.equal(out, "");
  assert.doesNotMatch(err, /Uncaught|\n\s+at |Error:/);
  assert.match(err, /^Cannot /);
  assert.ok(err.includes(env["KV_PATH"]!), err);
  return err;
}

Deno.test("on a full disk a command says so and what to do, and changes nothing", async () => {
  await using disk = await mountSmallDisk();
  if (disk === undefined) return console.warn("No disk can be mounted here: not tested");
  await using fixture = await createFixture({ KV_PATH: `${disk.path}/data/store.kv` });
  const { env } = fixture;
  const { id } = await adminJson<{ id: string }>(env, ...ISSUE);
  disk.fill();
  // What SQLite has room for in its log is used up by some commands.
  for (const words of [ISSUE, ["key", "revoke", id], ["key", "show", id]]) {
    assert.match(await refused(env, ...words), /its disk is full.*KV_PATH.*do this again/);
  }
  disk.free();
  assert.equal((await adminJson<unknown[]>(env, "key", "list")).length, 1);
});

Deno.test("a snapshot that there is no room for is not called damaged, and is restored once there is", async () => {
  await using disk = await mountSmallDisk();
  if (disk === undefined) return console.warn("No disk can be mounted here: not tested");
  const KEY_PEPPER = "a pepper that both places have";
  await using from = await createFixture({ KEY_PEPPER });
  await using to = await createFixture({ KEY_PEPPER, KV_PATH: `${disk.path}/data/store.kv` });
  await adminJson(from.env, ...ISSUE);
  const file = `${from.path}/copy.kv`;
  await adminJson(from.env, "store", "snapshot", file);
  const { size } = await Deno.stat(file);
  (await openFixtureStore(to.env)).kv.close();
  // No room for the copy; for no more; for what opening it needs; for some of what is written into it.
  for (const room of [0, size + 8192, size + 40_960, size + 65_536]) {
    disk.fill(room);
    const err = await refused(to.env, "store", "restore", file);
    assert.match(err, /No space left|its disk is full/);
  }
  disk.free();
  await adminJson(to.env, "store", "restore", file);
});

Deno.test("a snapshot that another program keeps locked is not called damaged", async () => {
  await using fixture = await createFixture();
  const { env, path } = fixture;
  const file = `${path}/copy.kv`;
  await adminJson(env, ...ISSUE);
  await adminJson(env, "store", "snapshot", file);
  using lock = closing(new DatabaseSync(file));
  lock.exec("BEGIN EXCLUSIVE");
  const other = { ...env, KV_PATH: `${path}/data/other.kv` };
  const { code, err } = await admin(other, "store", "restore", file);
  assert.equal(code, 1);
  assert.match(
    err,
    /^Cannot use \S+copy\.kv: it cannot be read \(database is locked\)\. End what/,
  );
});

Deno.test("a store that is none, or cannot be opened, is named with what to do", async () => {
  await using fixture = await createFixture();
  const { env, path } = fixture;
  const at = (file: string) => refused({ ...env, KV_PATH: `${path}/${file}` }, "key", "list");
  await Deno.writeTextFile(
    `${path}/letter.txt`,
    "Dear operator, this is no database.\n".repeat(99),
  );
  assert.match(await at("letter.txt"), /is no database.*KV_PATH.*move it away.*store restore/);
  await Deno.mkdir(`${path}/folder`);
  assert.match(await at("folder"), /KV_PATH has to name a file in a folder/);
  assert.match(await at("letter.txt/store.kv"), /KV_PATH has to name a file in a folder/);
});

Deno.test("a store that another program keeps locked is waited for only so long", async () => {
  await using fixture = await createFixture();
  const { env } = fixture;
  await adminJson(env, ...ISSUE);
  const lock = new DatabaseSync(env["KV_PATH"]!);
  try {
    lock.exec("BEGIN IMMEDIATE");
    assert.match(await refused(env, ...ISSUE), /another program keeps it locked.*do this again/);
  } finally {
    lock.exec("ROLLBACK");
    lock.close();
  }
  assert.equal((await adminJson<unknown[]>(env, "key", "list")).length, 1);
});
