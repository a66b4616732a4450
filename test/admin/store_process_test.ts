import assert from "node:assert/strict";
import { command, permissionsOf } from "../support/server.ts";
import { desk, ISSUE } from "../support/desk.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { DatabaseSync } from "node:sqlite";
import { mountSmallDisk } from "../faults/small_disk.ts";
import { admin, adminJson } from "../support/admin.ts";
import { createFixture } from "../support/server_fixture.ts";

/** Runs a command as an operator does, in a folder of its own. */
async function runAlone(env: Record<string, string>, ...words: string[]) {
  const args = ["run", "--no-prompt", ...permissionsOf("admin"), "src/admin/cli/main.ts"];
  const { code, stdout, stderr } = await command([...args, ...words], env).output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

Deno.test("a command reads what a mail says of the machine, and asks nobody whether it may", async () => {
  const reads = 'import os from "node:os"; os.hostname(); os.networkInterfaces();';
  const program = `data:text/javascript,${encodeURIComponent(reads)}`;
  const line = ["run", "--no-prompt", ...permissionsOf("admin"), program];
  const { success, stderr } = await command(line, {}).output();
  assert.ok(success, new TextDecoder().decode(stderr));
});

function filesOf(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

Deno.test("a command that finds no store says where it looked and what lies there, and makes one with --new-store alone", async () => {
  await using folder = await temporaryFolder();
  const env = { KV_PATH: `${folder.path}/oshibase.kv` };
  await Deno.writeTextFile(`${folder.path}/demo_live.kv`, "");
  for (const words of [["user", "list"], ["audit", "tail"], [...ISSUE]]) {
    const { code, out, err } = await runAlone(env, ...words);
    assert.deepEqual([code, out], [1, ""], words.join(" "));
    assert.match(err, /Cannot find a store at .*oshibase\.kv.*--new-store/);
    assert.ok(err.includes(`no such file (there: ${folder.path}/demo_live.kv). Set KV_PATH`), err);
    assert.deepEqual(filesOf(folder.path), ["demo_live.kv"], `${words.join(" ")} made something`);
  }
  const made = await runAlone(env, "key", "list", "--json", "--new-store");
  assert.deepEqual([made.code, made.out], [0, "[]\n"]);
  assert.ok(filesOf(folder.path).includes("oshibase.kv.pepper"));
  assert.equal((await runAlone(env, "user", "list")).code, 0);
});

Deno.test("a command without the pepper of a store leaves no other pepper behind", async () => {
  await using folder = await temporaryFolder();
  const env = { KV_PATH: `${folder.path}/oshibase.kv` };
  const given = { ...env, KEY_PEPPER: "a pepper that only the unit knows" };
  assert.equal((await runAlone(given, "user", "list", "--new-store")).code, 0);
  const { code, err } = await runAlone(env, "user", "list");
  assert.equal(code, 1);
  assert.match(err, /another pepper/);
  assert.deepEqual(filesOf(folder.path).filter((name) => name.endsWith(".pepper")), []);
  assert.equal((await runAlone(given, "user", "list")).code, 0);
});

Deno.test("no command changes a store of a newer format, whose number it names", async () => {
  await using folder = await temporaryFolder();
  const env = { KV_PATH: `${folder.path}/oshibase.kv`, OUT_DIR: "build/out" };
  assert.equal((await desk(env, "user", "list")).code, 0);
  const kv = await Deno.openKv(env.KV_PATH);
  const { value } = await kv.get<{ format: number }>(["store_format"]);
  await kv.set(["store_format"], { format: value!.format + 1 });
  const { code, err } = await desk(env, "code", "issue");
  assert.equal(code, 1);
  assert.match(
    err,
    /Cannot use this store: it has format (\d+).*use a version .* that knows format \1/,
  );
  kv.close();
});

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
