import assert from "node:assert/strict";
import { readBenchOptions } from "./options.ts";

Deno.test("readBenchOptions() takes flags, a commit and names in any order", () => {
  const names = ["304", "start"];
  const expected = { help: false, quick: true, markdown: false, show: false, write: false, names };
  assert.deepEqual(readBenchOptions(["304", "--quick", "start"]), expected);
  const before = "d63f6936";
  const words = ["304", `--before=${before}`, "start", "--quick"];
  assert.deepEqual(readBenchOptions(words), { ...expected, before });
});
