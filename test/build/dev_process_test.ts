import { type BuildState } from "../../build/build_content.ts";
import { buildOrTell } from "../../build/dev/serve_folder.ts";
import { createMemory } from "../../build/memory.ts";
import { ifThere } from "../../build/read/there.ts";
import { placeBuild } from "../support/built.ts";
import {
  type DevSettings,
  devSettings,
  runTask,
  spawnBuild,
  spawnDev,
} from "../support/command.ts";
import { writeContent } from "./content_generator.ts";
import { killIfRunning } from "../support/kill_if_running.ts";
import { createPrng } from "../support/prng.ts";
import { processesOf } from "../support/running_processes.ts";
import { testSeed } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { writeTree } from "./content_tree.ts";
import { assertReadable, assertWhole } from "./whole_pack.ts";
import assert from "node:assert/strict";

const MEMBER = "groupa/members/aya-putri.yaml";

Deno.test("dev tells mistakes where nothing was built yet, serves as soon as they are mended, and shows each save", async () => {
  await using folder = await temporaryFolder();
  const env = devSettings(folder.path);
  writeTree(env.CONTENT_DIR, { [MEMBER]: "nmae: Aya Putri\nnicknames: [Aya]\n" });
  await using dev = startDev(env);
  const { printed } = dev;
  await until(() => /^Watching /m.test(printed.err) && /^Nothing is served yet/m.test(printed.err));
  assert.match(printed.err, /aya-putri\.yaml:1:1: error: .*Did you mean "name"\?/);
  assert.equal(printed.out, "");

  writeTree(env.CONTENT_DIR);
  await until(() => dev.base() !== "");
  const member = () => `${dev.base()}preview/groups/groupa/members/aya-putri`;
  const page = async () => await (await fetch(member())).text();
  await until(async () => /aya-putri\.yaml/.test(await page()));
  assert.doesNotMatch(await page(), /simpanan terakhir/);
  writeTree(env.CONTENT_DIR, { [MEMBER]: "nmae: Aya Putri\nnicknames: [Aya]\n" });
  await until(async () => /Ada 1 kesalahan di simpanan terakhir/.test(await page()));
  assert.match(await page(), /aya-putri\.yaml[^]*Aya Putri/);
  // The bar speaks the language of the group, or the one that its reader chose.
  const chosen = await fetch(`${dev.base()}preview/language/en?at=/preview/problems`, {
    redirect: "manual",
  });
  await chosen.body?.cancel();
  assert.deepEqual([chosen.status, chosen.headers.get("location")], [303, "/preview/problems"]);
  const cookie = chosen.headers.get("set-cookie")!.split(";")[0]!;
  const english = await fetch(member(), { headers: { cookie } });
  assert.match(await english.text(), /Bahasa Indonesia</);
  writeTree(env.CONTENT_DIR, { [MEMBER]: "name: Aya Baru\nnicknames: [Aya]\n" });
  await until(async () => /Aya Baru/.test(await page()));
  await until(() =>
    /^~ member Aya Baru \(groupa\/aya-putri\): name Aya Putri → Aya Baru; nothing else$/m
      .test(printed.err)
  );
  assert.match(await (await fetch(`${dev.base()}?front`)).text(), / is a data service/);
  assert.equal(await dev.end("SIGTERM"), 0);
  assert.match(printed.err, /Stopped by SIGTERM\n$/);
});

Deno.test("dev serves what an earlier run has built while the content is broken from the start", async () => {
  await using folder = await temporaryFolder();
  const env = devSettings(folder.path);
  writeTree(env.CONTENT_DIR);
  await placeBuild(env);
  writeTree(env.CONTENT_DIR, { [MEMBER]: "nmae: Aya Putri\nnicknames: [Aya]\n" });
  await using dev = startDev({ ...env, LANG: "id_ID.UTF-8" });
  await until(() => dev.base() !== "");
  const text = await (await fetch(dev.base())).text();
  assert.match(text, /Ada 1 kesalahan di simpanan terakhir[^]*Aya Putri/);
  assert.match(dev.printed.err, /aya-putri\.yaml:1:1: kesalahan: /);
  assert.match(dev.printed.out, /^Melayani di http.*\nDi peramban: http/);
  // What the runtime or an operator is told is in English; an editor reads nothing of it.
  assert.doesNotMatch(dev.printed.err, /error:|Nothing was written/);
});

Deno.test("dev answers every request while saves are swapped in", async () => {
  await using folder = await temporaryFolder();
  const env = devSettings(folder.path);
  writeContent(env.CONTENT_DIR, { members: 30, shows: 300, news: 100, events: 5, videocalls: 2 });
  await using dev = startDev(env);
  await until(() => dev.key() !== "");
  const ask = async (path: string) => {
    const response = await fetch(`${dev.base()}${path}`, { headers: { "x-api-key": dev.key() } });
    const text = await response.text();
    assert.equal(response.status, 200, `${path} ${text}`);
    return text;
  };
  const members = `${env.CONTENT_DIR}/group1/members`;
  const [{ name }] = [...Deno.readDirSync(members)] as [Deno.DirEntry];
  let isDone = false;
  let answers = 0;
  const callers = ["members", "theater", "news", "birthday"].map(async (path) => {
    while (!isDone) {
      await ask(`api/group1/${path}`);
      answers++;
    }
  });
  for (let save = 0; save < SAVES; save++) {
    Deno.writeTextFileSync(`${members}/${name}`, `name: Nama ${save} Baru\n`);
    await until(async () => (await ask("api/group1/members")).includes(`Nama ${save} Baru`));
  }
  isDone = true;
  await Promise.all(callers);
  assert.ok(answers > SAVES, `${answers} answers`);
});

const SAVES = 10;

Deno.test("dev says why it cannot begin, and ends", async () => {
  await using folder = await temporaryFolder();
  const env = devSettings(folder.path);
  writeTree(env.CONTENT_DIR);
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const cases = [
    [{ ...env, PORT: `${taken.addr.port}` }, [], 1, /\nCannot listen on port \d+: another program/],
    [
      { CONTENT_DIR: "/nowhere/content" },
      [],
      1,
      /^Cannot find the content folder: CONTENT_DIR has/,
    ],
    [{}, ["--", "--demo"], 2, /^Cannot use --demo: expected one of --demo-live, --language/],
  ] as const;
  for (const [settings, words, exit, message] of cases) {
    const { code, stdout, stderr } = await runTask("dev", settings, words);
    assert.match(stderr, message);
    assert.deepEqual([code, stdout], [exit, ""]);
  }
  const { code, stdout, stderr } = await runTask("dev", {}, ["--help"]);
  assert.match(stdout, /^Serves the content folder[^]*It is for this machine alone/);
  assert.deepEqual([code, stderr], [0, ""]);
});

Deno.test("a compiler that fails ends nothing: it is told, and forgets what it noted", async () => {
  const memory = createMemory(Date.now);
  const state: BuildState = { root: "/nowhere", folder: "/nowhere", memory };
  const { error } = console;
  let told = "";
  console.error = (...words) => told += words.join(" ");
  try {
    const fail = () => Promise.reject(new RangeError("Maximum call stack size exceeded"));
    assert.equal(await buildOrTell(state, fail), undefined);
  } finally {
    console.error = error;
  }
  assert.match(told, /^The compiler failed.*stays as it was: RangeError: Maximum call stack/);
  assert.notEqual(state.memory, memory);
});

/** `deno task dev`, and what it has printed so far. */
function startDev(env: DevSettings) {
  const process = spawnDev(env);
  const printed = { out: "", err: "" };
  const reading = [
    collect(process.stdout, (text) => printed.out += text),
    collect(process.stderr, (text) => printed.err += text),
  ];
  return {
    printed,
    base: () => /(http:\S+)$/m.exec(printed.out)?.[1] ?? "",
    key: () => /apikey=([\w-]+)/.exec(printed.out)?.[1] ?? "",
    /** Resolves with the exit code. */
    async end(signal: Deno.Signal): Promise<number> {
      killIfRunning(process, signal);
      await Promise.all(reading);
      return (await process.status).code;
    },
    async [Symbol.asyncDispose]() {
      await this.end("SIGTERM");
    },
  };
}

async function collect(stream: ReadableStream<Uint8Array>, add: (text: string) => void) {
  const decoder = new TextDecoder();
  for await (const bytes of stream) add(decoder.decode(bytes, { stream: true }));
}

/** The next build makes what one makes that finds nothing there. */
async function assertBuildsWhole(env: Record<string, string>, pack: string): Promise<void> {
  const build = async () => {
    const { code, stderr } = await spawnBuild(env).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    return Deno.readFileSync(pack);
  };
  const next = await build();
  assertReadable(assertWhole(next));
  Deno.removeSync(env["OUT_DIR"]!, { recursive: true });
  assert.deepEqual(next, await build());
}

Deno.test("where dev is killed, it leaves nothing or a whole pack, and the next build is whole", async () => {
  for (const isServing of [false, true]) {
    await using folder = await temporaryFolder();
    const env = devSettings(folder.path);
    writeContent(env.CONTENT_DIR, { members: 20, shows: 100, news: 30, events: 5, videocalls: 2 });
    await using dev = startDev(env);
    const running = () => processesOf(folder.path, "build/main.ts");
    await until(() => isServing ? dev.base() !== "" : running().length > 0);
    if (isServing) {
      const news = "---\ntitle: Jadwal baru\ndate: 2026-01-01\n---\n\nHalo.\n";
      Deno.writeTextFileSync(`${env.CONTENT_DIR}/group1/news/2026-01-01-new.md`, news);
      const wait = createPrng(testSeed()).between(0, 150);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    Deno.kill(running()[0]!, "SIGKILL");
    await until(() => processesOf(folder.path).length === 0);
    const pack = `${env.OUT_DIR}/oshibase.pack`;
    if (isServing) assertReadable(assertWhole(Deno.readFileSync(pack)));
    else assert.equal(ifThere(() => Deno.statSync(pack)), undefined);
    await assertBuildsWhole(env, pack);
  }
});
