import assert from "node:assert/strict";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { STORE_FORMAT } from "../../src/platform/store_keys.ts";
import { formatOf, type StoredFormat } from "../../src/store/format.ts";
import { admin } from "../support/admin.ts";
import { type Printed } from "../support/desk.ts";
import { PEPPER } from "../support/credential_stores.ts";
import { testWithEarlier, unpack } from "../support/earlier_program.ts";
import { placeBuild } from "../support/built.ts";
import { command } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { closing } from "../support/closing.ts";

/** The last commit whose program writes stores of format 2. */
const FORMER = "da995942a622fd2fe65ca44633add8a83fd7acdc";
const STORES = "test/fixtures/stores";
/** Stores that earlier programs wrote, each with an environment that opens it. */
const FIXTURES = { 1: `${STORES}/c10437b.kv`, 2: `${STORES}/cab4892.kv` } as const;

type Program = (env: Record<string, string>, ...words: string[]) => Promise<Printed>;

/** The program of an earlier commit, with content built by itself. */
async function formerProgram(folder: string): Promise<Program> {
  await unpack(FORMER, folder);
  const run = async (env: Record<string, string>, ...args: string[]) => {
    const all = { ...env, OUT_DIR: `${folder}/out`, CONTENT_DIR: `${folder}/content` };
    const { code, stdout, stderr } = await command(["run", "-A", ...args], all, { cwd: folder })
      .output();
    const decoder = new TextDecoder();
    return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
  };
  const built = await run({}, "build/main.ts", "build");
  assert.equal(built.code, 0, built.err);
  return (env, ...words) =>
    run(env, ...words[0] === "serve" ? ["src/main.ts"] : ["src/cli/main.ts", ...words]);
}

/** A copy of a store of format 1 or 2, in a folder of its own. */
async function copyOf(format: 1 | 2, folder: string): Promise<Record<string, string>> {
  const path = `${folder}/store.kv`;
  await Deno.mkdir(folder, { mode: 0o700 });
  await Deno.copyFile(FIXTURES[format], path);
  const pepper = await Deno.readTextFile(`${FIXTURES[format]}.pepper`).catch(() => PEPPER);
  return { KV_PATH: path, KEY_PEPPER: pepper, LIVE: "off", PORT: "0" };
}

async function storedFormat({ KV_PATH }: Record<string, string>): Promise<number> {
  using kv = closing(await openDenoKv(KV_PATH));
  return formatOf((await kv.get<StoredFormat>(STORE_FORMAT)).value);
}

/** Every entry of a store and its version. */
async function versionsOf({ KV_PATH }: Record<string, string>): Promise<string[]> {
  using kv = closing(await openDenoKv(KV_PATH));
  return (await kv.list([])).map(({ key, version }) => `${JSON.stringify(key)} ${version}`);
}

/** Who holds what, as a program says it. */
async function seenBy(program: Program, env: Record<string, string>) {
  const seen: Record<string, unknown> = {};
  for (const noun of ["key", "token", "code", "user"]) {
    const { code, out, err } = await program(env, noun, "list", "--json");
    assert.equal(code, 0, err);
    // What is used and allowed belongs to plans, which the two were not built with alike.
    seen[noun] = JSON.parse(out, (name, value) => name === "used" || name === "limit" ? 0 : value);
  }
  const verified = await program(env, "audit", "verify", "--json");
  assert.equal(verified.code, 0, verified.out);
  const { ok, uses } = JSON.parse(verified.out);
  const told = JSON.parse((await program(env, "audit", "tail", "--kind", "use", "--json")).out);
  return { ...seen, ok, uses, told };
}

async function must(program: Program, env: Record<string, string>, ...words: string[]) {
  const { code, out, err } = await program(env, ...words, "--json");
  assert.equal(code, 0, err);
  return JSON.parse(out);
}

/** A program that knows format 2 says of a store of 3 that it cannot use it, and which it would take. */
const REFUSED = /Cannot use this store: it has format 3.*use a version .* that knows format 3/;

await testWithEarlier(
  FORMER,
  "former and new program on one store of format 1, 2 and 3: who reads and writes what",
  async (t) => {
    await using folder = await temporaryFolder();
    const former = await formerProgram(`${folder.path}/former`);
    const own = { OUT_DIR: `${folder.path}/now` };
    await placeBuild(own);
    const now: Program = (env, ...words) => admin({ ...env, ...own }, ...words);

    for (const format of [1, 2] as const) {
      const env = await copyOf(format, `${folder.path}/${format}`);
      await t.step(`format ${format}: both read the same, and what either writes`, async () => {
        assert.deepEqual(await seenBy(now, env), await seenBy(former, env));
        const [live] = await must(now, env, "key", "list");
        await must(now, env, "key", "revoke", live.id);
        await must(former, env, "code", "issue", "--email", "new@fans.example");
        await must(now, env, "code", "issue", "--uses", "3");
        const seen = await seenBy(former, env);
        assert.deepEqual(await seenBy(now, env), seen);
        assert.equal(await storedFormat(env), format);
      });
      await t.step(`format ${format}: nobody is forgotten, and nothing is changed`, async () => {
        const before = await versionsOf(env);
        const [token] = await must(former, env, "token", "list");
        const refused = await now(env, "token", "forget", token.id);
        assert.equal(refused.code, 1);
        assert.match(refused.err, new RegExp(`in a store of format ${format}.*store migrate`, "s"));
        const after = await versionsOf(env);
        assert.deepEqual(after.filter(isStable), before.filter(isStable));
      });
      await t.step(`from ${format} to 3: the new program alone uses it`, async () => {
        const dry = await must(now, env, "store", "migrate");
        assert.deepEqual(dry, { from: format, to: 3, migrated: false });
        assert.equal(await storedFormat(env), format);
        const before = await seenBy(now, env);
        assert.equal((await must(now, env, "store", "migrate", "--yes")).migrated, true);
        assert.deepEqual(await seenBy(now, env), before);
        const token = before.told.at(-1).token_id;
        await must(now, env, "token", "forget", token);
        const versions = await versionsOf(env);
        for (
          const words of [
            ["key", "list"],
            ["key", "issue", "--owner", "x", "--email", "x@y.example", "--plan", "standard"],
            ["token", "regenerate", token],
            ["audit", "verify"],
            ["store", "migrate", "--yes"],
            ["serve"],
          ]
        ) {
          const { code, err, out } = await former(env, ...words);
          assert.notEqual(code, 0, words.join(" "));
          assert.match(err, REFUSED, words.join(" "));
          assert.doesNotMatch(out, /Listening/);
        }
        assert.deepEqual(await versionsOf(env), versions, "the former program wrote nothing");
        const { ok, uses } = await must(now, env, "audit", "verify");
        assert.deepEqual([ok, uses], [true, before.uses]);
        const tokens = await must(now, env, "token", "list");
        const gone = tokens.find(({ id }: { id: string }) => id === token);
        assert.deepEqual([gone.name, gone.email, gone.state], ["", "", "revoked"]);
      });
    }
  },
);

/** Whether an entry stays as it is when somebody only looks: who looks is on record. */
function isStable(entry: string): boolean {
  return !/^\["audit"/.test(entry);
}
