import assert from "node:assert/strict";
import { checkTree } from "./check_tree.ts";
import { BROKEN_TEXT } from "./mistakes/broken_text.ts";
import type { Mistake } from "./mistakes/mistake.ts";
import { WRONG_FILES } from "./mistakes/wrong_files.ts";
import { WRONG_VALUES } from "./mistakes/wrong_values.ts";

const HEAD = /^\S.*?:\d+:\d+: (error|warning): .+$/m;

/**
 * The commands run beside each other and each test waits for its own. What is printed is kept in
 * `__snapshots__`, to be read as an editor reads it.
 */
function testMistakes(mistakes: readonly Mistake[]): void {
  const checked = mistakes.map(([, files]) => checkTree(files));
  mistakes.forEach(([name], place) => {
    Deno.test(
      `check explains ${name}`,
      { sanitizeOps: false, sanitizeResources: false },
      async (t) => {
        const { code, stdout, stderr } = await checked[place]!;
        assert.match(stderr, HEAD);
        assert.equal(code, / error: /.test(stderr) ? 1 : 0);
        assert.equal(stdout, "");
        await t.assertSnapshot(stderr);
      },
    );
  });
}

testMistakes(WRONG_VALUES);
testMistakes(BROKEN_TEXT);
testMistakes(WRONG_FILES);
