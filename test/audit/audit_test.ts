import assert from "node:assert/strict";
import { createAudit } from "../../src/audit/audit.ts";
import { lastUses } from "../support/last_uses.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createFakeDiscord } from "../support/fake_discord.ts";
import { keptLog, PEPPER, sampleUse, START_MS, wallClock } from "./sample_use.ts";
import { createPrng } from "../support/prng.ts";
import { toldUses } from "./chat_harness.ts";

const SETTINGS = { retentionDays: 90 } as const;

function harness() {
  const clock = createManualClock(START_MS);
  const net = { fetch: () => Promise.reject(new Error("No network in this test")) };
  const deps = { kv: createMemoryKv(), clock, random: createPrng(1), log: keptLog(), net };
  return { ...deps, pepper: PEPPER };
}

Deno.test("createAudit() without a webhook records and tells nobody", async () => {
  const deps = harness();
  const audit = createAudit(deps, SETTINGS);
  await audit.record(sampleUse());
  assert.deepEqual(audit.state(), { backlog: 0, lost: 0, store: "ok", sinks: [] });
  await audit.close();
  assert.equal((await lastUses(deps.kv)).length, 1);
});

Deno.test("createAudit() drops old uses by itself", async () => {
  const deps = harness();
  const audit = createAudit(deps, SETTINGS);
  await audit.record(sampleUse());
  await deps.clock.advance(89 * 86_400_000);
  assert.equal((await lastUses(deps.kv)).length, 1);
  await deps.clock.advance(2 * 86_400_000);
  assert.equal((await lastUses(deps.kv)).length, 0);
  await audit.close();
});

Deno.test("createAudit() refuses addresses and secrets that are none, without repeating them", () => {
  const deps = harness();
  const url = "https://chat.example/hook";
  for (
    const wrong of [
      { webhookUrl: "s3cret" },
      { sinkUrl: "s3cret", sinkSecret: "whsec_AAAA" },
      { sinkUrl: url, sinkSecret: "s3cret!" },
      { sinkUrl: url },
    ]
  ) {
    assert.throws(() => createAudit(deps, { ...SETTINGS, ...wrong }), (error: Error) => {
      return /AUDIT_(WEBHOOK|SINK)_(URL|SECRET)/.test(error.message) &&
        !/s3cret/.test(error.message);
    });
  }
});

Deno.test("a use is told over the real network and clock within seconds", async () => {
  const discord = createFakeDiscord(wallClock);
  const deps = { ...harness(), clock: wallClock, net: { fetch } };
  const audit = createAudit(deps, { ...SETTINGS, webhookUrl: discord.url });
  try {
    await audit.record(sampleUse({ at: wallClock.now() }));
    const began = performance.now();
    while (toldUses(discord.messages) < 1) {
      assert.ok(performance.now() - began < 10_000);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    await audit.close();
    await discord.close();
  }
});
