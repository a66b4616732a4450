import assert from "node:assert/strict";
import {
  allEndpoints,
  assertInOrder,
  assertWhole,
  healthyEndpoints,
  loadOf,
  quantile,
  report,
} from "./webhook_arrivals.ts";
import { distinct, runLoad } from "./webhook_load.ts";

/** At full size as many deliveries as 2,000 events to 50 endpoints, at 2 events a second. */
const { isFull, options } = loadOf(60);
/** Enough to compare with, where nobody is sick. */
const COMPARED = isFull ? options.events : Math.min(options.events, 40);

Deno.test(`8 processes tell ${options.events} events to 50 endpoints in time, whoever is slow or dead`, async () => {
  const runs = {
    without: { ...options, events: COMPARED, manners: healthyEndpoints, killEveryMs: 0 },
    among: { ...options, manners: allEndpoints, killEveryMs: 0 },
  };
  const late: number[] = [];
  for (const [name, run] of Object.entries(runs)) {
    const result = await runLoad(run);
    const { arrivals } = result;
    report(name, result);
    assertWhole(arrivals, run.events);
    assertInOrder(arrivals);
    assert.equal(distinct(arrivals), arrivals.length, "a delivery came twice");
    assert.ok(quantile(arrivals, 0.5) < 1_000, name);
    late.push(quantile(arrivals, 0.99));
  }
  const [alone, beside] = late;
  assert.ok(beside! <= 1.5 * alone! + 500, `p99 ${alone} ms without the sick, ${beside} ms with`);
});
