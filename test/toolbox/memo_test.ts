import assert from "node:assert/strict";
import { createMemo } from "../../src/toolbox/memo.ts";

Deno.test("a memo that is full forgets the value that was set longest ago", () => {
  const memo = createMemo<string, number>({ maxEntries: 2 });
  memo.set("a", 1);
  memo.set("b", 2);
  memo.set("a", 3);
  memo.set("c", 4);
  assert.deepEqual(["a", "b", "c"].map((key) => memo.get(key)), [3, undefined, 4]);
  assert.equal(memo.size, 2);
  memo.delete("a");
  assert.equal(memo.get("a"), undefined);
  assert.equal(memo.size, 1);
});
