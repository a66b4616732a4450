import assert from "node:assert/strict";
import { createAudit } from "../../src/audit/audit.ts";
import { exportEntries, tailEntries } from "../../src/audit/read.ts";
import { openUseLog } from "../../src/audit/use_log.ts";
import { createOutbox } from "../../src/delivery/outbox.ts";
import { lastUses } from "../support/use_log.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createFakeDiscord } from "./fake_discord.ts";
import { keptLog, sampleUse, START_MS, wallClock } from "./sample_use.ts";
import { createPrng } from "../support/prng.ts";
import { toldUses } from "./chat_harness.ts";

type AuditSettings = Parameters<typeof createAudit>[1];

const SETTINGS: AuditSettings = { auditDays: 90 };

function harness() {
  const clock = createManualClock(START_MS);
  const net = { fetch: () => Promise.reject(new Error("No network in this test")) };
  const deps = { kv: createMemoryKv(clock), clock, random: createPrng(1), log: keptLog(), net };
  return deps;
}

/** A process of the audit, and what sends for it. */
function open(deps: Omit<Parameters<typeof createAudit>[0], "outbox">, settings: AuditSettings) {
  const audit = createAudit({ ...deps, outbox: () => outbox }, settings);
  const outbox = createOutbox(deps, () => audit.endpoints);
  outbox.wake();
  const close = () => Promise.all([audit.close(), outbox.close()]);
  return { ...audit, close };
}

Deno.test("createAudit() without a webhook records and tells nobody", async () => {
  const deps = harness();
  const audit = open(deps, SETTINGS);
  await audit.record(sampleUse());
  assert.deepEqual(audit.state(), { backlog: 0, lost: 0, store: "ok", sinks: [] });
  await audit.close();
  assert.equal((await lastUses(deps.kv)).length, 1);
});

Deno.test("an entry stays for the days that held when it was written; fewer days hide it at once", async () => {
  const deps = harness();
  const audit = open(deps, SETTINGS);
  const use = async () => {
    const recorded = audit.record(sampleUse({ at: deps.clock.now() }));
    await deps.clock.advance(10);
    await recorded;
  };
  await use();
  await deps.clock.advance(80 * 86_400_000);
  await use();
  const seqs = async (auditDays: number) => {
    const log = openUseLog({ ...deps, auditDays });
    const exported = await Array.fromAsync(exportEntries(log));
    assert.deepEqual(
      exported.map(({ seq }) => seq),
      (await tailEntries(log)).map(({ seq }) => seq),
    );
    return exported.map(({ seq }) => seq);
  };
  assert.deepEqual(await seqs(90), [1, 2]);
  assert.deepEqual(await seqs(79), [2]);
  await deps.clock.advance(11 * 86_400_000);
  assert.deepEqual(await seqs(900), [2]);
  assert.equal((await deps.kv.list(["log", "use", "piece"])).length, 1);
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
    assert.throws(() => open(deps, { ...SETTINGS, ...wrong }), (error: Error) => {
      return /AUDIT_(WEBHOOK|SINK)_(URL|SECRET)/.test(error.message) &&
        !/s3cret/.test(error.message);
    });
  }
});

Deno.test("a use is told over the real network and clock within seconds", async () => {
  const discord = createFakeDiscord(wallClock);
  const deps = { ...harness(), clock: wallClock, net: { fetch } };
  const audit = open(deps, { ...SETTINGS, webhookUrl: discord.url });
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
