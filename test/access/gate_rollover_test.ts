import assert from "node:assert/strict";
import type { Plans, Quota } from "../../src/model/plans.ts";
import { BARE_PATH, CALLER, createFleet, WRAPPED_PATH } from "../support/fleet.ts";
import { issueKey } from "../support/issue.ts";

function plansOf(quota: Quota): Plans {
  return { standard: { rate: "unlimited", quota } };
}

const OF_DAY = plansOf({ requests: 3, per: "day", timezone: "Asia/Jakarta" });

Deno.test("a used-up key is let in again at midnight in Jakarta, to the millisecond", async () => {
  await using fleet = createFleet("2026-07-04T16:59:58.000Z");
  const { secret } = await issueKey(fleet.stores, { ips: [CALLER] });
  const one = await fleet.start(OF_DAY);
  const other = await fleet.start(OF_DAY);
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
  const process = await fleet.start(OF_DAY);
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
