import assert from "node:assert/strict";
import { sizeOf } from "../../support/size.ts";
import { type Arrival, runLoad, subjectOf } from "./kill_load.ts";

const EVENTS = sizeOf({ default: 100, full: 2_000 });
const HEALTHY = sizeOf({ default: 30, full: 100 });

Deno.test("of webhooks whose two processes are killed in turn every 8 s nothing is lost and no order is broken, whoever is slow or dead", async () => {
  const { arrivals, kills } = await runLoad({ events: EVENTS, healthy: HEALTHY });
  assert.ok(kills > 0);
  const first = firstOnes(arrivals);
  const found = new Set(arrivals.map(({ endpoint, event }) => `${endpoint} ${event}`));
  assert.equal(found.size, HEALTHY * EVENTS, "a delivery is lost");
  assert.equal(first.length, found.size, "an event has two ids");
  const lines = Map.groupBy(first, ({ endpoint, event }) => `${endpoint} ${subjectOf(event)}`);
  for (const [line, list] of lines) {
    const events = list.map(({ event }) => event);
    assert.deepEqual(events, events.toSorted((a, b) => a - b), line);
  }
});

/** Deliveries without doubles: one may come late; what counts is when an event came first. */
function firstOnes(arrivals: readonly Arrival[]): Arrival[] {
  const seen = new Set<string>();
  return arrivals.filter(({ webhookId }) => !seen.has(webhookId) && seen.add(webhookId));
}
