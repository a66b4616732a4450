import assert from "node:assert/strict";
import { checkTree } from "./check_tree.ts";
import { MISTAKES } from "./mistakes/mistakes.ts";

const SNAPSHOTS = new URL("./__snapshots__/diagnostics_test.ts.snap", import.meta.url).pathname;

const HEAD = /^\S.*?:\d+:\d+: (error|warning): .+$/m;

// What is said is kept in `__snapshots__`, to be read as an editor reads it.
for (const [name, files] of MISTAKES) {
  Deno.test(`check explains ${name}`, async (t) => {
    const { code, stderr } = await checkTree(files);
    assert.match(stderr, HEAD);
    assert.equal(code, / error: /.test(stderr) ? 1 : 0);
    await t.assertSnapshot(stderr, { path: SNAPSHOTS });
  });
}
