import assert from "node:assert/strict";
import { beginCopy, copyEntries, CopyError } from "../../src/store/copy.ts";
import { createMemoryKv } from "../support/memory_kv.ts";

Deno.test("a copy of a store that changes meanwhile is refused, and stays marked as unfinished", async () => {
  const stores = { from: createMemoryKv(), to: createMemoryKv() };
  await stores.from.commit([], [{ set: ["one"], value: 1 }]);
  const mark = await beginCopy(stores, 0);
  const changes = stores.from;
  let changing: Promise<unknown> = Promise.resolve();
  const copy = copyEntries({
    ...stores,
    from: {
      ...changes,
      // A server writes after the entries were read once.
      async list(...asked) {
        await changing;
        return await changes.list(...asked);
      },
    },
  }, {
    mark,
    now: () => 0,
    copied: () => void (changing = changes.commit([], [{ set: ["one"], value: 2 }])),
  });
  await assert.rejects(copy, (error) => {
    assert.ok(error instanceof CopyError);
    assert.match(error.message, /has changed the source meanwhile/);
    return true;
  });
  await assert.rejects(
    copyEntries(stores, { mark: "another", now: () => 0, copied() {} }),
    CopyError,
  );
  assert.equal((await stores.to.list([])).some(({ key }) => key[0] === "unfinished_copy"), true);
});
