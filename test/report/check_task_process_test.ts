import { REPORT_FORMATS, runCheck } from "../../build/report/run_check.ts";
import { type TreeFiles, writeTree } from "../build/content_tree.ts";
import { emptiedFolders } from "../../build/report/last_commit.ts";
import { runTask } from "../support/command.ts";
import { temporaryFolder } from "../support/temporary.ts";
import assert from "node:assert/strict";

/** A content folder, and `deno task check` on it, its own path left out of what is printed. */
async function project(files: TreeFiles = {}) {
  const folder = await temporaryFolder();
  const root = `${folder.path}/content`;
  writeTree(root, files);
  const shorten = (text: string) => text.replaceAll(root, "content");
  return {
    root,
    summary: `${folder.path}/summary.md`,
    async check(words: readonly string[] = [], env: Record<string, string> = {}) {
      const { code, stdout, stderr } = await runTask("check", { CONTENT_DIR: root, ...env }, words);
      return { code, out: shorten(stdout), err: shorten(stderr) };
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const GUEST = "title: A\ndate: 2026-08-01\nmembers: [Kang Dodi]\n";

const BROKEN = "nama: Citra\n";

const FILES = {
  "groupa/shows/2026-08-01-a.yaml": GUEST,
  "groupa/members/citra-dewi.yaml": BROKEN,
};

Deno.test("--help names the formats and every exit code, and a wrong call ends with 2", async () => {
  await using tree = await project();
  const help = await tree.check(["--help"]);
  assert.equal(help.code, 0);
  for (const word of ["text|github|json", "--fix", "--strict", "\n  0 ", "\n  1 ", "\n  2 "]) {
    assert.ok(help.out.includes(word), word);
  }
  for (const words of [["--format=jsno"], ["groupx"]]) {
    const { code, out, err } = await tree.check(words);
    assert.match(err, /^Cannot (?:use --format|find "groupx" in the content folder content)/);
    assert.deepEqual([code, out], [2, ""], words.join(" "));
  }
});

Deno.test("a path tells of its files alone, and looks names up in all content", async () => {
  await using tree = await project({
    ...FILES,
    "groupa/shows/b.yaml": "title: B\ndate: 2026-08-02\nmembers: [Aya]\n",
  });
  const one = await tree.check(["groupa/shows/b.yaml"]);
  assert.equal(one.err, "Checked content/groupa/shows/b.yaml: no problems; elsewhere: 1 error\n");
  assert.equal(one.code, 0);
  const folder = await tree.check([`${tree.root}/groupa/members`]);
  assert.match(folder.err, /^content\/groupa\/members\/citra-dewi\.yaml:1:1: error: /);
  assert.match(folder.err, /\nChecked content\/groupa\/members: 1 error\n$/);
  assert.equal(folder.code, 1);
  const both = await tree.check(["groupa/members/", "groupa/shows"]);
  assert.match(both.err, /\nChecked content\/groupa\/members, content\/groupa\/shows: 1 error\n$/);
  assert.equal((await tree.check([tree.root])).code, 1);
  writeTree(tree.root, { "groupa/members/citra-dewi.yaml": "name: Citra\n" });
  const guest = await tree.check(["groupa/shows"]);
  assert.match(guest.err, /a\.yaml:3:11: warning: No member is called "Kang Dodi"/);
  assert.equal(guest.code, 0);
});

Deno.test("--strict ends with 1 on warnings, too, and says the same", async () => {
  await using tree = await project({ "groupa/shows/2026-08-01-a.yaml": GUEST });
  const usual = await tree.check();
  assert.deepEqual(await tree.check(["--strict"]), { ...usual, code: 1 });
  assert.equal(usual.code, 0);
  assert.match(usual.err, /\nChecked content: 1 warning\n$/);
  writeTree(tree.root);
  Deno.removeSync(`${tree.root}/groupa/shows/2026-08-01-a.yaml`);
  assert.equal((await tree.check(["--strict"])).code, 0);
});

Deno.test("paths are found from the folder that the task is called in", async () => {
  await using tree = await project(FILES);
  const { err } = await tree.check(["citra-dewi.yaml"], {
    INIT_CWD: `${tree.root}/groupa/members`,
  });
  assert.match(err, /\nChecked citra-dewi\.yaml: 1 error\n$/);
});

Deno.test("json is one value on standard output, errors first, with what mends them", async () => {
  await using tree = await project({
    ...FILES,
    "groupa/members/citra-dewi.yaml": "name: Citra\n",
    "groupa/events/c.yaml": "judul: C\ndate: 2026-08-01\n",
  });
  const { code, out, err } = await tree.check(["--format=json"]);
  assert.deepEqual([code, err], [1, ""]);
  const { problems, ...rest } = JSON.parse(out);
  assert.deepEqual(rest, { content: "content", errors: 1, warnings: 1 });
  const [error, warning] = problems;
  assert.match(error.message, /"judul".*Did you mean "title"\?/);
  assert.deepEqual({ ...error, message: "" }, {
    severity: "error",
    file: "content/groupa/events/c.yaml",
    line: 1,
    column: 1,
    message: "",
    fix: { start: 0, end: 5, replacement: "title" },
    also: [],
  });
  assert.deepEqual([warning.severity, warning.line, warning.column], ["warning", 3, 11]);
});

Deno.test("github annotates ten problems, errors first, and lists all in the step's summary", async () => {
  const shows = Array.from(
    { length: 12 },
    (_, day) => [`groupa/shows/2026-08-0${day + 1}-a.yaml`, GUEST],
  );
  const members = Array.from(
    { length: 12 },
    (_, place) => [`groupa/members/c-${place}.yaml`, BROKEN.replace("m", "m".repeat(place + 1))],
  );
  await using tree = await project({
    ...Object.fromEntries([...shows, ...members]),
  });
  Deno.writeTextFileSync(tree.summary, "What stood there\n");
  const { code, out, err } = await tree.check(["--format=github"], {
    GITHUB_STEP_SUMMARY: tree.summary,
    GITHUB_WORKSPACE: tree.root.replace(/\/content$/, ""),
  });
  assert.equal(code, 1);
  const lines = out.trimEnd().split("\n");
  assert.equal(lines.length, 10);
  assert.match(
    lines[0]!,
    /^::error file=content\/groupa\/members\/c-0\.yaml,line=1,col=1::Cannot use/,
  );
  assert.deepEqual(lines.map((line) => /^::(\w+)/.exec(line)![1]), lines.map(() => "error"));
  assert.match(err, /^Checked content: (\d+) errors/);
  const summary = Deno.readTextFileSync(tree.summary).replaceAll(tree.root, "content");
  assert.match(summary, /^What stood there\n### Content: \d+ errors/);
  const listed = [...summary.matchAll(/^content\/\S+:\d+:\d+: (error|warning): /gm)];
  const [, errors] = /(\d+) errors/.exec(err)!;
  assert.equal(listed.filter(([, kind]) => kind === "error").length, Number(errors));
  assert.ok(Number(errors) > 8);
});

Deno.test("without --fix nothing is written, whatever the format", async () => {
  await using tree = await project(FILES);
  for (const format of REPORT_FORMATS) {
    runCheck(tree.root, { paths: [], format, isFixing: false, isStrict: false });
  }
  const text = Deno.readTextFileSync(`${tree.root}/groupa/members/citra-dewi.yaml`);
  assert.equal(text, BROKEN);
});

Deno.test("--fix mends what has one answer, says what it changed, and looks again", async () => {
  await using tree = await project({
    "groupa/members/citra-dewi.yaml": "# Catatan\nnama: 'Citra'   # panggung\nstatus: aktif\n",
  });
  const { code, err } = await tree.check(["--fix"]);
  assert.match(err, /^content\/groupa\/members\/citra-dewi\.yaml:2:1: "nama" is now "name"$/m);
  assert.match(err, /^content\/groupa\/members\/citra-dewi\.yaml:3:9: "aktif" is now "active"$/m);
  assert.match(err, /: 2 changes\n\nChecked content: no problems\n$/);
  assert.equal(code, 0);
  assert.equal(
    Deno.readTextFileSync(`${tree.root}/groupa/members/citra-dewi.yaml`),
    "# Catatan\nname: 'Citra'   # panggung\nstatus: active\n",
  );
  assert.equal((await tree.check(["--fix"])).err, "Checked content: no problems\n");
});

Deno.test("--fix leaves files alone that were not asked for", async () => {
  await using tree = await project({
    "groupa/members/citra-dewi.yaml": BROKEN,
    "groupa/members/dina-lestari.yaml": BROKEN,
  });
  const { out } = await tree.check(["--fix", "--format=json", "groupa/members/citra-dewi.yaml"]);
  assert.deepEqual(JSON.parse(out).fixed, [{
    file: "content/groupa/members/citra-dewi.yaml",
    line: 1,
    column: 1,
    before: "nama",
    after: "name",
  }]);
  assert.equal(Deno.readTextFileSync(`${tree.root}/groupa/members/dina-lestari.yaml`), BROKEN);
});

Deno.test("check prints no problem in the content that ships", async () => {
  const { code, stderr } = await runTask("check", {});
  assert.equal(code, 0);
  // On a slow machine a line says in between what is being done.
  assert.match(stderr, /^(?:.+ … \(\d+ s\)\n)*Checked content: no problems\n$/);
});

Deno.test("a folder that the last commit has files of, and that is empty now, is an error until that is committed", async () => {
  for (const prefix of ["", "data/content"]) {
    await using folder = await temporaryFolder();
    const root = `${folder.path}/${prefix}`.replace(/\/$/, "");
    writeTree(root);
    const check = () => emptiedFolders(root).map(({ place }) => place.file.slice(root.length + 1));
    const git = (...args: string[]) => {
      const identity = ["-c", "user.name=A", "-c", "user.email=a@b.example"];
      const words = ["-C", folder.path, ...identity, ...args];
      assert.ok(new Deno.Command("git", { args: words }).outputSync().success, args[0]);
    };
    git("init", "--quiet");
    assert.deepEqual(check(), []);
    git("add", "--all");
    git("commit", "--quiet", "--message=Content");
    assert.deepEqual(check(), []);
    Deno.removeSync(`${root}/groupa/shows`, { recursive: true });
    Deno.mkdirSync(`${root}/groupa/shows`);
    Deno.removeSync(`${root}/groupa/members`, { recursive: true });
    assert.deepEqual(check(), ["groupa/members", "groupa/shows"]);
    const { code, stderr } = await runTask("check", { CONTENT_DIR: root });
    assert.equal(code, 1);
    assert.match(stderr, /shows:1:1: error: All shows are gone: the last commit has 1 of them/);
    git("add", "--all");
    git("commit", "--quiet", "--message=Gone");
    assert.deepEqual(check(), []);
  }
});
