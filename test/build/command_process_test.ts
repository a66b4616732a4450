import assert from "node:assert/strict";
import { runTask } from "../support/command.ts";
import { command, permissionsOf } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { type TreeFiles, writeTree } from "./content_tree.ts";

/** A content folder and where it is built to, as variables of the commands. */
async function project(files: TreeFiles = {}) {
  const folder = await temporaryFolder();
  const env = { CONTENT_DIR: `${folder.path}/content`, OUT_DIR: `${folder.path}/out` };
  writeTree(env.CONTENT_DIR, files);
  return {
    env,
    names: () => [...Deno.readDirSync(env.OUT_DIR)].map(({ name }) => name).sort(),
    pack: () => Deno.readFileSync(`${env.OUT_DIR}/oshibase.pack`),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const BROKEN = { "groupa/members/citra-dewi.yaml": "nmae: Citra\n" };
const GUEST = {
  "groupa/shows/2026-08-01-a.yaml": "title: A\ndate: 2026-08-01\nmembers: [Kang Dodi]\n",
};

const SHIFTED = {
  "groupa/shows/2026-08-01-a.yaml": "# A\ntitle: A\ndate: 2026-08-01\nmembers: [Kang Dodi]\n",
};
const SECOND_GUEST = {
  "groupa/shows/2026-08-02-b.yaml": "title: B\ndate: 2026-08-02\nmembers: [Mas Eko]\n",
};

/** What a build leaves in its folder. */
const FILES = ["build.json", "oshibase.pack", "site.pack", "told.json"];

Deno.test("check finds nothing wrong with a folder without mistakes", async () => {
  await using tree = await project();
  const { code, stderr } = await runTask("check", tree.env);
  assert.equal(stderr, `Checked ${tree.env.CONTENT_DIR}: no problems\n`);
  assert.equal(code, 0);
});

Deno.test("check writes nothing", async () => {
  await using tree = await project();
  await runTask("check", tree.env);
  assert.throws(() => Deno.statSync(tree.env.OUT_DIR), Deno.errors.NotFound);
});

Deno.test("check exits with 0 on warnings and with 1 on errors", async () => {
  await using tree = await project(GUEST);
  assert.equal((await runTask("check", tree.env)).code, 0);
  writeTree(tree.env.CONTENT_DIR, BROKEN);
  assert.equal((await runTask("check", tree.env)).code, 1);
});

Deno.test("check tells every mistake of every file at once, errors before warnings", async () => {
  await using tree = await project({
    ...GUEST,
    "site.yaml": null,
    "groupa/events/2026-02-22-jabat-tangan.yaml": "title: 48\ndate: 2026-02-30\n",
    "groupa/news/2026-01-03-jadwal.md": "Halo\n",
    "groupa/releases/surat.yaml": "title: [\n",
    "groupb/group.yaml": "name: B\nfamily: bear\n",
  });
  const { stderr } = await runTask("check", tree.env);
  const places = [...stderr.matchAll(/^\S+?\/content\/(\S+): (\w+): /gm)];
  assert.deepEqual(places.map(([, place, severity]) => `${severity} ${place}`), [
    "error site.yaml:1:1",
    "error groupa/news/2026-01-03-jadwal.md:1:1",
    "error groupa/events/2026-02-22-jabat-tangan.yaml:1:8",
    "error groupa/events/2026-02-22-jabat-tangan.yaml:2:7",
    "error groupa/releases/surat.yaml:1:8",
    "error groupb/group.yaml:2:9",
    "warning groupa/shows/2026-08-01-a.yaml:3:11",
  ]);
  assert.match(stderr, /: 6 errors, 1 warning\n$/);
});

Deno.test("build writes the pack, the site and what it told, and tells each warning once", async () => {
  await using tree = await project(GUEST);
  const build = async () => {
    const { code, stderr } = await runTask("build", tree.env);
    assert.equal(code, 0, stderr);
    assert.deepEqual(tree.names(), FILES);
    return stderr.replaceAll(/\S*\/(?=content|out)/g, "");
  };
  assert.match(
    await build(),
    /^content\/groupa\/shows\/2026-08-01-a\.yaml:3:11: warning: No member is called "Kang Dodi".*\n.*\n.*\n\nBuilt [0-9a-f]{12} into out \(1 warning\)\n$/,
  );
  writeTree(tree.env.CONTENT_DIR, SHIFTED);
  const quiet = /^Built [0-9a-f]{12} into out \(1 warning; deno task check shows all\)\n$/;
  assert.match(await build(), quiet);
  writeTree(tree.env.CONTENT_DIR, SECOND_GUEST);
  const second = await build();
  assert.match(second, /"Mas Eko"/);
  assert.doesNotMatch(second, /"Kang Dodi"/);
  assert.match(second, /\(2 warnings; deno task check shows all\)\n$/);
});

Deno.test("a build that fails tells no warning, and the next good one does", async () => {
  await using tree = await project({ ...GUEST, ...BROKEN });
  assert.doesNotMatch((await runTask("build", tree.env)).stderr, /Kang Dodi/);
  writeTree(tree.env.CONTENT_DIR, { "groupa/members/citra-dewi.yaml": "name: Citra\n" });
  assert.match((await runTask("build", tree.env)).stderr, /Kang Dodi/);
});

Deno.test("a build with errors leaves the old pack as it was, to the byte", async () => {
  await using tree = await project();
  await runTask("build", tree.env);
  const before = tree.pack();
  writeTree(tree.env.CONTENT_DIR, BROKEN);
  const { code, stderr } = await runTask("build", tree.env);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /Did you mean "name"\?[\s\S]*Nothing was written: what is served stays .*\(1 error\)\n$/,
  );
  assert.deepEqual(tree.pack(), before);
  assert.deepEqual(tree.names(), FILES);
});

Deno.test("a build that may not write says so and exits with 1", async () => {
  await using tree = await project();
  Deno.mkdirSync(`${tree.env.OUT_DIR}/oshibase.pack`, { recursive: true });
  const { code, stderr } = await runTask("build", tree.env);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^Nothing was written: there is nothing to serve yet .*OUT_DIR .*oshibase\.pack.*; set it to a folder/,
  );
  assert.doesNotMatch(stderr, /^ {4}at /m);
  assert.deepEqual(tree.names(), ["build.json", "oshibase.pack", "site.pack"]);
});

Deno.test("a wrong variable stops the command and is named", async () => {
  await using tree = await project();
  const { code, stderr } = await runTask("check", { ...tree.env, PORT: "eight" });
  assert.equal(stderr, "Cannot use PORT: it takes a whole number from 0 to 65535\n");
  assert.equal(code, 1);
});

Deno.test("a word that is no command is told how to get help and exits with 2", async () => {
  await using tree = await project();
  const run = async (word: string) =>
    await command(
      ["run", ...permissionsOf("build"), "build/main.ts", word],
      tree.env,
    )
      .output();
  const { code, stderr } = await run("chekc");
  assert.equal(code, 2);
  assert.match(new TextDecoder().decode(stderr), /^Cannot do "chekc"[^]*--help tells more/);
  assert.equal((await run("--help")).code, 0);
});

Deno.test("build takes no further words but --help", async () => {
  await using tree = await project();
  const refused = await runTask("build", tree.env, ["groupa"]);
  assert.match(refused.stderr, /^Expected no further word, found "groupa"/);
  assert.deepEqual([refused.code, refused.stdout], [2, ""]);
  const helped = await runTask("build", tree.env, ["--help"]);
  assert.match(helped.stdout, /deno task check looks for mistakes/);
  assert.deepEqual([helped.code, helped.stderr], [0, ""]);
  assert.throws(() => Deno.statSync(tree.env.OUT_DIR), Deno.errors.NotFound);
});

Deno.test("a file where builds lie is named with what to do, by every task", async () => {
  await using tree = await project();
  const file = tree.env.OUT_DIR;
  await Deno.writeTextFile(file, "");
  for (const OUT_DIR of [file, `${file}/out`]) {
    for (const task of ["build", "diff", "serve"]) {
      const { code, stderr } = await runTask(task, { ...tree.env, OUT_DIR, PORT: "0" });
      assert.equal(code, 1, stderr);
      assert.match(stderr, /^Cannot [^\n]*OUT_DIR[^\n]* file[^\n]*; set it to [^\n]*\n$/);
      assert.ok(stderr.includes(OUT_DIR), stderr);
    }
  }
});
