import assert from "node:assert/strict";
import { ratiosOf } from "./samples.ts";
import { spreadOf } from "./statistics.ts";

Deno.test("spreadOf() takes the middle one, or what lies between two", () => {
  assert.deepEqual(spreadOf([3, 1, 200]), { median: 3, min: 1, max: 200 });
  assert.deepEqual(spreadOf([4, 1, 2, 200]), { median: 3, min: 1, max: 200 });
});

Deno.test("ratiosOf() divides within a round, so that a slow round spoils no ratio", () => {
  const fast = { cpuUs: 10, perSecond: 3000 };
  const slow = { cpuUs: 40, perSecond: 750 };
  const half = ({ cpuUs, perSecond }: typeof fast) => ({ cpuUs: cpuUs / 2, perSecond });
  const { cpu, perSecond } = ratiosOf([fast, slow], [fast, slow].map(half));
  assert.deepEqual(cpu, { median: 2, min: 2, max: 2 });
  assert.deepEqual(perSecond, { median: 1, min: 1, max: 1 });
});
