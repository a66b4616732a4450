import assert from "node:assert/strict";
import { backOffMs, fullJitterMs, halfJitterMs } from "../../src/toolbox/back_off.ts";

const BACK_OFF = { firstMs: 50, maxMs: 1_000 };

Deno.test("backOffMs() doubles from the first wait to the longest, after any number of failures", () => {
  const waits = [0, 1, 2, 3, 4, 5, 2_000].map((failures) => backOffMs(BACK_OFF, failures));
  assert.deepEqual(waits, [50, 100, 200, 400, 800, 1_000, 1_000]);
});

Deno.test("jitter takes up to half of a wait, or any part of it", () => {
  assert.deepEqual([0, 0.5, 1].map((part) => halfJitterMs(BACK_OFF, 2, part)), [100, 150, 200]);
  assert.deepEqual([0, 0.5, 1].map((part) => fullJitterMs(BACK_OFF, 2, part)), [0, 100, 200]);
});
