import assert from "node:assert/strict";
import fc from "fast-check";
import { command, permissionsOf } from "../support/server.ts";
import { propertyRun } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { runCheckTask } from "./check_task.ts";
import { checkTree } from "./check_tree.ts";
import { VALID, writeTree } from "./content_tree.ts";
import { BROKEN_TEXT } from "./mistakes/broken_text.ts";
import { WRONG_FILES } from "./mistakes/wrong_files.ts";
import { WRONG_VALUES } from "./mistakes/wrong_values.ts";
import { anyMutation, mutate } from "./mutations.ts";

for (const [name, files] of [WRONG_VALUES, BROKEN_TEXT, WRONG_FILES].map(([first]) => first!)) {
  Deno.test(`the command explains ${name} in the same words`, async () => {
    assert.deepEqual(await runCheckTask(files), await checkTree(files));
  });
}

Deno.test("check says that the content folder is not there", async () => {
  const { code, stderr } = await runCheckTask(
    {},
    (root) => Deno.removeSync(root, { recursive: true }),
  );
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^Cannot find the content folder: CONTENT_DIR has to name one, found ".+"\n$/,
  );
});

Deno.test("check does not wait for a pipe in the place of a file", async () => {
  const { code, stderr } = await runCheckTask({ "site.yaml": null }, (root) => {
    new Deno.Command("mkfifo", { args: [`${root}/site.yaml`, `${root}/groupa/events/pipe.yaml`] })
      .outputSync();
  });
  assert.equal(code, 1);
  assert.match(stderr, /^site\.yaml:1:1: error: Cannot read this: expected a file/m);
  assert.match(stderr, /^groupa\/events\/pipe\.yaml:1:1: warning: This file is not read: /m);
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

Deno.test("the command itself survives what the compiler does", async () => {
  const samples = fc.sample(
    fc.tuple(
      fc.constantFrom(...Object.keys(VALID)),
      fc.array(anyMutation, { minLength: 1, maxLength: 4 }),
    ),
    propertyRun(8, 400),
  );
  for (const [file, mutations] of samples) {
    const { code, stderr } = await runCheckTask({ [file]: mutate(VALID[file]!, mutations) });
    assert.equal(code, /^\S+: error: /m.test(stderr) ? 1 : 0, stderr);
    assert.match(stderr, /^Checked content: /m);
  }
});
