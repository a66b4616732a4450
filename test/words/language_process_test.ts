import assert from "node:assert/strict";
import { HELP_IN_INDONESIAN } from "../../build/words/help_in_indonesian.ts";
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

Deno.test("the help of every task of editors is in Indonesian, and names the options of the English one", async () => {
  const mains: Record<string, string> = {
    ...{ build: "main.ts", check: "report/main.ts", editor: "forms/main.ts" },
    schema: "completion/main.ts",
    upgrade: "service/upgrade.ts",
  };
  const optionsIn = (text: string) => [...new Set(text.match(/--[a-z]+(?:-[a-z]+)*/g))].sort();
  for (const [task, indonesian] of Object.entries(HELP_IN_INDONESIAN)) {
    const args = [
      "run",
      ...permissionsOf("check"),
      `build/${mains[task] ?? `${task}/main.ts`}`,
    ];
    const help = async (LANG: string) => {
      const { stdout } = await command([...args, "--help"], { LANG, LC_ALL: "" }).output();
      return new TextDecoder().decode(stdout).trimEnd();
    };
    const said = await help("id_ID.UTF-8");
    const pieces = indonesian.split(/\{\d\}/);
    assert.equal(said.slice(0, pieces[0]!.length), pieces[0]);
    for (const piece of pieces) assert.ok(said.includes(piece), said);
    assert.doesNotMatch(said, /\{\d\}/);
    assert.deepEqual(optionsIn(said), optionsIn(await help("C")));
  }
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
  const args = ["run", ...permissionsOf("check"), "build/report/main.ts", ...asked];
  const { code, stdout, stderr } = await command(args, env).output();
  const [out, err] = [stdout, stderr]
    .map((bytes) => new TextDecoder().decode(bytes).replaceAll(folder.path, ""));
  return { code, stdout: out!, stderr: err! };
}
