import assert from "node:assert/strict";
import { blockSize } from "../../src/quota/leases/next_action.ts";

const busy = {
  limit: 100_000,
  remaining: 100_000,
  holders: 1,
  previous: 0,
  spentPerSecond: 10_000,
  waiting: 0,
};

const CASES: readonly [name: string, input: Partial<typeof busy>, size: number][] = [
  ["asks for 8 at first", {}, 8],
  ["doubles", { previous: 64 }, 128],
  ["asks for 1 % of the limit at most", { limit: 20_000, previous: 150 }, 200],
  [
    "asks for 1,000 at most",
    { limit: 20e6, remaining: 20e6, previous: 900, spentPerSecond: 4_000 },
    1000,
  ],
  ["asks for what 0.25 s spend, where that is more", {
    limit: 20e6,
    remaining: 20e6,
    previous: 9_000,
    spentPerSecond: 40_000,
  }, 10_000],
  ["asks for 1 % of the limit at most, however fast it goes", {
    limit: 200_000,
    remaining: 200_000,
    previous: 9_000,
    spentPerSecond: 40_000,
  }, 2_000],
  ["asks for 8 where 1 % is less", { limit: 50, remaining: 50, previous: 8 }, 8],
  ["asks for what 5 s spend", { previous: 500, spentPerSecond: 40 }, 200],
  ["asks for 8 however slow it goes", { limit: 5000, previous: 40, spentPerSecond: 0.1 }, 8],
  ["shares what is left", { remaining: 8_000, holders: 8, previous: 900 }, 500],
  ["asks for limit / 2000 at least", { remaining: 400, holders: 8, previous: 900 }, 50],
  ["asks for no more than there is", { remaining: 30, holders: 1, previous: 900 }, 30],
  ["asks for 1 at least", { remaining: 0, previous: 900 }, 1],
  ["gives those who wait theirs", { limit: 100, remaining: 100, waiting: 30 }, 30],
  ["gives those who wait 1,000 at most", { waiting: 5000 }, 1000],
];

for (const [name, input, size] of CASES) {
  Deno.test(`blockSize() ${name}`, () => {
    assert.equal(blockSize({ ...busy, ...input }), size);
  });
}
