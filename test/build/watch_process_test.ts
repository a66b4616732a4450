import assert from "node:assert/strict";
import { watch } from "../../build/watch.ts";
import { writeContent } from "../support/content_generator.ts";
import { killIfRunning } from "../support/kill_if_running.ts";
import { command, permissionsOf } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { packTree } from "./compiled_tree.ts";
import { VALID, writeTree } from "./content_tree.ts";
import { assertWhole } from "./whole_pack.ts";

const MEMBER = "groupa/members/aya-putri.yaml";

Deno.test("watch builds after each change, tells mistakes, and goes on when they are mended", async () => {
  await using folder = await temporaryFolder();
  const env = { CONTENT_DIR: `${folder.path}/content`, OUT_DIR: `${folder.path}/out` };
  writeTree(env.CONTENT_DIR);
  await using watcher = await startWatching(env);

  writeTree(env.CONTENT_DIR, { [MEMBER]: "name: Aya Satu\n" });
  await watcher.says(/^Built (\w+)/m);
  const first = watcher.build();

  watcher.forget();
  writeTree(env.CONTENT_DIR, { [MEMBER]: "nmae: Aya Dua\n" });
  await watcher.says(/Did you mean "name"\?[\s\S]*^Nothing was written: /m);
  assert.equal(watcher.build(), first);

  watcher.forget();
  Deno.renameSync(`${env.CONTENT_DIR}/${MEMBER}`, `${env.CONTENT_DIR}/groupa/members/.saved`);
  writeTree(env.CONTENT_DIR, { ...VALID, [MEMBER]: "name: Aya Tiga\n" });
  await watcher.says(
    /^~ member Aya Tiga \(groupa\/aya-putri\): name Aya Satu → Aya Tiga; nothing else$/m,
  );
  assert.notEqual(watcher.build(), first);
});

Deno.test("watch hears of changes in a folder that was removed and made again", async () => {
  await using folder = await temporaryFolder();
  const env = { CONTENT_DIR: `${folder.path}/content`, OUT_DIR: `${folder.path}/out` };
  writeTree(env.CONTENT_DIR);
  await using watcher = await startWatching(env);
  for (const round of ["Satu", "Dua"]) {
    Deno.removeSync(env.CONTENT_DIR, { recursive: true });
    await watcher.says(/^Cannot find .*: what was built stays/m);
    watcher.forget();
    writeTree(env.CONTENT_DIR, { [MEMBER]: `name: Aya ${round}\n` });
    await watcher.says(/^Watching .*another folder[\s\S]*^Built /m);
    watcher.forget();
    writeTree(env.CONTENT_DIR, { [MEMBER]: `name: Aya ${round} Lagi\n` });
    await watcher.says(/^Built /m);
    watcher.forget();
  }
});

Deno.test("watch hears of changes in the folder that a link was moved to", async () => {
  await using folder = await temporaryFolder();
  const env = { CONTENT_DIR: `${folder.path}/content`, OUT_DIR: `${folder.path}/out` };
  const lead = (to: string) => {
    Deno.symlinkSync(`${folder.path}/${to}`, `${folder.path}/link`);
    Deno.renameSync(`${folder.path}/link`, env.CONTENT_DIR);
  };
  writeTree(`${folder.path}/one`);
  writeTree(`${folder.path}/two`, { [MEMBER]: "name: Aya Dua\n" });
  lead("one");
  await using watcher = await startWatching(env);
  lead("two");
  await watcher.says(/^Watching .*another folder[\s\S]*^Built /m);
  const second = watcher.build();
  watcher.forget();
  writeTree(`${folder.path}/two`, { [MEMBER]: "name: Aya Tiga\n" });
  await watcher.says(/^Built /m);
  assert.notEqual(watcher.build(), second);
});

Deno.test("what is saved while a watch builds for the first time is built, too", async () => {
  await using folder = await temporaryFolder();
  const env = { CONTENT_DIR: `${folder.path}/content`, OUT_DIR: `${folder.path}/out` };
  writeTree(env.CONTENT_DIR);
  let saves = 0;
  const saving = setInterval(() => {
    const path = `${env.CONTENT_DIR}/groupa/members`;
    Deno.writeTextFileSync(`${path}/.saved`, `name: Aya ${++saves}\n`);
    Deno.renameSync(`${path}/.saved`, `${env.CONTENT_DIR}/${MEMBER}`);
  }, 5);
  await using watcher = await startWatching(env);
  clearInterval(saving);
  const last = packTree({ [MEMBER]: `name: Aya ${saves}\n` }).bytes;
  await until(() => watcher.build() === assertWhole(last!).index.build);
});

Deno.test("watch tells what is served where a pack cannot be written, and writes the next one", async () => {
  await using folder = await temporaryFolder();
  const env = { CONTENT_DIR: `${folder.path}/content`, OUT_DIR: `${folder.path}/out` };
  writeContent(env.CONTENT_DIR, { members: 20, shows: 300, news: 300, events: 5, videocalls: 2 });
  await using watcher = await startWatching(env);
  const pack = `${env.OUT_DIR}/oshibase.pack`;
  Deno.removeSync(pack);
  Deno.mkdirSync(`${pack}/in the way`, { recursive: true });
  const news = `${env.CONTENT_DIR}/group1/news`;
  const [{ name }] = [...Deno.readDirSync(news)] as [Deno.DirEntry];
  Deno.writeTextFileSync(`${news}/${name}`, "Kalimat baru.\n", { append: true });
  await watcher.says(/^Nothing was written: .* \(cannot/m);
  Deno.removeSync(pack, { recursive: true });
  Deno.writeTextFileSync(`${news}/${name}`, "Kalimat lagi.\n", { append: true });
  await watcher.says(/^Built /m);
});

Deno.test({
  name:
    "a watch builds after each change of content, and not when names for text editors are written",
  // It never ends.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using folder = await temporaryFolder();
    writeTree(folder.path);
    const schema = `${folder.path}/schema/names`;
    Deno.mkdirSync(schema, { recursive: true });
    let builds = 0;
    await watch(folder.path, () => builds++);
    assert.equal(builds, 1);
    const members = `${folder.path}/groupa/members`;
    const changes = [
      () => Deno.writeTextFileSync(`${members}/aya-putri.yaml`, "name: Aya Baru\n"),
      () => Deno.renameSync(`${members}/aya-putri.yaml`, `${members}/aya.yaml`),
      () => Deno.removeSync(`${members}/aya.yaml`),
    ];
    for (const change of changes) {
      const before = builds;
      change();
      await until(() => builds > before, 5_000);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    const before = builds;
    Deno.writeTextFileSync(`${schema}/groupa.json`, "{}");
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(builds, before);
  },
});

/** A build that a watch started: when, whether git was writing then, and how many members' files there were. */
interface Started {
  readonly at: number;
  readonly isLocked: boolean;
  readonly count: number;
}

/** A watch of the content of a repository, and what it started behind its first build. */
async function watchRepository(folder: string) {
  const root = `${folder}/content`;
  const lock = `${folder}/.git/index.lock`;
  writeTree(root);
  Deno.mkdirSync(`${folder}/.git`);
  const isThere = () => {
    try {
      return Deno.statSync(lock).isFile;
    } catch {
      return false;
    }
  };
  const started: Started[] = [];
  const count = () => [...Deno.readDirSync(`${root}/groupa/members`)].length;
  await watch(root, () => {
    started.push({ at: performance.now(), isLocked: isThere(), count: count() });
  });
  started.length = 0;
  return { root, lock, started, before: count() };
}

const ENDLESS = { sanitizeOps: false, sanitizeResources: false };

Deno.test({
  name: "a watch builds nothing while git holds its lock, and all that git wrote once it is gone",
  ...ENDLESS,
  async fn() {
    await using folder = await temporaryFolder();
    const { root, lock, started, before } = await watchRepository(folder.path);
    Deno.writeTextFileSync(lock, "");
    const members = ["citra", "dewi", "eka"].map((slug) => `${root}/groupa/members/${slug}.yaml`);
    // Longer than any build waits that knows nothing of the lock.
    const end = performance.now() + 1000;
    for (let round = 0; performance.now() < end; round++) {
      const path = members[round % members.length]!;
      Deno.writeTextFileSync(path, `name: Nama ${round}\n`);
      // Git makes it again for each of its steps.
      Deno.writeTextFileSync(lock, String(round));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.equal(started.length, 0);
    Deno.removeSync(lock);
    await until(() => started.length > 0);
    assert.deepEqual(started.map(({ isLocked }) => isLocked), started.map(() => false));
    assert.equal(started[0]!.count, before + members.length);
  },
});

Deno.test({
  name: "a lock that a killed git left behind holds nothing up",
  ...ENDLESS,
  async fn() {
    await using folder = await temporaryFolder();
    const { root, lock, started } = await watchRepository(folder.path);
    Deno.writeTextFileSync(lock, "");
    const old = new Date(Date.now() - 60_000);
    Deno.utimeSync(lock, old, old);
    Deno.writeTextFileSync(`${root}/${MEMBER}`, "name: Aya Baru\n");
    await until(() => started.length > 0);
    assert.equal(started[0]!.isLocked, true);
  },
});

Deno.test({
  name: "what writes many files at once is built when nothing has changed for 200 ms",
  ...ENDLESS,
  async fn() {
    await using folder = await temporaryFolder();
    const { root, started, before } = await watchRepository(folder.path);
    const paths = Array.from({ length: 12 }, (_, at) => `${root}/groupa/members/m-${at}.yaml`);
    for (const path of paths) Deno.writeTextFileSync(path, "name: Nama\n");
    const last = performance.now();
    await until(() => started.length > 0);
    assert.equal(started[0]!.count, before + paths.length);
    assert.ok(started[0]!.at - last >= 200, `${started[0]!.at - last} ms`);
  },
});

/** `build/main.ts watch` in a process of its own, which has built and watches already. */
async function startWatching(env: { CONTENT_DIR: string; OUT_DIR: string }) {
  const args = ["run", ...permissionsOf("build"), "build/main.ts", "watch"];
  const process = command(args, env).spawn();
  let printed = "";
  const reading = process.stderr
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeTo(new WritableStream({ write: (text) => void (printed += text) }));
  const says = (pattern: RegExp) => until(() => pattern.test(printed));
  await says(/^Watching /m);
  printed = "";
  return {
    says,
    /** From here on only what is printed anew counts. */
    forget: () => printed = "",
    /** Names what was built last. */
    build: () => assertWhole(Deno.readFileSync(`${env.OUT_DIR}/oshibase.pack`)).index.build,
    async [Symbol.asyncDispose]() {
      killIfRunning(process, "SIGTERM");
      await Promise.all([reading, process.stdout.cancel(), process.status]);
    },
  };
}
