import assert from "node:assert/strict";
import type { Plans } from "../../src/model/plans.ts";
import {
  BARE_PATH,
  CALLER,
  createFleet,
  type Fleet,
  type FleetProcess,
  WRAPPED_PATH,
} from "../support/fleet.ts";
import { issueKey, issueToken } from "../support/issue.ts";

const PLANS: Plans = {
  standard: {
    rate: "unlimited",
    quota: { requests: 1_000, per: "day", timezone: "Asia/Jakarta" },
  },
};
/** The longest a request waits for the quota, and for the record of a token's use. */
const QUOTA_WAIT_MS = 800;
const RECORD_WAIT_MS = 250;

async function open(): Promise<{ fleet: Fleet; process: FleetProcess }> {
  const fleet = createFleet("2026-07-04T05:00:00Z");
  return { fleet, process: await fleet.start(PLANS) };
}

/** Asks, and lets the clock run on for as long as a request may wait. */
async function askWaiting(
  { clock }: Fleet,
  process: FleetProcess,
  headers: Record<string, string>,
  waitMs: number,
): Promise<Response> {
  const request = new Request(`http://oshibase.test${BARE_PATH}`, { headers });
  const answer = process.handle(request, CALLER);
  if (answer instanceof Promise) await clock.advance(waitMs);
  return answer;
}

Deno.test("while the store is out of reach keys go on from their leases, then are told to try again", async () => {
  const { fleet, process } = await open();
  await using _ = fleet;
  const { secret } = await issueKey(fleet.stores, { ips: [CALLER] });
  await fleet.clock.advance(2_000);
  assert.equal(await process.countAdmitted(BARE_PATH, secret, 1), 1);
  process.kv.outOfReach = true;

  let leased = 0;
  let refused: Response | undefined;
  while (refused === undefined) {
    const answer = await askWaiting(fleet, process, { "x-api-key": secret }, QUOTA_WAIT_MS);
    if (answer.status === 200) leased++;
    else refused = answer;
  }
  assert.equal(leased, 7, "the rest of the first block");
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get("retry-after"), "1");
  assert.equal(
    await refused.text(),
    '{"status":false,"message":"The store cannot be reached; try again","type":"TRY_AGAIN"}',
  );

  // None waits who comes after, and the store is tried because of them.
  const before = fleet.clock.now();
  const next = await askWaiting(fleet, process, { "x-api-key": secret }, QUOTA_WAIT_MS);
  assert.deepEqual([next.status, fleet.clock.now()], [503, before]);
  process.kv.outOfReach = false;
  await fleet.clock.advance(400);
  const again = await askWaiting(fleet, process, { "x-api-key": secret }, QUOTA_WAIT_MS);
  assert.equal(again.status, 200);
  assert.equal(await process.countAdmitted(WRAPPED_PATH, secret), 1_000 - 1 - leased - 1);
});

Deno.test("nothing is admitted unmetered: a key without a lease waits, and is told to try again", async () => {
  const { fleet, process } = await open();
  await using _ = fleet;
  const { secret } = await issueKey(fleet.stores);
  await fleet.clock.advance(2_000);
  process.kv.outOfReach = true;
  for (let n = 0; n < 3; n++) {
    const began = fleet.clock.now();
    const answer = await askWaiting(fleet, process, { "x-api-key": secret }, QUOTA_WAIT_MS);
    assert.equal(answer.status, 503);
    assert.ok(fleet.clock.now() - began <= QUOTA_WAIT_MS);
  }
  process.kv.outOfReach = false;
  await fleet.clock.advance(60_000);
});

Deno.test("priority tokens are answered while the store is out of reach", async () => {
  const { fleet, process } = await open();
  await using _ = fleet;
  const { secret } = await issueToken(fleet.stores);
  await fleet.clock.advance(2_000);
  process.kv.outOfReach = true;
  for (let n = 0; n < 50; n++) {
    const headers = { "x-priority-token": secret };
    const answer = await askWaiting(fleet, process, headers, RECORD_WAIT_MS);
    assert.equal(answer.status, 200);
  }
  process.kv.outOfReach = false;
  await fleet.clock.advance(60_000);
});

Deno.test("unknown keys are still refused at once while the store is out of reach", async () => {
  const { fleet, process } = await open();
  await using _ = fleet;
  process.kv.outOfReach = true;
  const request = new Request(`http://oshibase.test${BARE_PATH}?apikey=nobodys`);
  const answer = process.handle(request, CALLER);
  assert.ok(answer instanceof Response);
  assert.equal(answer.status, 403);
  process.kv.outOfReach = false;
});
