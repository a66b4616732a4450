import assert from "node:assert/strict";
import type { Plans } from "../../src/model/plans.ts";
import { BARE_PATH, CALLER, createFleet, type Fleet, type FleetProcess } from "../support/fleet.ts";
import { issueKey } from "../support/issue.ts";

const QUOTA = 100_000;
const PLANS: Plans = {
  standard: {
    rate: "unlimited",
    quota: { requests: QUOTA, per: "day", timezone: "Asia/Jakarta" },
  },
};

function callsOf({ kv: { sent } }: FleetProcess): number {
  return sent.reads + sent.commits;
}

/** Asks until a lease has just been renewed, so that half a block is there to be spent. */
async function warmUp(fleet: Fleet, process: FleetProcess, key: string): Promise<void> {
  await process.countAdmitted(BARE_PATH, key, 3_000);
  const before = callsOf(process);
  while (callsOf(process) === before) await process.ask(BARE_PATH, key);
  await fleet.clock.advance(0);
}

Deno.test("a request on a warm lease makes no store call, and is answered at once", async () => {
  await using fleet = createFleet("2026-07-04T05:00:00Z");
  const { secret } = await issueKey(fleet.stores, { ips: [CALLER] });
  const process = await fleet.start(PLANS);
  await warmUp(fleet, process, secret);
  const before = callsOf(process);
  for (let n = 0; n < 300; n++) {
    const answer = process.handle(
      new Request(`http://oshibase.test${BARE_PATH}`, { headers: { "x-api-key": secret } }),
      CALLER,
    );
    assert.ok(answer instanceof Response, "nothing has to be waited for");
    assert.equal(answer.status, 200);
  }
  assert.equal(callsOf(process), before);
});

Deno.test("100,000 unknown keys and tokens make no store call", async () => {
  await using fleet = createFleet("2026-07-04T05:00:00Z");
  await issueKey(fleet.stores);
  const process = await fleet.start(PLANS);
  const before = callsOf(process);
  for (let n = 0; n < 100_000; n++) {
    const secret = n.toString(36).padStart(38, "0");
    const headers = n % 2 === 0
      ? { "x-api-key": `J-osb_${secret}` }
      : { "x-priority-token": `P-osb_${secret}` };
    const request = new Request(`http://oshibase.test${BARE_PATH}`, { headers });
    const answer = process.handle(request, CALLER);
    assert.ok(answer instanceof Response, "nothing has to be waited for");
    assert.equal(answer.status, 403);
  }
  assert.equal(callsOf(process), before);
});

for (const processes of [1, 4]) {
  Deno.test(`a busy key with a quota of 100,000 costs ${processes} processes at most 5 writes per 1,000`, async () => {
    await using fleet = createFleet("2026-07-04T05:00:00Z");
    const { secret } = await issueKey(fleet.stores, { ips: [CALLER] });
    const all: FleetProcess[] = [];
    for (let n = 0; n < processes; n++) all.push(await fleet.start(PLANS));
    const before = all.map(({ kv }) => kv.sent.writes);
    let admitted = 0;
    let refused = 0;
    for (let n = 0; refused < processes; n++) {
      const { status } = await all[n % processes]!.ask(BARE_PATH, secret);
      if (status === 200) admitted++;
      else refused++;
      // About 1,000 requests a second.
      if (n % 100 === 0) await fleet.clock.advance(100);
    }
    const writes = all.reduce((sum, { kv }, n) => sum + kv.sent.writes - before[n]!, 0);
    console.log(`${(1000 * writes / admitted).toFixed(2)} writes per 1,000 admitted`);
    assert.ok(admitted >= QUOTA - processes * 100, `${admitted} admitted`);
    assert.ok(1000 * writes / admitted <= 5, `${writes} writes for ${admitted}`);
  });
}
