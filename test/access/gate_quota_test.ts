import assert from "node:assert/strict";
import type { Plans } from "../../src/model/plans.ts";
import { BARE_PATH, CALLER, createFleet, type Fleet, type FleetProcess } from "../support/fleet.ts";
import { issueKey } from "../support/issue.ts";
import { sizeOf } from "../support/size.ts";

const NOON = "2026-07-04T05:00:00Z";
/** The table of keys looks for changes this often on a store file. */
const POLL_MS = 2000;

function plansOf(requests: number): Plans {
  const quota = { requests, per: "day", timezone: "Asia/Jakarta" } as const;
  return { standard: { rate: "unlimited", quota } };
}

async function keyOf({ stores }: Fleet): Promise<string> {
  return (await issueKey(stores, { ips: [CALLER] })).secret;
}

Deno.test("a raised plan gives exactly the difference, to all processes together", async () => {
  await using fleet = createFleet(NOON);
  const key = await keyOf(fleet);
  const processes = [await fleet.start(plansOf(5)), await fleet.start(plansOf(5))];
  const drain = async () => {
    let sum = 0;
    for (const process of processes) sum += await process.countAdmitted(BARE_PATH, key);
    return sum;
  };
  assert.equal(await drain(), 5);
  for (const process of processes) process.plans = plansOf(12);
  assert.equal(await drain(), 7);
});

Deno.test("a lowered plan holds from the next request on", async () => {
  await using fleet = createFleet(NOON);
  const key = await keyOf(fleet);
  const process = await fleet.start(plansOf(20));
  assert.equal(await process.countAdmitted(BARE_PATH, key, 6), 6);
  process.plans = plansOf(8);
  assert.equal(await process.countAdmitted(BARE_PATH, key), 2);
  process.plans = plansOf(3);
  const refused = await process.ask(BARE_PATH, key);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get("ratelimit-policy"), '"quota";q=3;w=86400');
  const { used, limit, remaining } = await (await process.ask("/v1/key", key)).json();
  assert.deepEqual({ used, limit, remaining }, { used: 8, limit: 3, remaining: 0 });
  process.plans = plansOf(9);
  assert.equal(await process.countAdmitted(BARE_PATH, key), 1);
});

Deno.test("while an older process holds a larger plan, both together never exceed that one", async () => {
  await using fleet = createFleet(NOON);
  const key = await keyOf(fleet);
  const older = await fleet.start(plansOf(30));
  const newer = await fleet.start(plansOf(30));
  assert.equal(await older.countAdmitted(BARE_PATH, key, 5), 5);
  assert.equal(await newer.countAdmitted(BARE_PATH, key, 5), 5);
  newer.plans = plansOf(12);
  const ofNewer = await newer.countAdmitted(BARE_PATH, key);
  assert.ok(ofNewer <= 2, `${ofNewer} beyond the lowered plan`);
  assert.equal(await older.countAdmitted(BARE_PATH, key), 20 - ofNewer);
  assert.equal(await newer.countAdmitted(BARE_PATH, key), 0);
});

Deno.test("while an older process holds a smaller plan, the newer one gives the rest of the larger", async () => {
  await using fleet = createFleet(NOON);
  const key = await keyOf(fleet);
  const older = await fleet.start(plansOf(10));
  const newer = await fleet.start(plansOf(10));
  assert.equal(await older.countAdmitted(BARE_PATH, key, 3), 3);
  newer.plans = plansOf(25);
  const ofNewer = await newer.countAdmitted(BARE_PATH, key);
  const ofOlder = await older.countAdmitted(BARE_PATH, key);
  assert.equal(3 + ofNewer + ofOlder, 25);
  assert.ok(3 + ofOlder <= 10, `${3 + ofOlder} by the older plan`);
});

Deno.test("a key that is moved to another plan keeps what it has used", async () => {
  await using fleet = createFleet(NOON);
  const { id, secret } = await issueKey(fleet.stores, { ips: [CALLER] });
  const plans = { ...plansOf(5), priority: plansOf(8)["standard"]! };
  const process = await fleet.start(plans);
  assert.equal(await process.countAdmitted(BARE_PATH, secret), 5);
  await fleet.stores.keys.update(id, (key) => ({ ...key, plan: "priority" }));
  await fleet.clock.advance(POLL_MS);
  assert.equal(await process.countAdmitted(BARE_PATH, secret), 3);
});

const QUOTA = 100_000;
/** All but the longest runs leave most of the quota. */
const ASKED = sizeOf({ default: 30_000, full: 1_000_000 });
const UNKNOWN = sizeOf({ default: 4_000, full: 100_000 });
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

Deno.test(`${UNKNOWN} unknown keys and tokens make no store call`, async () => {
  await using fleet = createFleet("2026-07-04T05:00:00Z");
  await issueKey(fleet.stores);
  const process = await fleet.start(PLANS);
  const before = callsOf(process);
  for (let n = 0; n < UNKNOWN; n++) {
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
    for (let n = 0; refused < processes && n < ASKED; n++) {
      const { status } = await all[n % processes]!.ask(BARE_PATH, secret);
      if (status === 200) admitted++;
      else refused++;
      // About 1,000 requests a second.
      if (n % 100 === 0) await fleet.clock.advance(100);
    }
    const writes = all.reduce((sum, { kv }, n) => sum + kv.sent.writes - before[n]!, 0);
    console.log(`${(1000 * writes / admitted).toFixed(2)} writes per 1,000 admitted`);
    const least = Math.min(QUOTA - processes * 100, ASKED);
    assert.ok(admitted >= least, `${admitted} admitted`);
    assert.ok(1000 * writes / admitted <= 5, `${writes} writes for ${admitted}`);
  });
}
