import assert from "node:assert/strict";
import { committedFiles } from "../../build/report/committed_files.ts";
import { runCheck } from "../../build/report/run_check.ts";
import { speaking } from "../../build/words/say.ts";
import { runTask } from "../support/command.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { writeTree } from "../build/content_tree.ts";

const CALL = { paths: [], format: "text", isFixing: false, isStrict: false } as const;
const SHOWS = "groupa/shows";
const SETLISTS = "groupa/setlists";

/** A repository whose last commit has a small content folder, as a whole or as a folder of it. */
async function repository(prefix: string) {
  const folder = await temporaryFolder();
  const root = `${folder.path}/${prefix}`.replace(/\/$/, "");
  writeTree(root);
  const git = (...args: string[]) => {
    const { success, stderr } = new Deno.Command("git", {
      args: ["-C", folder.path, "-c", "user.name=A", "-c", "user.email=a@b.example", ...args],
    }).outputSync();
    assert.ok(success, new TextDecoder().decode(stderr));
  };
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message=Content");
  const check = () => {
    const { stderr, exitCode } = runCheck(root, CALL, { readCommitted: committedFiles });
    return { code: exitCode, lines: stderr.replaceAll(`${root}/`, "").split("\n") };
  };
  return { root, git, check, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

const words = (kind: string, count = "one file") =>
  `All ${kind} are gone: the last commit has ${count} of them, and nothing is here; ` +
  "bring them back with git restore, or commit that they are gone";

Deno.test("a kind that the last commit has and the folder has no more is an error, until that is committed", async () => {
  for (const prefix of ["", "data/content"]) {
    await using repo = await repository(prefix);
    assert.equal(repo.check().code, 0);
    Deno.removeSync(`${repo.root}/${SHOWS}`, { recursive: true });
    Deno.mkdirSync(`${repo.root}/${SHOWS}`);
    Deno.removeSync(`${repo.root}/groupa/members`, { recursive: true });
    const { code, lines } = repo.check();
    assert.equal(code, 1);
    const told = lines.filter((line) => /^\S.*:\d+:\d+: /.test(line));
    assert.deepEqual(told, [
      `groupa/members:1:1: error: ${words("members", "2 files")}`,
      `${SHOWS}:1:1: error: ${words("shows")}`,
    ]);
    repo.git("add", "--all");
    repo.git("commit", "--quiet", "--message=Gone");
    assert.equal(repo.check().code, 0);
  }
});

Deno.test("setlists that are gone are one error, in the words of the language", async () => {
  await using repo = await repository("content");
  Deno.removeSync(`${repo.root}/${SETLISTS}`, { recursive: true });
  const { code, lines } = repo.check();
  assert.equal(code, 1);
  assert.deepEqual(lines.filter((line) => line.startsWith("groupa/")), [
    `${SETLISTS}:1:1: error: ${words("setlists")}`,
  ]);
  const indonesian = speaking("id", () => repo.check().lines.join("\n"));
  assert.match(indonesian, /kesalahan: Semua setlists hilang: commit terakhir punya satu berkas/);
});

Deno.test("a folder that is moved, a link or misnamed is told once", async () => {
  await using repo = await repository("content");
  const shows = `${repo.root}/${SHOWS}`;
  Deno.renameSync(shows, `${repo.root}/groupa/Shows`);
  const misnamed = repo.check().lines.filter((line) => /: error: /.test(line));
  assert.equal(misnamed.length, 1);
  assert.match(misnamed[0]!, /^groupa\/Shows:1:1: error: /);
  Deno.renameSync(`${repo.root}/groupa/Shows`, `${repo.root}/../shows`);
  Deno.symlinkSync(`${repo.root}/../shows`, shows);
  const linked = repo.check().lines.filter((line) => /: error: /.test(line));
  assert.equal(linked.length, 1);
  assert.match(linked[0]!, /error: Cannot use this folder: it is a link/);
});

Deno.test("without a repository nothing is said, and the command may ask git", async () => {
  await using folder = await temporaryFolder();
  const root = `${folder.path}/content`;
  writeTree(root, {
    [`${SETLISTS}/jendela-pagi.yaml`]: null,
    [`${SHOWS}/2026-07-04-jendela-pagi.yaml`]: null,
  });
  assert.equal(runCheck(root, CALL, { readCommitted: committedFiles }).exitCode, 0);
  await using repo = await repository("content");
  Deno.removeSync(`${repo.root}/${SHOWS}`, { recursive: true });
  const { code, stderr } = await runTask("check", { CONTENT_DIR: repo.root }, []);
  assert.equal(code, 1);
  assert.match(stderr, /All shows are gone: the last commit has one file of them/);
});
