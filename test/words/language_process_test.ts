import assert from "node:assert/strict";
import { type TreeFiles, writeTree } from "../build/content_tree.ts";
import { command, permissionsOf } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";

const MISTAKE = { "groupa/members/aya-putri.yaml": "nmae: Aya Putri\nnicknames: [Aya]\n" };
const ENGLISH = 'Cannot use the field "nmae": there is no such field. Did you mean "name"?';
const INDONESIAN =
  'Isian "nmae" tidak bisa dipakai: tidak ada isian seperti itu. Maksudnya "name"?';

Deno.test("check speaks the language of the terminal, and the one it is asked for", async () => {
  const said: readonly [env: Record<string, string>, args: readonly string[], words: string][] = [
    [{ LANG: "C" }, [], ENGLISH],
    [{ LANG: "id_ID.UTF-8" }, [], INDONESIAN],
    [{ LANG: "id_ID.UTF-8", LC_ALL: "en_US.UTF-8" }, [], ENGLISH],
    [{ LANG: "en_US.UTF-8", LC_MESSAGES: "id_ID" }, [], INDONESIAN],
    [{ LANG: "id_ID.UTF-8" }, ["--language=en"], ENGLISH],
    [{ LANG: "C" }, ["--language", "id"], INDONESIAN],
  ];
  for (const [env, args, words] of said) {
    const { stderr, code } = await check(MISTAKE, env, args);
    assert.ok(stderr.includes(`: ${words}\n`), stderr);
    assert.equal(code, 1);
  }
  const { stderr, code } = await check({}, { LANG: "id" }, ["--lanuage=id"]);
  assert.match(stderr, /^--lanuage=id tidak bisa dipakai: .* Maksudnya "--language"\?/);
  assert.equal(code, 2);
});

Deno.test("programs get the message in the language, and all else as it is", async () => {
  const reports = await Promise.all(["en", "id"].map(async (language) => {
    const asked = ["--format=json", `--language=${language}`];
    return JSON.parse((await check(MISTAKE, {}, asked)).stdout);
  }));
  assert.deepEqual(reports.map(({ problems }) => problems[0].message), [ENGLISH, INDONESIAN]);
  for (const { problems } of reports) problems[0].message = "";
  assert.deepEqual(reports[1], reports[0]);
  const { stdout } = await check(MISTAKE, {}, ["--format=github", "--language=id"]);
  assert.match(
    stdout,
    /^::error file=.*aya-putri\.yaml,line=1,col=1::Isian "nmae" tidak bisa dipakai/,
  );
});

async function check(
  files: TreeFiles,
  language: Record<string, string>,
  asked: readonly string[],
) {
  await using folder = await temporaryFolder();
  const env = {
    ...{ LC_ALL: "", LC_MESSAGES: "", LANG: "" },
    ...language,
    ...{ CONTENT_DIR: `${folder.path}/content`, OUT_DIR: `${folder.path}/out` },
  };
  writeTree(env.CONTENT_DIR, files);
  const args = ["run", ...await permissionsOf("check", env), "build/report/main.ts", ...asked];
  const { code, stdout, stderr } = await command(args, env).output();
  const [out, err] = [stdout, stderr]
    .map((bytes) => new TextDecoder().decode(bytes).replaceAll(folder.path, ""));
  return { code, stdout: out!, stderr: err! };
}
