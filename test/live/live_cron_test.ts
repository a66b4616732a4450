import assert from "node:assert/strict";
import { createLiveCron } from "../../src/live/live.ts";

Deno.test("createLiveCron() polls in production and outside Deno Deploy, never on a branch", async () => {
  for (
    const [timeline, polls] of [
      [undefined, 1],
      ["production", 1],
      ["git-branch/main", 0],
      ["preview/abc", 0],
    ] as const
  ) {
    let polled = 0;
    const wake = createLiveCron({
      timeline: () => timeline,
      pollOlderThan: (leastAgeMs) => {
        assert.equal(leastAgeMs, 45_000);
        polled++;
        return Promise.resolve();
      },
    });
    await wake();
    assert.equal(polled, polls, String(timeline));
  }
});
