import assert from "node:assert/strict";
import { createLateKv } from "../../src/store/store.ts";
import { createMemoryKv } from "../support/memory_kv.ts";

Deno.test("a late store is opened once, by its first call, and others wait for it", async () => {
  let opened = 0;
  const opening = Promise.withResolvers<void>();
  const kv = createLateKv(async () => {
    opened++;
    await opening.promise;
    return createMemoryKv();
  });
  assert.equal(opened, 0);
  const commit = kv.commit([], [{ set: ["a"], value: 1 }]);
  const read = kv.get(["b"]);
  opening.resolve();
  assert.ok(await commit);
  assert.equal((await read).value, null);
  assert.equal((await kv.get(["a"])).value, 1);
  assert.deepEqual((await kv.list([])).map(({ value }) => value), [1]);
  assert.deepEqual((await kv.getMany([["a"], ["b"]])).map(({ value }) => value), [1, null]);
  assert.equal(opened, 1);
});

Deno.test("a late store that cannot be opened says so to whoever asks, and is tried again", async () => {
  let isThere = false;
  const kv = createLateKv(() =>
    isThere ? Promise.resolve(createMemoryKv()) : Promise.reject(new Error("out of reach"))
  );
  await assert.rejects(() => kv.get(["a"]), /out of reach/);
  await assert.rejects(() => kv.list([]), /out of reach/);
  isThere = true;
  assert.equal((await kv.get(["a"])).value, null);
});

Deno.test("a watch of a late store begins once it is open, unless it has ended by then", async () => {
  const inner = createMemoryKv();
  const kv = createLateKv(() => Promise.resolve(inner));
  let [seen, missed] = [0, 0];
  const end = kv.watch([["a"]], () => void seen++);
  kv.watch([["a"]], () => void missed++)();
  await kv.get(["a"]);
  const before = seen;
  await kv.commit([], [{ set: ["a"], value: 1 }]);
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert.ok(seen > before);
  assert.equal(missed, 0);
  end();
  kv.close();
});
