import assert from "node:assert/strict";
import type { Plans, Quota } from "../../src/model/plans.ts";
import { createManualClock, type ManualClock } from "../support/manual_clock.ts";
import {
  BARE_PATH,
  CALLER,
  createFleet,
  type FleetProcess,
  WRAPPED_PATH,
} from "../support/fleet.ts";
import { issueKey } from "../support/issue.ts";
import { createPrng } from "../support/prng.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createLedger } from "../../src/quota/ledger.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import { temporaryFolder } from "../support/temporary.ts";

const QUOTA = 60;
const PLANS: Plans = {
  standard: {
    rate: "unlimited",
    quota: { requests: QUOTA, per: "day", timezone: "Asia/Jakarta" },
  },
};
const PROCESSES = 4;
const MAX_JUMP_MS = 2_000;
const MIDNIGHT = Date.parse("2026-07-04T17:00:00Z");

/** The fleet's clock as one process reads it. */
function createJumpingClock(clock: ManualClock): ManualClock & { jump: number } {
  const own = { ...clock, jump: 0, now: () => clock.now() + own.jump };
  return own;
}

Deno.test(`clocks of ${PROCESSES} processes that jump by 2 s never let a key beyond a day's quota`, async () => {
  const random = createPrng(testSeed());
  for (let round = 0; round < sizeOf({ default: 4, full: 1_000 }); round++) {
    await using fleet = createFleet("2026-07-04T16:59:50.000Z");
    const { secret } = await issueKey(fleet.stores, { ips: [CALLER] });
    const clocks = Array.from({ length: PROCESSES }, () => createJumpingClock(fleet.clock));
    const processes = [];
    for (const clock of clocks) processes.push(await fleet.start(PLANS, clock));
    /** What was admitted by the day that the process read as it admitted. */
    const admitted = { before: 0, after: 0 };
    for (let step = 0; step < 40; step++) {
      for (const clock of clocks) {
        if (random.happens(0.3)) clock.jump = random.between(-MAX_JUMP_MS, MAX_JUMP_MS);
      }
      const n = random.between(0, PROCESSES - 1);
      for (let asked = 0; asked < 8; asked++) {
        const day = clocks[n]!.now() < MIDNIGHT ? "before" : "after";
        const { status } = await processes[n]!.ask(BARE_PATH, secret);
        if (status === 200) admitted[day]++;
      }
      await fleet.clock.advance(500);
    }
    assert.ok(admitted.before <= QUOTA, `${admitted.before} before midnight, round ${round}`);
    assert.ok(admitted.after <= QUOTA, `${admitted.after} after midnight, round ${round}`);
    // A key that nothing was wrong with is served: no day is lost to the jumps.
    assert.ok(admitted.after > 0, `nothing after midnight, round ${round}`);
  }
});

const BEFORE_MIDNIGHT = Date.parse("2026-07-04T16:00:00Z");
const AFTER_MIDNIGHT = Date.parse("2026-07-04T18:00:00Z");

const FIVE_A_DAY: Quota = { requests: 5, per: "day", timezone: "Asia/Jakarta" };
const FIVE_PLANS: Plans = { standard: { rate: "unlimited", quota: FIVE_A_DAY } };

async function quotaStatusOf(process: FleetProcess, secret: string) {
  const { used, remaining, resets_at } = await (await process.ask("/v1/key", secret)).json();
  return { used, remaining, resets_at };
}

Deno.test("a clock that goes back over midnight charges the day that it shows, and over-admits on neither", async () => {
  await using fleet = createFleet("2026-07-04T16:00:00Z");
  const { secret } = await issueKey(fleet.stores, { ips: [CALLER] });
  const processes = [await fleet.start(FIVE_PLANS), await fleet.start(FIVE_PLANS)];
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

Deno.test("a refusal of one that is too fast shows the new day's quota from its first instant on", async () => {
  const slow: Plans = { standard: { rate: { per_second: 1, burst: 2 }, quota: FIVE_A_DAY } };
  await using fleet = createFleet("2026-07-04T16:59:59.900Z");
  const { secret } = await issueKey(fleet.stores, { ips: [CALLER] });
  const process = await fleet.start(slow);
  assert.equal(await process.countAdmitted(BARE_PATH, secret), 2);
  const shownAt = async (instant: number) => {
    fleet.clock.set(instant);
    const refused = await process.ask(BARE_PATH, secret);
    return [refused.status, refused.headers.get("ratelimit")];
  };
  assert.deepEqual(await shownAt(MIDNIGHT - 1), [429, '"quota";r=3;t=1']);
  assert.deepEqual(await shownAt(MIDNIGHT), [429, '"quota";r=5;t=86400']);
});

Deno.test("a clock that goes back within its day changes nothing of what is left", async () => {
  await using fleet = createFleet("2026-07-04T16:00:00Z");
  const { secret } = await issueKey(fleet.stores, { ips: [CALLER] });
  const process = await fleet.start(FIVE_PLANS);
  assert.equal(await process.countAdmitted(BARE_PATH, secret, 3), 3);
  fleet.clock.set(Date.parse("2026-07-04T04:00:00Z"));
  assert.equal(await process.countAdmitted(BARE_PATH, secret), 2);
  assert.equal((await quotaStatusOf(process, secret)).used, 5);
});

Deno.test("what others give back is had after the clock went back hours, too", async () => {
  await using fleet = createFleet("2026-07-04T16:00:00Z");
  const { secret } = await issueKey(fleet.stores, { ips: [CALLER] });
  const one = await fleet.start(FIVE_PLANS);
  const other = await fleet.start(FIVE_PLANS);
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
  const account = { id: "k_1", quota: FIVE_A_DAY, ratePerSecond: "unlimited" as const };
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

function plansOf(quota: Quota): Plans {
  return { standard: { rate: "unlimited", quota } };
}

const THREE_A_DAY = plansOf({ requests: 3, per: "day", timezone: "Asia/Jakarta" });

Deno.test("a used-up key is let in again at midnight in Jakarta, to the millisecond", async () => {
  await using fleet = createFleet("2026-07-04T16:59:58.000Z");
  const { secret } = await issueKey(fleet.stores, { ips: [CALLER] });
  const one = await fleet.start(THREE_A_DAY);
  const other = await fleet.start(THREE_A_DAY);
  assert.equal(await one.countAdmitted(BARE_PATH, secret), 3);

  fleet.clock.set(Date.parse("2026-07-04T16:59:59.999Z"));
  for (const process of [one, other]) {
    const refused = await process.ask(BARE_PATH, secret);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get("retry-after"), "1");
    assert.equal(refused.headers.get("ratelimit"), '"quota";r=0;t=1');
    assert.equal((await process.ask(WRAPPED_PATH, secret)).status, 403);
  }

  fleet.clock.set(Date.parse("2026-07-04T17:00:00.000Z"));
  const first = await other.ask(WRAPPED_PATH, secret);
  assert.equal(first.status, 200);
  assert.equal(first.headers.get("ratelimit"), '"quota";r=2;t=86400');
  const rest = await one.countAdmitted(BARE_PATH, secret) +
    await other.countAdmitted(BARE_PATH, secret);
  assert.equal(rest, 2);
});

Deno.test("what was not used yesterday is not to be had today", async () => {
  await using fleet = createFleet("2026-07-04T16:59:50.000Z");
  const { secret } = await issueKey(fleet.stores, { ips: [CALLER] });
  const process = await fleet.start(THREE_A_DAY);
  assert.equal(await process.countAdmitted(BARE_PATH, secret, 1), 1);
  await fleet.clock.advance(10_000);
  assert.equal(await process.countAdmitted(BARE_PATH, secret), 3);
  const own = await (await process.ask("/v1/key", secret)).json();
  assert.deepEqual(
    [own.used, own.remaining, own.resets_at],
    [3, 0, "2026-07-05T17:00:00.000Z"],
  );
});

/** The last instants of months of 31, 28, 29 and 30 days in Jakarta. */
for (const end of ["2026-01-31", "2026-02-28", "2028-02-29", "2026-04-30"]) {
  Deno.test(`a monthly quota begins anew after ${end} in Jakarta`, async () => {
    await using fleet = createFleet(`${end}T16:59:59.000Z`);
    const { secret } = await issueKey(fleet.stores, { ips: [CALLER] });
    const plans = plansOf({ requests: 4, per: "month", timezone: "Asia/Jakarta" });
    const process = await fleet.start(plans);
    assert.equal(await process.countAdmitted(BARE_PATH, secret), 4);
    assert.equal((await process.ask(BARE_PATH, secret)).headers.get("retry-after"), "1");
    await fleet.clock.advance(1_000);
    assert.equal(await process.countAdmitted(BARE_PATH, secret), 4);
    const refused = await process.ask(BARE_PATH, secret);
    const days = Number(refused.headers.get("retry-after")) / 86_400;
    assert.ok(days > 27.9 && days <= 31, `${days} days`);
  });
}
