import assert from "node:assert/strict";
import { openPack } from "../../src/catalog/pack.ts";
import { placeBuild } from "../support/built.ts";
import { buildContent, type RunningServer, startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";

/** Two builds of different content, and what a server that follows needs. */
async function twoBuilds() {
  const folder = await temporaryFolder();
  const { path } = folder;
  const CONTENT_DIR = `${path}/content`;
  await copyTree("test/fixtures/trio", CONTENT_DIR);
  await placeBuild({ CONTENT_DIR, OUT_DIR: `${path}/first` });
  const site = await Deno.readTextFile(`${CONTENT_DIR}/site.yaml`);
  await Deno.writeTextFile(`${CONTENT_DIR}/site.yaml`, site.replace(/^title:.*$/m, "title: Other"));
  await placeBuild({ CONTENT_DIR, OUT_DIR: `${path}/second` });
  const env = { CONTENT_DIR, OUT_DIR: `${path}/out`, KV_PATH: `${path}/data/kv`, LIVE: "off" };
  const dispose = () => folder[Symbol.asyncDispose]();
  return { path, env, pack: `${env.OUT_DIR}/oshibase.pack`, [Symbol.asyncDispose]: dispose };
}

async function buildOf(server: RunningServer): Promise<string> {
  return (await (await fetch(`${server.base}healthz`)).json()).build;
}

function count(server: RunningServer, pattern: RegExp): number {
  return server.printed.err.match(pattern)?.length ?? 0;
}

const GONE = /warn Cannot find \S+oshibase\.pack: .*`deno task build`/g;
const DAMAGED = /error Cannot serve \S+oshibase\.pack: .*it is damaged; run the build again/g;
const BACK = /info Found \S+oshibase\.pack again/g;

Deno.test("a server that follows hears of a pack in a folder that was removed and made again", async () => {
  await using at = await twoBuilds();
  await copyTree(`${at.path}/first`, at.env.OUT_DIR);
  await using server = await startServer(at.env, { args: ["--follow"] });
  const first = await buildOf(server);

  for (const [round, from] of ["second", "first", "second"].entries()) {
    const before = await buildOf(server);
    await Deno.remove(at.env.OUT_DIR, { recursive: true });
    await until(() => count(server, GONE) === round + 1);
    assert.equal(await buildOf(server), before);
    await copyTree(`${at.path}/${from}`, at.env.OUT_DIR);
    await until(async () => await buildOf(server) !== before);
    assert.equal(count(server, BACK), round + 1);
  }
  assert.notEqual(await buildOf(server), first);
});

Deno.test("a server that follows hears of a pack that was renamed away and back, and serves on", async () => {
  await using at = await twoBuilds();
  await copyTree(`${at.path}/first`, at.env.OUT_DIR);
  await using server = await startServer(at.env, { args: ["--follow"] });
  const first = await buildOf(server);

  await Deno.rename(at.pack, `${at.pack}.away`);
  await until(() => count(server, GONE) === 1);
  assert.equal(await buildOf(server), first);
  await Deno.rename(`${at.pack}.away`, at.pack);
  await until(() => count(server, BACK) === 1);
  assert.equal(await buildOf(server), first);
  assert.equal(count(server, /Serving new content/g), 0);

  await Deno.rename(`${at.path}/second/oshibase.pack`, at.pack);
  await until(async () => await buildOf(server) !== first);
  assert.deepEqual([count(server, GONE), count(server, BACK)], [1, 1]);
});

Deno.test("a server that follows a link serves the build that it was moved to", async () => {
  await using at = await twoBuilds();
  const lead = async (to: string) => {
    await Deno.symlink(`${at.path}/${to}`, `${at.path}/link`);
    await Deno.rename(`${at.path}/link`, at.env.OUT_DIR);
  };
  await lead("first");
  await using server = await startServer(at.env, { args: ["--follow"] });
  const first = await buildOf(server);
  await lead("second");
  await until(async () => await buildOf(server) !== first);
  await lead("nowhere");
  await until(() => count(server, GONE) === 1);
  assert.notEqual(await buildOf(server), first);
  await lead("first");
  await until(async () => await buildOf(server) === first);
  assert.equal(count(server, BACK), 1);
});

/** Flips a byte of each page that a search reads first, and of no other. */
async function damage(path: string): Promise<void> {
  const bytes = await Deno.readFile(path);
  const pack = openPack(bytes);
  for (const { search } of pack.index.groups) pack.bytes(search.terms)[0]! ^= 1;
  await Deno.writeFile(path, bytes);
}

Deno.test("a server that follows serves a whole pack in place of a damaged one of the same name", async () => {
  await using at = await twoBuilds();
  const build = async () => {
    const { code, stderr } = await buildContent(at.env);
    assert.equal(code, 0, new TextDecoder().decode(stderr));
  };
  // With the cache that a build leaves, which knows all of the content.
  await build();
  await damage(at.pack);
  await using server = await startServer(at.env, { args: ["--follow"] });
  const before = await buildOf(server);
  const statusOfSearch = async () => {
    const { status, body } = await fetch(`${server.base}v1/search?q=a&apikey=${server.demoKey}`);
    await body?.cancel();
    return status;
  };
  assert.equal(await statusOfSearch(), 500);
  await until(() => count(server, DAMAGED) === 1);

  await build();
  await until(async () => await statusOfSearch() === 200, 10_000);
  assert.equal(await buildOf(server), before);
  await server.stop();
  assert.equal(count(server, /Cannot serve/g), 1);
  assert.equal(count(server, /Serving new content/g), 1);
});

async function copyTree(from: string, to: string): Promise<void> {
  await Deno.mkdir(to);
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyTree(`${from}/${name}`, `${to}/${name}`);
    else await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}

Deno.test("a server that follows serves what a build hands over before the pack is written whole", async () => {
  await using at = await twoBuilds();
  await copyTree(`${at.path}/first`, at.env.OUT_DIR);
  await using server = await startServer(at.env, { args: ["--follow"] });
  const first = await buildOf(server);
  const [before, after] = ["first", "second"].map((name) =>
    Deno.readFileSync(`${at.path}/${name}/oshibase.pack`)
  ) as [Uint8Array, Uint8Array];
  const handOver = (bytes: Uint8Array) => {
    Deno.writeFileSync(`${at.path}/changes`, bytes);
    Deno.renameSync(`${at.path}/changes`, `${at.env.OUT_DIR}/oshibase.changes`);
  };
  // Another title is in the index alone: the pages are those that are served.
  const indexEnd = 12 + new DataView(after.buffer).getUint32(8, true);
  handOver(after.subarray(0, indexEnd - 1));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.equal(await buildOf(server), first);
  handOver(after.subarray(0, indexEnd));
  // Whose build the stamp does not name is of an earlier one.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.equal(await buildOf(server), first);
  await Deno.copyFile(`${at.path}/second/build.json`, `${at.env.OUT_DIR}/build.json`);
  handOver(after.subarray(0, indexEnd));
  await until(async () => await buildOf(server) !== first);
  assert.deepEqual(Deno.readFileSync(at.pack), before);
  const headers = { "x-api-key": server.demoKey! };
  const members = await fetch(`${server.base}api/hikari/members`, { headers });
  assert.equal(members.status, 200);
  assert.ok((await members.json()).length > 0);

  await Deno.rename(`${at.path}/second/oshibase.pack`, at.pack);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.equal(count(server, /Serving new content/g), 1);
  assert.equal(count(server, /warn /g), 0);
});

Deno.test("a server that follows serves the latest of what was put there while it was busy, and no earlier", async () => {
  await using at = await twoBuilds();
  await copyTree(`${at.path}/first`, at.env.OUT_DIR);
  await using server = await startServer(at.env, { args: ["--follow"] });
  const first = await buildOf(server);
  const put = async (from: string, ...names: string[]) => {
    for (const name of names) {
      await Deno.copyFile(`${at.path}/${from}/${name}`, `${at.path}/draft`);
      await Deno.rename(`${at.path}/draft`, `${at.env.OUT_DIR}/${name}`);
    }
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve, 2500));
  for (const name of ["first", "second"]) {
    await Deno.copyFile(`${at.path}/${name}/oshibase.pack`, `${at.path}/${name}/oshibase.changes`);
  }

  // A pack, and what the build after it hands over before its own.
  server.process.kill("SIGSTOP");
  await put("second", "build.json", "oshibase.pack");
  await put("first", "build.json", "oshibase.changes");
  server.process.kill("SIGCONT");
  await settle();
  assert.equal(await buildOf(server), first);

  // What an earlier build has handed over lies there beside a later pack.
  await put("second", "build.json", "oshibase.pack");
  await until(async () => await buildOf(server) !== first);
  await put("first", "oshibase.changes");
  await settle();
  assert.notEqual(await buildOf(server), first);
});
