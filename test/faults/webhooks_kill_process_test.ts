import assert from "node:assert/strict";
import { CLAIM_MS } from "../../src/shared_state/claim.ts";
import {
  allEndpoints,
  assertInOrder,
  assertWhole,
  firstOnes,
  loadOf,
  report,
} from "./webhook_arrivals.ts";
import { runLoad } from "./webhook_load.ts";

const { isFull, options } = loadOf(100);
const KILL_EVERY_MS = isFull ? 30_000 : 8_000;

Deno.test(`nothing is lost and no order is broken where a process is killed every ${KILL_EVERY_MS / 1_000} s`, async () => {
  const result = await runLoad({
    ...options,
    manners: allEndpoints,
    killEveryMs: KILL_EVERY_MS,
  });
  report("killed", result);
  assert.ok(result.kills > 0);
  assertWhole(result.arrivals, options.events);
  assertInOrder(result.arrivals);
  const longest = Math.max(...firstOnes(result.arrivals).map(({ waitMs }) => waitMs));
  assert.ok(longest <= CLAIM_MS + 5_000, `the longest wait was ${longest} ms`);
});
