import assert from "node:assert/strict";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { findDenokv, startDenokv } from "./denokv_server.ts";
import { kvCases } from "./kv_cases.ts";

for (const { name, run } of kvCases) {
  Deno.test(`memory store: ${name}`, async () => {
    const kv = createMemoryKv();
    await run(kv);
    kv.close();
  });
}

for (const { name, run } of kvCases) {
  Deno.test(`store file: ${name}`, async () => {
    await using folder = await temporaryFolder();
    await withKv(`${folder.path}/kv`, run);
  });
}

const denokv = await findDenokv();

for (const { name, run } of kvCases) {
  Deno.test({
    name: `KV Connect server: ${name}`,
    ignore: denokv === undefined,
    // The client of a KV Connect server keeps its connection open behind our back.
    sanitizeResources: false,
    sanitizeOps: false,
    fn: async () => {
      await using folder = await temporaryFolder();
      await using server = await startDenokv(denokv!, `${folder.path}/kv`);
      await withKv(server.url, run);
    },
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

async function withKv(path: string, run: (kv: Kv) => Promise<void>): Promise<void> {
  const kv = await openDenoKv(path);
  try {
    await run(kv);
  } finally {
    kv.close();
  }
}
