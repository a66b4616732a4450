import assert from "node:assert/strict";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { kvCases, withKv } from "./kv_cases.ts";

for (const { name, run } of kvCases) {
  Deno.test(`memory and file: ${name}`, async () => {
    const kv = createMemoryKv();
    await run(kv);
    kv.close();
    await using folder = await temporaryFolder();
    await withKv(`${folder.path}/kv`, run);
  });
}

Deno.test("store file: what one opening commits, another sees, and only one of two checks holds", async () => {
  await using folder = await temporaryFolder();
  const both = [await openDenoKv(`${folder.path}/kv`), await openDenoKv(`${folder.path}/kv`)];
  const check = [{ key: ["a"], version: null }];
  const versions = await Promise.all(
    both.map((kv, n) => kv.commit(check, [{ set: ["a"], value: n }])),
  );
  assert.equal(versions.filter((version) => version !== null).length, 1);
  const seen = await Promise.all(both.map((kv) => kv.get(["a"])));
  assert.equal(seen[0]!.value, versions.findIndex((version) => version !== null));
  assert.deepEqual(seen[0], seen[1]);
  for (const kv of both) kv.close();
});
