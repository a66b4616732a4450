import { type BuildStamp } from "../../src/model/build_stamp.ts";
import { runTask } from "../support/command.ts";
import { writeContent } from "./content_generator.ts";
import { commitAll, git } from "./content_repository.ts";
import { buildContent, command, permissionsOf } from "../support/server.ts";
import { createServerFixture, type ServerFixture } from "../support/server_fixture.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { type TreeFiles, writeTree } from "./content_tree.ts";
import { assertReadable, assertWhole } from "./whole_pack.ts";
import assert from "node:assert/strict";

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

const SHOW = "groupa/shows/2026-08-01-a.yaml";
const GUEST = { [SHOW]: "title: A\ndate: 2026-08-01\nmembers: [Kang Dodi]\n" };

/** What a build leaves in its folder. */
const FILES = ["build.json", "oshibase.pack", "site.pack"];

Deno.test("build writes the pack and the site, and tells the warnings", async () => {
  await using tree = await project(GUEST);
  const { code, stderr } = await runTask("build", tree.env);
  assert.equal(code, 0, stderr);
  assert.deepEqual(tree.names(), FILES);
  assert.match(
    stderr.replaceAll(/\S*\/(?=content|out)/g, ""),
    /^content\/groupa\/shows\/2026-08-01-a\.yaml:3:11: warning: No member is called "Kang Dodi".*\n.*\n.*\n\nBuilt [0-9a-f]{12} into out \(1 warning\)\n$/,
  );
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
  assert.deepEqual(tree.names(), FILES);
});

Deno.test("a wrong call or variable is named, and nothing is built", async () => {
  await using tree = await project();
  const wrong = await runTask("build", { ...tree.env, PORT: "eight" });
  assert.equal(wrong.stderr, "Cannot use PORT: it takes a whole number from 0 to 65535\n");
  const refused = await runTask("build", tree.env, ["groupa"]);
  assert.match(refused.stderr, /^Expected no further word, found "groupa"/);
  const helped = await runTask("build", tree.env, ["--help"]);
  assert.match(helped.stdout, /deno task check looks for mistakes/);
  assert.deepEqual([wrong.code, refused.code, helped.code], [1, 2, 0]);
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

async function stampOf({ env }: Pick<ServerFixture, "env">): Promise<BuildStamp> {
  const { success, stderr } = await buildContent(env);
  assert.ok(success, new TextDecoder().decode(stderr));
  return JSON.parse(await Deno.readTextFile(`${env.OUT_DIR}/build.json`));
}

Deno.test("a build names the commit of the content, a rebuild keeps all but that, and /status follows", async () => {
  await using fixture = await createServerFixture();
  const content = `${fixture.folder}/content`;
  const none = await stampOf(fixture);
  assert.deepEqual(Object.keys(none), ["build", "built_at"], "no repository");
  const first = await commitAll(content);
  assert.deepEqual(await stampOf(fixture), { ...none, commit: first, dirty: false });
  await using server = await fixture.start({}, { args: ["--follow"] });
  const status = async () => await (await fetch(`${server.base}status`)).json();
  const shown = async () => {
    const { build, commit, dirty } = await status();
    return { build, commit, dirty };
  };
  assert.deepEqual(await shown(), { build: none.build, commit: first, dirty: false });
  const page = await fetch(`${server.base}status`, { headers: { accept: "text/html" } });
  assert.ok((await page.text()).includes(first.slice(0, 12)));

  // A comment is no content.
  await Deno.writeTextFile(`${content}/site.yaml`, "# seen\n", { append: true });
  assert.deepEqual(await stampOf(fixture), { ...none, commit: first, dirty: true });
  await until(async () => (await shown()).dirty === true);
  const second = await commitAll(content, "A comment");
  assert.notEqual(second, first);
  assert.deepEqual(await stampOf(fixture), { ...none, commit: second, dirty: false });
  await until(async () => (await shown()).commit === second);
  assert.deepEqual(await shown(), { build: none.build, commit: second, dirty: false });

  await Deno.writeTextFile(
    `${content}/kebun/members/tari.yaml`,
    "hobby: Tennis\n",
    { append: true },
  );
  const changed = await stampOf(fixture);
  assert.notEqual(changed.build, none.build);
  assert.notEqual(changed.built_at, none.built_at);
  assert.deepEqual([changed.commit, changed.dirty], [second, true]);
});

Deno.test("a folder that a repository ignores is in none of its commits", async () => {
  await using fixture = await createServerFixture();
  await Deno.writeTextFile(`${fixture.folder}/.gitignore`, "content\nout\ndata\n");
  await commitAll(fixture.folder);
  assert.equal(await git(fixture.folder, "status", "--porcelain"), "");
  assert.equal((await stampOf(fixture)).commit, undefined);
});

const SIZE = { groups: 2, members: 40, shows: 80, news: 40, events: 10, videocalls: 5 };

async function bytesOf(content: string, out: string, env: Record<string, string>) {
  const { code, stderr } = await runTask("build", { CONTENT_DIR: content, OUT_DIR: out, ...env });
  assert.equal(code, 0, stderr);
  return ["oshibase", "site"].map((name) => Deno.readFileSync(`${out}/${name}.pack`));
}

/** Copies a folder, the last name first, so that the disk holds its entries in another order. */
function copyBackwards(from: string, to: string): void {
  Deno.mkdirSync(to);
  const entries = [...Deno.readDirSync(from)].sort((one, other) => one.name < other.name ? 1 : -1);
  for (const { name, isDirectory } of entries) {
    if (isDirectory) copyBackwards(`${from}/${name}`, `${to}/${name}`);
    else Deno.copyFileSync(`${from}/${name}`, `${to}/${name}`);
  }
}

Deno.test("equal content gives equal bytes, whatever the zone, the language and the order of files, and all of it is in them", async () => {
  await using folder = await temporaryFolder();
  const at = (name: string) => `${folder.path}/${name}`;
  writeContent(at("one"), SIZE);
  copyBackwards(at("one"), at("other"));
  const packs = await Promise.all([
    bytesOf(at("one"), at("a"), { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8" }),
    bytesOf(at("other"), at("b"), { TZ: "America/Los_Angeles", LC_ALL: "sv_SE.UTF-8" }),
    bytesOf("content", at("c"), { TZ: "Asia/Jakarta", LANG: "C" }),
    bytesOf("content", at("d"), { TZ: "America/St_Johns", LANG: "th_TH.UTF-8" }),
  ]);
  assert.deepEqual(packs[0], packs[1]);
  assert.deepEqual(packs[2], packs[3]);
  assert.notDeepEqual(packs[0]![0], packs[2]![0]);
  const pack = assertWhole(packs[0]![0]!);
  assertReadable(pack);
  assert.deepEqual(pack.index.groups.map(({ family }) => family), ["bare", "wrapped"]);
  for (const { tables } of pack.index.groups) {
    const { groups: _, ...size } = SIZE;
    for (const name of ["members", "shows", "news", "events", "videocalls"] as const) {
      assert.equal(pack.json<unknown[]>(tables[name]).length, size[name], name);
    }
  }
});

Deno.test("check tells of files and folders that its permissions keep from it", async () => {
  await using folder = await temporaryFolder();
  const env = { CONTENT_DIR: folder.path, OUT_DIR: `${folder.path}-out` };
  writeTree(folder.path);
  const [file, sub] = [
    `${folder.path}/groupa/members/aya-putri.yaml`,
    `${folder.path}/groupa/shows`,
  ];
  const permissions = [...permissionsOf("check"), `--deny-read=${file},${sub}`];
  const { code, stderr } = await command(["run", ...permissions, "build/main.ts", "check"], env)
    .output();
  const printed = new TextDecoder().decode(stderr);
  assert.equal(code, 1);
  assert.ok(printed.includes(`${file}:1:1: error: Cannot read this file: `));
  assert.ok(printed.includes(`${sub}:1:1: error: Cannot read this folder: `));
});
