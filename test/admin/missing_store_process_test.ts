import assert from "node:assert/strict";
import { command, permissionsOf } from "../support/server.ts";
import { desk, ISSUE } from "../support/desk.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** Runs a command as an operator does, in a folder of its own. */
async function run(env: Record<string, string>, ...words: string[]) {
  const args = ["run", "--no-prompt", ...permissionsOf("admin"), "src/cli/main.ts"];
  const { code, stdout, stderr } = await command([...args, ...words], env).output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

function filesOf(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

Deno.test("a command that finds no store says where it looked, and makes none", async () => {
  await using folder = await temporaryFolder();
  const env = { KV_PATH: `${folder.path}/typo/oshibase.kv` };
  for (const words of [["user", "list"], ["key", "list"], ["audit", "tail"], [...ISSUE]]) {
    const { code, out, err } = await run(env, ...words);
    assert.equal(code, 1, words.join(" "));
    assert.equal(out, "");
    assert.match(err, /Cannot find a store at .*typo\/oshibase\.kv.*--new-store/);
    assert.deepEqual(filesOf(folder.path), [], `${words.join(" ")} made something`);
  }
});

Deno.test("the other stores that lie there are named", async () => {
  await using folder = await temporaryFolder();
  await Deno.writeTextFile(`${folder.path}/demo_live.kv`, "");
  await Deno.writeTextFile(`${folder.path}/demo_live.kv.pepper`, "");
  const { code, err } = await run({ KV_PATH: `${folder.path}/oshibase.kv` }, "key", "list");
  assert.equal(code, 1);
  assert.ok(err.includes(`no such file (there: ${folder.path}/demo_live.kv). Set KV_PATH`), err);
});

Deno.test("--new-store makes the store that a command does not find", async () => {
  await using folder = await temporaryFolder();
  const env = { KV_PATH: `${folder.path}/oshibase.kv` };
  const { code, out } = await run(env, "key", "list", "--json", "--new-store");
  assert.equal(code, 0);
  assert.equal(out, "[]\n");
  assert.ok(filesOf(folder.path).includes("oshibase.kv.pepper"));
  assert.equal((await run(env, "user", "list")).code, 0);
});

Deno.test("a command without the pepper of a store leaves no other pepper behind", async () => {
  await using folder = await temporaryFolder();
  const env = { KV_PATH: `${folder.path}/oshibase.kv` };
  const given = { ...env, KEY_PEPPER: "a pepper that only the unit knows" };
  assert.equal((await run(given, "user", "list", "--new-store")).code, 0);
  const { code, err } = await run(env, "user", "list");
  assert.equal(code, 1);
  assert.match(err, /another pepper/);
  assert.deepEqual(filesOf(folder.path).filter((name) => name.endsWith(".pepper")), []);
  assert.equal((await run(given, "user", "list")).code, 0);
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
