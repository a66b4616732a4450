import assert from "node:assert/strict";
import { writeTree } from "../build/content_tree.ts";
import { command, permissionsOf } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";

Deno.test("a file that may not be written stays whole, with nothing beside it", async () => {
  await using folder = await temporaryFolder();
  const root = `${folder.path}/content`;
  const members = `${root}/groupa/members`;
  writeTree(root, {
    "groupa/members/citra-dewi.yaml": "nama: Citra\n",
    "groupa/members/dina.yaml": "nama: Dina\n",
  });
  const env = { CONTENT_DIR: root, OUT_DIR: `${folder.path}/out` };
  const permissions = [
    ...permissionsOf("check"),
    `--deny-write=${members}/citra-dewi.yaml`,
    "--no-prompt",
  ];
  const { code, stderr } = await command(
    ["run", ...permissions, "build/main.ts", "check", "--fix"],
    env,
  ).output();
  const printed = new TextDecoder().decode(stderr);
  assert.equal(code, 1);
  assert.match(printed, /citra-dewi\.yaml:1:1: error: Cannot change this file: /);
  assert.match(printed, /dina\.yaml:1:1: "nama" is now "name"/);
  assert.doesNotMatch(printed, /^ {4}at /m);
  assert.equal(Deno.readTextFileSync(`${members}/citra-dewi.yaml`), "nama: Citra\n");
  assert.deepEqual([...Deno.readDirSync(members)].map(({ name }) => name).sort(), [
    "aya-putri.yaml",
    "bela-sari.yaml",
    "citra-dewi.yaml",
    "dina.yaml",
  ]);
});
