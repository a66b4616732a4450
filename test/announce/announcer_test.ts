import assert from "node:assert/strict";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createAnnounceStore } from "../../src/announce/announce_store.ts";
import { showBuild, startAnnouncing } from "../support/announcing.ts";

const START = "2026-07-01T00:00:00Z";
const A = showBuild("a", "2026-06-01T00:00:00Z", { one: "One", two: "Two" });
const B = showBuild("b", "2026-06-02T00:00:00Z", { one: "Other", two: "Two" });

function place() {
  const clock = createManualClock(Date.parse(START));
  const kv = createMemoryKv();
  const store = createAnnounceStore(kv);
  const changes = async () => {
    const said = await Promise.all((await store.builds()).map((build) => store.changes(build)));
    return said.map((list) => list.map(({ id, change, fields }) => [id, change, ...fields]));
  };
  return { clock, kv, store, changes };
}

Deno.test("the first build of a store announces nothing, and all items date from then", async () => {
  const { changes, ...at } = place();
  const one = await startAnnouncing(at, A);
  assert.deepEqual(await changes(), [[]]);
  assert.equal(one.modifiedAt("bunga", "show", "one"), Date.parse(START));
  one.close();
});

Deno.test("a later build announces what changed, and nothing else gets another time", async () => {
  const { changes, ...at } = place();
  const [one, other] = [await startAnnouncing(at, A), await startAnnouncing(at, A)];
  await at.clock.advance(60_500);
  await one.swap(B);
  assert.deepEqual(await changes(), [[], [["one", "changed", "title"]]]);
  await at.clock.advance(2000);
  for (const process of [one, other]) {
    assert.equal(process.modifiedAt("bunga", "show", "one"), Date.parse(START) + 60_500);
    assert.equal(process.modifiedAt("bunga", "show", "two"), Date.parse(START));
    process.close();
  }
});
