import assert from "node:assert/strict";
import { systemRandom } from "../../src/platform/random.ts";
import { openPepper } from "../../src/store/pepper.ts";

Deno.test("a store in memory leaves no pepper behind, and has another each time", async () => {
  const before = [...Deno.readDirSync(".")].length;
  const needs = { given: undefined, kvFile: ":memory:", isPublic: false };
  const one = await openPepper(needs, systemRandom);
  const other = await openPepper(needs, systemRandom);
  assert.equal(one.file, undefined);
  assert.equal(one.pepper.length, 32);
  assert.notDeepEqual(one.pepper, other.pepper);
  assert.equal([...Deno.readDirSync(".")].length, before);
});
