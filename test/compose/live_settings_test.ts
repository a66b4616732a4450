import assert from "node:assert/strict";
import { readSettings } from "../../src/platform/settings.ts";

const read = (interval: string) =>
  readSettings((name) => name === "LIVE_INTERVAL_MS" ? interval : undefined).LIVE_INTERVAL_MS;

Deno.test("LIVE_INTERVAL_MS takes 1 s to 5 minutes: two polls fit into the ten minutes that a list lasts", () => {
  assert.equal(read(""), 20_000);
  for (const [text, ms] of [["1000", 1_000], ["300000", 300_000]] as const) {
    assert.equal(read(text), ms);
  }
  for (const text of ["999", "300001", "3600000", "20s", "-1", "1e4"]) {
    assert.throws(() => read(text), {
      message: "Cannot use LIVE_INTERVAL_MS: it takes a whole number from 1000 to 300000",
    });
  }
});
