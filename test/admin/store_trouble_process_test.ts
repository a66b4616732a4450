import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { mountSmallDisk } from "../faults/small_disk.ts";
import { admin, adminJson } from "../support/admin.ts";
import { ISSUE } from "../support/desk.ts";
import { createFixture } from "../support/server_fixture.ts";

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

Deno.test("a store that is none, or cannot be opened, is named with what to do", async () => {
  await using fixture = await createFixture();
  const { env, path } = fixture;
  const at = (file: string) => refused({ ...env, KV_PATH: `${path}/${file}` }, "key", "list");
  await Deno.writeTextFile(
    `${path}/letter.txt`,
    "Dear operator, this is no database.\n".repeat(99),
  );
  assert.match(await at("letter.txt"), /is no database.*KV_PATH.*store restore/);
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
