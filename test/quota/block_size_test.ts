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

const cases = [
  { name: "asks for 8 at first", input: {}, size: 8 },
  { name: "doubles", input: { previous: 64 }, size: 128 },
  { name: "asks for 1 % of the limit at most", input: { limit: 20_000, previous: 150 }, size: 200 },
  {
    name: "asks for 1,000 at most",
    input: { limit: 20e6, remaining: 20e6, previous: 900, spentPerSecond: 4_000 },
    size: 1000,
  },
  {
    name: "asks for what 0.25 s spend, where that is more",
    input: { limit: 20e6, remaining: 20e6, previous: 9_000, spentPerSecond: 40_000 },
    size: 10_000,
  },
  {
    name: "asks for 1 % of the limit at most, however fast it goes",
    input: { limit: 200_000, remaining: 200_000, previous: 9_000, spentPerSecond: 40_000 },
    size: 2_000,
  },
  {
    name: "asks for 8 where 1 % is less",
    input: { limit: 50, remaining: 50, previous: 8 },
    size: 8,
  },
  { name: "asks for what 5 s spend", input: { previous: 500, spentPerSecond: 40 }, size: 200 },
  {
    name: "asks for 8 however slow it goes",
    input: { limit: 5000, previous: 40, spentPerSecond: 0.1 },
    size: 8,
  },
  {
    name: "shares what is left",
    input: { remaining: 8_000, holders: 8, previous: 900 },
    size: 500,
  },
  {
    name: "asks for limit / 2000 at least",
    input: { remaining: 400, holders: 8, previous: 900 },
    size: 50,
  },
  {
    name: "asks for no more than there is",
    input: { remaining: 30, holders: 1, previous: 900 },
    size: 30,
  },
  { name: "asks for 1 at least", input: { remaining: 0, previous: 900 }, size: 1 },
  {
    name: "gives those who wait theirs",
    input: { limit: 100, remaining: 100, waiting: 30 },
    size: 30,
  },
  { name: "gives those who wait 1,000 at most", input: { waiting: 5000 }, size: 1000 },
];

for (const { name, input, size } of cases) {
  Deno.test(`blockSize() ${name}`, () => {
    assert.equal(blockSize({ ...busy, ...input }), size);
  });
}
