import assert from "node:assert/strict";
import { createPrng } from "../support/prng.ts";
import { createHarness, dayQuota, type Process } from "./harness.ts";

/** In the second case a ticket takes as long as a request may wait. */
Deno.test.each<[number, number]>([[200, 0.01], [400, 0.05]])(
  "of a store that is %i ms away clients without pauses have all, and %f of them try again at most",
  async (latencyMs, mostLater) => {
    const [QUOTA, ASKED, PROCESSES, CLIENTS] = [2_000, 10_000, 8, 4];
    const harness = createHarness({ fraction: createPrng(7).fraction });
    const counts = { admitted: 0, exhausted: 0, unavailable: 0 };
    let asked = 0;
    const client = async (process: Process) => {
      while (asked++ < ASKED) {
        counts[(await harness.take(process)).outcome]++;
        await new Promise<void>((resolve) => void harness.clock.after(1, resolve));
      }
    };
    const clients = Array.from({ length: PROCESSES }, () => {
      const process = harness.start(dayQuota(QUOTA), { latencyMs });
      return Array.from({ length: CLIENTS }, () => client(process));
    }).flat();
    let isDone = false;
    void Promise.all(clients).then(() => isDone = true);
    while (!isDone) await harness.clock.advance(100);
    assert.equal(counts.admitted, QUOTA);
    assert.ok(counts.unavailable < ASKED * mostLater, `${counts.unavailable} told to try again`);
  },
);
