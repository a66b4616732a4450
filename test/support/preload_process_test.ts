import assert from "node:assert/strict";
import { command } from "./server.ts";
import { temporaryFolder } from "./temporary.ts";

/** Each fails on another line, in a way of its own to be registered. */
const FAILING = `import assert from "node:assert/strict";
Deno.test("plain", () => assert.equal(1, 2));
Deno.test({ name: "an object's", fn: async () => await assert.rejects(Promise.resolve()) });
Deno.test.each([[3, 4]])("row %s", (one, other) => assert.equal(one, other));
Deno.test("with steps", async (t) => void await t.step("a step", () => assert.ok(0)));
Deno.test("good", () => {});
`;

Deno.test("the first line of a failed test says what came and how to run it alone, at its own place", async () => {
  await using folder = await temporaryFolder();
  const file = `${folder.path}/failing_test.ts`;
  Deno.writeTextFileSync(file, FAILING);
  const args = ["test", "-A", "--no-check", "--no-lock", "--preload=test/support/preload.ts", file];
  const { code, stdout } = await command(args, {}).output();
  assert.equal(code, 1);
  const printed = new TextDecoder().decode(stdout).replaceAll(`file://${file}`, "FILE");
  const failures = printed.slice(printed.indexOf(" ERRORS"), printed.indexOf(" FAILURES"));
  const heads = [...failures.matchAll(/^(.+) => \S*failing_test\.ts:(\d+):\d+\nerror: (.*)$/gm)];
  assert.deepEqual(heads.map(([, ...rest]) => rest), [
    ["plain", "2", "AssertionError: expected 2, got 1 (alone: deno test -A FILE --filter plain)"],
    [
      "an object's",
      "3",
      "AssertionError: Missing expected rejection. " +
      String.raw`(alone: deno test -A FILE --filter 'an object'\''s')`,
    ],
    [
      "row 3",
      "4",
      "AssertionError: expected 4, got 3 (alone: deno test -A FILE --filter 'row 3')",
    ],
    [
      "with steps ... a step",
      "5",
      "AssertionError: expected true, got 0 (alone: deno test -A FILE --filter 'with steps')",
    ],
  ]);
});
