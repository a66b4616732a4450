import assert from "node:assert/strict";
import { atOnce } from "./at_once.ts";
import { TRIO } from "../support/contents.ts";
import type { Plans } from "../support/opening.ts";
import { sizeOf } from "../support/size.ts";
import { type World, world, type WorldOptions } from "../support/world.ts";

const BARE = "/api/kembang/events";
const WRAPPED = "/api/melati/releases";
const NOON = "2026-07-04T05:00:00Z";
const MIDNIGHT = Date.parse("2026-07-04T17:00:00Z");

function plansOf(requests: number, per: "day" | "month" = "day"): Plans {
  return { standard: { rate: "unlimited", quota: { requests, per, timezone: "Asia/Jakarta" } } };
}

function open(now: string, plans: Plans, more: Partial<WorldOptions> = {}): Promise<World> {
  return world({ ...TRIO, now, plans, ...more });
}

/** How often the key is let in before it is not; at most `most` times. */
async function admitted(app: World, most = Infinity, key = app.key): Promise<number> {
  let count = 0;
  while (count < most && (await app.ask(BARE, { key })).status === 200) count++;
  return count;
}

Deno.test("a raised plan gives exactly the difference, to all processes together", async () => {
  await using one = await open(NOON, plansOf(5));
  await using other = await one.beside();
  const drain = async () => await admitted(one) + await admitted(other);
  assert.equal(await drain(), 5);
  for (const app of [one, other]) app.setPlans(plansOf(12));
  assert.equal(await drain(), 7);
});

Deno.test("a lowered plan holds from the next request on", async () => {
  await using app = await open(NOON, plansOf(20));
  assert.equal(await admitted(app, 6), 6);
  app.setPlans(plansOf(8));
  assert.equal(await admitted(app), 2);
  app.setPlans(plansOf(3));
  const refused = await app.ask(BARE);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get("ratelimit-policy"), '"quota";q=3;w=86400');
  const { used, limit, remaining } = await app.json("/v1/key");
  assert.deepEqual({ used, limit, remaining }, { used: 8, limit: 3, remaining: 0 });
  app.setPlans(plansOf(9));
  assert.equal(await admitted(app), 1);
});

Deno.test("a key that is moved to another plan keeps what it has used", async () => {
  await using app = await open(NOON, { ...plansOf(5), priority: plansOf(8)["standard"]! });
  const { id, secret } = await app.issue("standard");
  assert.equal(await admitted(app, Infinity, secret), 5);
  await app.run(["key", "set-plan", id, "priority"]);
  assert.equal(await admitted(app, Infinity, secret), 3);
  await app.run(["key", "credit", id, "2"]);
  assert.equal(await admitted(app, Infinity, secret), 2);
});

Deno.test("a used-up key is let in again at midnight in Jakarta, to the millisecond, and keeps nothing of yesterday", async () => {
  await using one = await open("2026-07-04T16:59:58.000Z", plansOf(3));
  await using other = await one.beside();
  assert.equal(await admitted(one), 3);
  one.at(MIDNIGHT - 1);
  for (const app of [one, other]) {
    const refused = await app.ask(BARE);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get("retry-after"), "1");
    assert.equal(refused.headers.get("ratelimit"), '"quota";r=0;t=1');
    assert.equal((await app.ask(WRAPPED)).status, 403);
  }
  one.at(MIDNIGHT);
  const first = await other.ask(WRAPPED);
  assert.equal(first.headers.get("ratelimit"), '"quota";r=2;t=86400');
  one.at(MIDNIGHT + 86_400_000);
  assert.equal(await admitted(one) + await admitted(other), 3);
  const { used, remaining, resets_at } = await one.json("/v1/key");
  assert.deepEqual([used, remaining, resets_at], [3, 0, "2026-07-06T17:00:00.000Z"]);
});

Deno.test("a refusal of one that is too fast shows the new day's quota from its first instant on", async () => {
  const [plan] = Object.values(plansOf(5));
  await using app = await open("2026-07-04T16:59:59.900Z", {
    standard: { ...plan!, rate: { per_second: 1, burst: 2 } },
  });
  assert.equal(await admitted(app), 2);
  const shownAt = async (instant: number) => {
    app.at(instant);
    const refused = await app.ask(BARE);
    return [refused.status, refused.headers.get("ratelimit")];
  };
  assert.deepEqual(await shownAt(MIDNIGHT - 1), [429, '"quota";r=3;t=1']);
  assert.deepEqual(await shownAt(MIDNIGHT), [429, '"quota";r=5;t=86400']);
});

Deno.test("a refusal of one that is too fast shows no limits where what is left is not known", async () => {
  const rate = { per_second: 1, burst: 2 };
  const [day, month, less] = [plansOf(5), plansOf(5, "month"), plansOf(4)].map((plans) => (
    { standard: { ...plans["standard"]!, rate } }
  ));
  const unlimited: Plans = { standard: { rate, quota: "unlimited" } };
  await using app = await open(NOON, unlimited);
  const { secret: key } = await app.issue("standard");
  await admitted(app, 2, key);
  const shown = async (plans: Plans, one = app, path = BARE) => {
    one.setPlans(plans);
    const refused = await one.ask(path, { key });
    return [refused.status, refused.headers.get("ratelimit")];
  };
  assert.deepEqual(await shown(day!), [429, null]);
  for (const [before, after] of [[month, day], [day, less]]) {
    app.at(app.clock.now() + 2_000);
    app.setPlans(before!);
    await admitted(app, 2, key);
    assert.match((await shown(before!)).join(), /^429,"quota";r=\d;t=\d+$/);
    assert.deepEqual(await shown(after!), [429, null]);
  }
  await using beside = await app.beside({ plans: day! });
  for (const _ of "12") await beside.ask("/v1/key", { key });
  assert.deepEqual(await shown(day!, beside, "/v1/key"), [429, null]);
});

function callsOf({ kv: { sent } }: World): number {
  return sent.reads + sent.commits;
}

Deno.test("a request on a warm lease, and one by an unknown key or token, make no store call and are answered at once", async () => {
  await using app = await open(NOON, plansOf(100_000), { faulty: true });
  // Until a lease has just been renewed, so that half a block is there to be spent.
  await admitted(app, 3_000);
  const renewed = callsOf(app);
  while (callsOf(app) === renewed) await app.ask(BARE);
  await app.pass(1);
  const before = callsOf(app);
  for (let n = 0; n < 300; n++) {
    const answer = await atOnce(app.send(BARE));
    assert.equal(answer.status, 200);
  }
  for (let n = 0; n < sizeOf({ default: 2_000, full: 100_000 }); n++) {
    const secret = n.toString(36).padStart(38, "0");
    const answer = await atOnce(app.send(BARE, {
      ...(n % 2 === 0 ? { key: `J-osb_${secret}` } : { key: null, token: `P-osb_${secret}` }),
      method: "HEAD",
    }));
    assert.equal(answer.status, 403);
  }
  assert.equal(callsOf(app), before);
});

Deno.test("a busy key with a quota of 100,000 costs at most 5 writes per 1,000", async () => {
  await using app = await open(NOON, plansOf(100_000), { faulty: true });
  const before = app.kv.sent.writes;
  const asked = sizeOf({ default: 3_000, full: 90_000 });
  assert.equal(await admitted(app, asked), asked);
  const cost = 1_000 * (app.kv.sent.writes - before) / asked;
  assert.ok(cost <= 5, `${cost} writes per 1,000`);
});
