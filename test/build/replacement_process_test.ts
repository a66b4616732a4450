import assert from "node:assert/strict";
import { spawnBuild } from "../support/command.ts";
import { writeContent } from "./content_generator.ts";
import { killIfRunning } from "../support/kill_if_running.ts";
import { createPrng } from "../support/prng.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { assertReadable, assertWhole } from "./whole_pack.ts";

/** Large enough that writing the pack takes a while. */
const LARGE = { members: 100, shows: 700, news: 250, events: 20, videocalls: 5 };
const SMALL = { members: 20, shows: 100, news: 30, events: 5, videocalls: 2 };

/** A folder of generated content and where it is built to. */
async function project(size: object) {
  const folder = await temporaryFolder();
  const env = { CONTENT_DIR: `${folder.path}/content`, OUT_DIR: `${folder.path}/out` };
  writeContent(env.CONTENT_DIR, size);
  return {
    env,
    pack: `${env.OUT_DIR}/oshibase.pack`,
    drafts: () =>
      [...Deno.readDirSync(env.OUT_DIR)].map(({ name }) => name).filter((name) =>
        name.endsWith(".draft")
      ),
    /** Changes the content, so that the next pack is another one. */
    retitle: (title: number) =>
      Deno.writeTextFileSync(
        `${env.CONTENT_DIR}/site.yaml`,
        `title: Title ${title}\ncontact: a@b.example\nbase_url: https://a.example\n`,
      ),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

async function build(env: Record<string, string>): Promise<void> {
  const { code, stderr } = await spawnBuild(env).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
}

/** Makes a draft look as old as one whose writer was killed long ago. */
function age(path: string): void {
  const then = Date.now() / 1000 - 3600;
  Deno.utimeSync(path, then, then);
}

Deno.test("a build that is killed at any moment leaves the old pack whole", async (t) => {
  await using tree = await project(LARGE);
  const startedAt = performance.now();
  await build(tree.env);
  const duration = performance.now() - startedAt;
  const prng = createPrng(testSeed());
  let old = Deno.readFileSync(tree.pack);
  let [kept, replaced] = [0, 0];

  const killAt = async (moment: (isOver: () => boolean) => Promise<void>) => {
    tree.retitle(kept + replaced);
    const child = spawnBuild(tree.env);
    let isOver = false;
    const ended = child.output().then(() => isOver = true);
    await Promise.race([moment(() => isOver), ended]);
    killIfRunning(child);
    await ended;
    const now = Deno.readFileSync(tree.pack);
    assertWhole(now);
    const isOld = now.length === old.length && now.every((byte, place) => byte === old[place]);
    if (isOld) kept++;
    else replaced++;
    old = now;
  };

  await t.step("at a random moment", async () => {
    for (let round = 0; round < sizeOf({ default: 3, full: 120 }); round++) {
      const wait = prng.between(0, Math.round(duration * 1.1));
      await killAt(() => new Promise((resolve) => setTimeout(resolve, wait)));
    }
  });
  await t.step("while it writes", async () => {
    for (let round = 0; round < sizeOf({ default: 2, full: 100 }); round++) {
      const before = tree.drafts().length;
      await killAt((isOver) => until(() => isOver() || tree.drafts().length > before));
    }
    assert.ok(tree.drafts().length > 0, "No build was killed while it wrote");
    assert.ok(kept > 0);
  });
  await t.step(
    "the next build leaves what is young, and one later sweeps what is old",
    async () => {
      await build(tree.env);
      assert.ok(tree.drafts().length > 0);
      const warm = Deno.readFileSync(tree.pack);
      for (const name of tree.drafts()) age(`${tree.env.OUT_DIR}/${name}`);
      Deno.writeTextFileSync(`${tree.env.OUT_DIR}/other.draft`, "somebody writes this now");
      await build(tree.env);
      assert.deepEqual(Deno.readFileSync(tree.pack), warm);
      assertReadable(assertWhole(warm));
      // What is old is swept.
      assert.deepEqual(tree.drafts(), ["other.draft"]);
    },
  );
});

Deno.test("whoever reads while builds follow each other gets a whole pack each time", async () => {
  await using tree = await project(SMALL);
  await build(tree.env);
  const seen = new Set<string>();
  let reads = 0;
  let isBuilding = true;
  const reading = (async () => {
    while (isBuilding) {
      seen.add(assertWhole(await Deno.readFile(tree.pack)).index.build);
      reads++;
    }
  })();
  for (let title = 1; title <= 3; title++) {
    tree.retitle(title);
    await build(tree.env);
  }
  isBuilding = false;
  await reading;
  assert.ok(seen.size >= 3, `${seen.size} packs in ${reads} reads`);
});

Deno.test("builds at the same time do not disturb each other", async () => {
  await using tree = await project(SMALL);
  Deno.mkdirSync(tree.env.OUT_DIR);
  for (let number = 0; number < 20; number++) {
    const path = `${tree.env.OUT_DIR}/oshibase.pack.${number}.draft`;
    Deno.writeTextFileSync(path, "cut off");
    age(path);
  }
  await Promise.all(Array.from({ length: 4 }, () => build(tree.env)));
  assert.deepEqual(tree.drafts(), []);
  assertReadable(assertWhole(Deno.readFileSync(tree.pack)));
});
