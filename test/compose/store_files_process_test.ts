import assert from "node:assert/strict";
import { writeTree } from "../build/content_tree.ts";
import { placeBuild } from "../support/built.ts";
import { command, permissionsOf, type RunningServer, startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";

/** Built content and the path of a store that is not there yet. */
async function place() {
  const folder = await temporaryFolder();
  const { path } = folder;
  const env = {
    CONTENT_DIR: `${path}/content`,
    OUT_DIR: `${path}/out`,
    KV_PATH: `${path}/data/store.kv`,
    LIVE: "off",
  };
  writeTree(env.CONTENT_DIR);
  await placeBuild(env);
  const dispose = () => folder[Symbol.asyncDispose]();
  return { path, env, data: `${path}/data`, kv: env.KV_PATH, [Symbol.asyncDispose]: dispose };
}

function modeOf(path: string): number {
  return Deno.statSync(path).mode! & 0o777;
}

async function stateOf(server: RunningServer): Promise<string> {
  return (await (await fetch(`${server.base}status`)).json()).store.state;
}

Deno.test("the store's folder is opened by its owner only, and so is each of its files", async () => {
  await using at = await place();
  await using server = await startServer(at.env);
  await until(() => server.demoKey !== undefined);
  assert.equal(modeOf(at.data), 0o700);
  const names = [...Deno.readDirSync(at.data)].map(({ name }) => name).sort();
  assert.deepEqual(names, ["", "-shm", "-wal", ".pepper"].map((end) => `store.kv${end}`));
  for (const name of names) assert.equal(modeOf(`${at.data}/${name}`), 0o600, name);
  assert.doesNotMatch(server.printed.err, /chmod/);
});

Deno.test("a wide folder that is there is left and warned of, wide files in it are tightened", async () => {
  await using at = await place();
  await (await startServer(at.env)).stop();
  await Deno.chmod(at.data, 0o755);
  await Deno.chmod(at.kv, 0o644);
  await Deno.chmod(`${at.kv}.pepper`, 0o640);
  await using server = await startServer(at.env);
  assert.match(server.printed.err, new RegExp(`warn .*: run chmod 700 ${at.data}\n`));
  assert.equal(modeOf(at.data), 0o755);
  assert.deepEqual([modeOf(at.kv), modeOf(`${at.kv}.pepper`)], [0o600, 0o600]);
});

Deno.test("a start with a pepper and no store asks for --new-store, and goes on with it", async () => {
  await using at = await place();
  await (await startServer(at.env)).stop();
  await Deno.remove(at.kv);
  await assert.rejects(
    startServer(at.env),
    /Cannot find the store at \S+store\.kv, .*: deno task start --new-store/,
  );
  assert.throws(() => Deno.statSync(at.kv), Deno.errors.NotFound);
  await (await startServer({ ...at.env, KEY_PEPPER: "a pepper for tests only" })).stop();
  await Deno.remove(at.kv);
  await using server = await startServer(at.env, { args: ["--new-store"] });
  assert.equal(await stateOf(server), "ok");
});

Deno.test("a served store whose file is replaced is down, until the file is back", async () => {
  await using at = await place();
  const server = await startServer(at.env);
  try {
    await until(() => server.demoKey !== undefined);
    assert.equal(await stateOf(server), "ok");
    Deno.renameSync(at.kv, `${at.kv}.away`);
    Deno.writeTextFileSync(at.kv, "another");
    await until(async () => await stateOf(server) === "down");
    assert.equal(server.printed.err.match(/or another file lies there/g)?.length, 1);
    Deno.renameSync(`${at.kv}.away`, at.kv);
    await until(async () => await stateOf(server) === "ok");
  } finally {
    await server.stop("SIGKILL");
  }
});

Deno.test("a server starts with its store in the working folder", async () => {
  await using at = await place();
  const env = { ...at.env, KV_PATH: "x.kv", PORT: "0" };
  const script = new URL("../../src/main.ts", import.meta.url).pathname;
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const flags = [...permissionsOf("serve"), "--config", config];
  const server = command(["run", ...flags, script], env, { cwd: at.path }).spawn();
  let out = "";
  const reading = (async () => {
    for await (const bytes of server.stdout) out += new TextDecoder().decode(bytes);
  })();
  await until(() => out.includes("Listening"));
  assert.equal(modeOf(`${at.path}/x.kv.pepper`), 0o600);
  server.kill("SIGTERM");
  await Promise.all([reading, server.stderr.cancel(), server.status]);
});
