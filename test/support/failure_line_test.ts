import assert from "node:assert/strict";
import { failureLine } from "./failure_line.ts";

const TEST = { name: "it's $HOME", file: "test/x/y_test.ts" };
const ALONE = String.raw`(alone: deno test -A test/x/y_test.ts --filter 'it'\''s $HOME')`;

const FAILURES: readonly (readonly [fails: () => void, line: string])[] = [
  [() => assert.equal(2, 1), "expected 1, got 2"],
  [
    () => assert.deepEqual({ a: [1, { b: "é\n" }] }, {}),
    "expected {}, got { a: [ 1, { b: 'é\\n' } ] }",
  ],
  [() => assert.deepEqual([1], [2], "of /api"), "of /api: expected [ 2 ], got [ 1 ]"],
  [() => assert.match("abc", /x+/), "expected a match of /x+/, got 'abc'"],
  [() => assert.doesNotMatch("abc", /b/), "expected no match of /b/, got 'abc'"],
  [() => assert.notEqual(1, 1), "expected anything but 1, got 1"],
  [() => assert.ok(0), "expected true, got 0"],
  [
    () => assert.ok(undefined, "there is one\nat least"),
    "there is one: expected true, got undefined",
  ],
  [() => assert.throws(() => {}), "Missing expected exception."],
  [() => assert.fail("in vain"), "in vain"],
  [() => JSON.parse("{"), "Expected property name or '}' in JSON at position 1 (line 1 column 2)"],
];

Deno.test("the line of a failure says what was expected, what came, and how to run the test alone", () => {
  for (const [fails, line] of FAILURES) {
    try {
      fails();
    } catch (error) {
      assert.equal(failureLine(error as Error, TEST), `${line} ${ALONE}`);
      continue;
    }
    assert.fail(`it does not fail: ${fails}`);
  }
});

Deno.test("the line of a failure is short, however long the values are", () => {
  const error = new assert.AssertionError({
    operator: "strictEqual",
    actual: "a".repeat(10_000),
    expected: Array.from({ length: 500 }, (_, n) => n),
  });
  const line = failureLine(error, { name: "x", file: "test/x_test.ts" });
  assert.ok(line.length < 500, `${line.length}`);
  assert.match(line, / \(alone: deno test -A test\/x_test\.ts --filter x\)$/);
});
