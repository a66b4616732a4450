import assert from "node:assert/strict";
import { checkTree, runCheckTask } from "./check_tree.ts";
import { BROKEN_TEXT } from "./mistakes/broken_text.ts";
import { MISTAKES } from "./mistakes/mistakes.ts";
import { WRONG_FILES } from "./mistakes/wrong_files.ts";
import { WRONG_VALUES } from "./mistakes/wrong_values.ts";

const HEAD = /^\S.*?:\d+:\d+: (error|warning): .+$/m;

// What is said is kept in `__snapshots__`, to be read as an editor reads it.
for (const [name, files] of MISTAKES) {
  Deno.test(`check explains ${name}`, async (t) => {
    const { code, stderr } = await checkTree(files);
    assert.match(stderr, HEAD);
    assert.equal(code, / error: /.test(stderr) ? 1 : 0);
    await t.assertSnapshot(stderr);
  });
}

for (const [name, files] of [WRONG_VALUES, BROKEN_TEXT, WRONG_FILES].map(([first]) => first!)) {
  Deno.test(`the command explains ${name} in the same words`, async () => {
    assert.deepEqual(await runCheckTask(files), await checkTree(files));
  });
}
