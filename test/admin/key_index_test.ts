import assert from "node:assert/strict";
import type { KeyRecord } from "../../src/access/records/key_store.ts";
import { KEY_SORTS, KeyIndex } from "../../src/admin/commands/key_index.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createPrng } from "../support/prng.ts";
import { testSeed } from "../support/size.ts";

const NOW = Date.parse("2026-11-22T03:00:00Z");

/** An index's dependencies, and how often what keys have used was read. */
function createDeps() {
  const seen = { reads: 0 };
  const clock = createManualClock(NOW);
  const quotaStatuses = (keys: readonly KeyRecord[]) => {
    seen.reads++;
    const rest = { period: "p", limit: 100, remaining: 0, resetsAt: 0 };
    return Promise.resolve(keys.map(({ createdAt }) => ({ ...rest, used: createdAt % 7 })));
  };
  // deno-lint-ignore no-explicit-any
  return { deps: { clock, meter: { quotaStatuses }, store: {} } as any, seen, clock };
}

function key(id: number, pick: (count: number) => number): KeyRecord {
  return {
    id: `k_${id}`,
    digest: `${id}`,
    hint: `J-…${pick(9)}`,
    owner: ["Ayu", "budi", "Éa", "小鳥", ""][pick(5)]!,
    email: `${pick(9)}@fans.example`,
    plan: ["a", "b"][pick(2)]!,
    groups: [],
    ips: [],
    createdAt: NOW - pick(40),
    ...(pick(3) === 0 && { expiresAt: NOW + pick(2_000) - 1_000 }),
    ...(pick(5) === 0 && { revokedAt: NOW - 1 }),
  };
}

Deno.test("an order that grew by changes is the one that a new index makes, whatever changed", async () => {
  const seed = testSeed();
  const { between } = createPrng(seed);
  const pick = (count: number) => between(0, count - 1);
  const { deps, clock } = createDeps();
  const index = new KeyIndex();
  let keys = Array.from({ length: 60 }, (_, id) => key(id, pick));
  let last = keys.length;
  for (let revision = 0; revision < 40; revision++) {
    index.take(revision, () => keys);
    const fresh = new KeyIndex();
    fresh.take(0, () => keys);
    // What was used is read again only after 30 s.
    for (const sort of KEY_SORTS.filter((sort) => sort !== "used" && pick(3) > 0)) {
      const [grown, made] = [await index.sorted(deps, sort), await fresh.sorted(deps, sort)];
      assert.deepEqual(
        grown.map(({ id }) => id),
        made.map(({ id }) => id),
        `${sort}, seed ${seed}`,
      );
      assert.equal(new Set(grown).size, keys.length);
    }
    clock.set(clock.now() + pick(100));
    keys = [...keys];
    for (let n = pick(4); n > 0; n--) {
      const at = pick(keys.length);
      const change = pick(4);
      if (change === 0) keys.splice(at, 1);
      else if (change === 1) keys.push(key(last++, pick));
      else keys[at] = { ...key(0, pick), id: keys[at]!.id, digest: keys[at]!.digest };
    }
  }
});

Deno.test("an order and a finding are made once for as long as nothing changes", async () => {
  const { deps, seen, clock } = createDeps();
  const index = new KeyIndex();
  const keys = Array.from({ length: 20 }, (_, id) => key(id, (count) => id % count));
  index.take(1, () => keys);
  for (const sort of KEY_SORTS) {
    assert.equal(await index.sorted(deps, sort), await index.sorted(deps, sort), sort);
  }
  assert.equal(seen.reads, 1);
  clock.set(NOW + 29_999);
  await index.sorted(deps, "used");
  assert.equal(seen.reads, 1);
  clock.set(NOW + 30_000);
  await index.sorted(deps, "used");
  assert.equal(seen.reads, 2, "what was used is 30 s old at most");

  let searches = 0;
  const find = (question: string) =>
    index.found(deps, question, () => {
      searches++;
      return Promise.resolve(keys.slice(0, 3));
    });
  await find("a");
  await find("a");
  assert.equal(searches, 1);
  await find("b");
  assert.equal(searches, 2);
  index.take(2, () => [...keys]);
  await find("b");
  assert.equal(searches, 3, "a key may have changed");
});
