import assert from "node:assert/strict";
import { watch } from "../../build/dev/watch.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { writeTree } from "./content_tree.ts";

const MEMBER = "groupa/members/aya-putri.yaml";

/** It never ends. */
const ENDLESS = { sanitizeOps: false, sanitizeResources: false };

/** A watch of a folder, which has built once. */
async function startWatch(root: string) {
  const told: string[] = [];
  let builds = 0;
  await watch(root, () => builds++, (line) => told.push(line));
  return {
    /** Does something, and waits until a line is told of it. */
    async tells(act: () => void, line: RegExp) {
      const before = told.length;
      act();
      await until(() => told.slice(before).some((one) => line.test(one)));
    },
    /** Does something, and waits until it is built. */
    async builds(act: () => unknown) {
      const before = builds;
      await act();
      await until(() => builds > before);
    },
  };
}

Deno.test({
  name: "watch hears of changes in a folder that was removed and made again",
  ...ENDLESS,
  async fn() {
    await using folder = await temporaryFolder();
    const root = `${folder.path}/content`;
    writeTree(root);
    const watched = await startWatch(root);
    for (const round of ["Satu", "Dua"]) {
      await watched.tells(() => Deno.removeSync(root, { recursive: true }), GONE);
      const write = (name: string) => writeTree(root, { [MEMBER]: `name: ${name}\n` });
      await watched.builds(() => watched.tells(() => write(`Aya ${round}`), ANOTHER));
      await watched.builds(() => write(`Aya ${round} Lagi`));
    }
  },
});

const GONE = /^Cannot find .*: what was built stays/;
const ANOTHER = /^Watching .*another folder/;

Deno.test({
  name: "watch hears of changes in the folder that a link was moved to",
  ...ENDLESS,
  async fn() {
    await using folder = await temporaryFolder();
    const root = `${folder.path}/content`;
    const lead = (to: string) => {
      Deno.symlinkSync(`${folder.path}/${to}`, `${folder.path}/link`);
      Deno.renameSync(`${folder.path}/link`, root);
    };
    writeTree(`${folder.path}/one`);
    writeTree(`${folder.path}/two`, { [MEMBER]: "name: Aya Dua\n" });
    lead("one");
    const watched = await startWatch(root);
    await watched.builds(() => watched.tells(() => lead("two"), ANOTHER));
    await watched.builds(() => writeTree(`${folder.path}/two`, { [MEMBER]: "name: Aya Tiga\n" }));
  },
});

Deno.test({
  name: "what is saved while a watch builds for the first time is built, too",
  ...ENDLESS,
  async fn() {
    await using folder = await temporaryFolder();
    const root = `${folder.path}/content`;
    writeTree(root);
    const read: string[] = [];
    const build = () => {
      read.push(Deno.readTextFileSync(`${root}/${MEMBER}`));
      if (read.length === 1) writeTree(root, { [MEMBER]: "name: Aya Baru\n" });
    };
    await watch(root, build);
    await until(() => read.at(-1) === "name: Aya Baru\n");
  },
});

Deno.test({
  name:
    "a watch builds after each change of content, and not when names for text editors are written",
  ...ENDLESS,
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
