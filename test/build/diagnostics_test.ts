import assert from "node:assert/strict";
import { checkTree } from "./check_tree.ts";
import { MISTAKES } from "./mistakes/mistakes.ts";

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
