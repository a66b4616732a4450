import assert from "node:assert/strict";
import type { Plans, Quota } from "../../src/model/plans.ts";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createLedger } from "../../src/quota/ledger.ts";
import { BARE_PATH, CALLER, createFleet, type FleetProcess } from "../support/fleet.ts";
import { issueKey } from "../support/issue.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import { temporaryFolder } from "../support/temporary.ts";

const BEFORE_MIDNIGHT = Date.parse("2026-07-04T16:00:00Z");
const AFTER_MIDNIGHT = Date.parse("2026-07-04T18:00:00Z");

const OF_DAY: Quota = { requests: 5, per: "day", timezone: "Asia/Jakarta" };
const PLANS: Plans = { standard: { rate: "unlimited", quota: OF_DAY } };

async function quotaStatusOf(process: FleetProcess, secret: string) {
  const { used, remaining, resets_at } = await (await process.ask("/v1/key", secret)).json();
  return { used, remaining, resets_at };
}

Deno.test("a clock that goes back over midnight charges the day that it shows, and over-admits on neither", async () => {
  await using fleet = createFleet("2026-07-04T16:00:00Z");
  const { secret } = await issueKey(fleet.stores, { ips: [CALLER] });
  const processes = [await fleet.start(PLANS), await fleet.start(PLANS)];
  const [one, other] = processes as [FleetProcess, FleetProcess];
  assert.equal(await one.countAdmitted(BARE_PATH, secret, 2), 2);

  fleet.clock.set(AFTER_MIDNIGHT);
  assert.equal(await one.countAdmitted(BARE_PATH, secret, 1), 1);
  assert.equal(await other.countAdmitted(BARE_PATH, secret, 1), 1);

  fleet.clock.set(BEFORE_MIDNIGHT);
  await fleet.clock.advance(1_000);
  assert.deepEqual(await quotaStatusOf(one, secret), {
    used: 2,
    remaining: 3,
    resets_at: "2026-07-04T17:00:00.000Z",
  });
  const first = await one.ask(BARE_PATH, secret);
  assert.equal(first.headers.get("ratelimit"), '"quota";r=2;t=3599');
  const today = await other.countAdmitted(BARE_PATH, secret) +
    await one.countAdmitted(BARE_PATH, secret);
  assert.equal(today, 2);
  assert.equal((await one.ask(BARE_PATH, secret)).status, 429);

  fleet.clock.set(AFTER_MIDNIGHT);
  await fleet.clock.advance(1_000);
  const tomorrow = await other.countAdmitted(BARE_PATH, secret) +
    await one.countAdmitted(BARE_PATH, secret);
  assert.equal(tomorrow, 3);
  assert.equal((await quotaStatusOf(other, secret)).used, 5);
});

Deno.test("a clock that goes back within its day changes nothing of what is left", async () => {
  await using fleet = createFleet("2026-07-04T16:00:00Z");
  const { secret } = await issueKey(fleet.stores, { ips: [CALLER] });
  const process = await fleet.start(PLANS);
  assert.equal(await process.countAdmitted(BARE_PATH, secret, 3), 3);
  fleet.clock.set(Date.parse("2026-07-04T04:00:00Z"));
  assert.equal(await process.countAdmitted(BARE_PATH, secret), 2);
  assert.equal((await quotaStatusOf(process, secret)).used, 5);
});

Deno.test("what others give back is had after the clock went back hours, too", async () => {
  await using fleet = createFleet("2026-07-04T16:00:00Z");
  const { secret } = await issueKey(fleet.stores, { ips: [CALLER] });
  const one = await fleet.start(PLANS);
  const other = await fleet.start(PLANS);
  assert.equal(await one.countAdmitted(BARE_PATH, secret, 1), 1);
  const had = await other.countAdmitted(BARE_PATH, secret);
  fleet.clock.set(Date.parse("2026-07-04T04:00:00Z"));
  await one.close();
  assert.equal(had + await other.countAdmitted(BARE_PATH, secret), 4);
});

Deno.test("over a store in a file, too, each day admits its quota and no more, however the clock jumps", async () => {
  await using folder = await temporaryFolder();
  const kv = await openDenoKv(`${folder.path}/store.kv`);
  const clock = createManualClock(BEFORE_MIDNIGHT);
  const log = createQuietLog();
  const deps = { kv, clock, random: systemRandom, log };
  const ledgers = ["a", "b"].map((holder) => createLedger({ ...deps, holder }));
  const account = { id: "k_1", quota: OF_DAY, ratePerSecond: "unlimited" as const };
  const admitted = new Map<number, number>();
  for (const [turn, ledger] of [0, 1, 0, 1, 0, 1, 1, 0].entries()) {
    const instant = turn % 2 === 0 ? AFTER_MIDNIGHT : BEFORE_MIDNIGHT;
    clock.set(instant);
    for (let n = 0; n < 2; n++) {
      const { outcome, resetsAt } = await ledgers[ledger]!.take(account);
      assert.equal(resetsAt, instant + (turn % 2 === 0 ? 23 : 1) * 3_600_000);
      if (outcome === "admitted") admitted.set(instant, (admitted.get(instant) ?? 0) + 1);
    }
  }
  // A unit that another process has leased and not spent is not to be had: less is admitted, never more.
  for (const count of admitted.values()) assert.ok(count >= 3 && count <= 5, `${count} admitted`);
  for (const ledger of ledgers) await ledger.close();
  const check = createLedger({ ...deps, holder: "c" });
  for (const instant of [AFTER_MIDNIGHT, BEFORE_MIDNIGHT]) {
    clock.set(instant);
    assert.equal((await check.quotaStatus(account))!.used, admitted.get(instant));
  }
  await check.close();
  kv.close();
});
