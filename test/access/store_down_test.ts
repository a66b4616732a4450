import assert from "node:assert/strict";
import { atOnce } from "./at_once.ts";
import { TRIO } from "../support/contents.ts";
import type { Plans } from "../support/opening.ts";
import { world } from "../support/world.ts";

const BARE = "/api/kembang/events";

const PLANS: Plans = {
  standard: {
    rate: "unlimited",
    quota: { requests: 1_000, per: "day", timezone: "Asia/Jakarta" },
  },
};

/** The longest a request waits for the quota. */
const QUOTA_WAIT_MS = 800;

async function open() {
  const app = await world({ ...TRIO, plans: PLANS, faulty: true, outage: true });
  const token = (await app.issueToken()).secret;
  await app.pass(2_000);
  return { app, token };
}

Deno.test("while the store is out of reach keys go on from their leases, then are told to try again", async () => {
  const { app } = await open();
  await using _ = app;
  assert.equal((await app.ask(BARE)).status, 200);
  app.kv.outOfReach = true;
  let leased = 0;
  let refused: Response | undefined;
  while (refused === undefined) {
    const answer = await app.until(app.ask(BARE));
    if (answer.status === 200) leased++;
    else refused = answer;
  }
  assert.equal(leased, 7, "the rest of the first block");
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "1"]);
  assert.equal(
    await refused.text(),
    '{"status":false,"message":"The store cannot be reached; try again","type":"TRY_AGAIN"}',
  );
  // None waits who comes after, and the store is tried because of them.
  const before = app.clock.now();
  assert.equal((await app.ask(BARE)).status, 503);
  assert.equal(app.clock.now(), before);
  app.kv.outOfReach = false;
  await app.pass(400);
  assert.equal((await app.until(app.ask(BARE))).status, 200);
  let left = 0;
  while ((await app.until(app.ask(BARE))).status === 200) left++;
  assert.equal(left, 1_000 - 1 - leased - 1);
});

Deno.test("nothing is admitted unmetered: a key without a lease waits, and is told to try again", async () => {
  const { app } = await open();
  await using _ = app;
  app.kv.outOfReach = true;
  for (let n = 0; n < 3; n++) {
    const began = app.clock.now();
    assert.equal((await app.until(app.ask(BARE))).status, 503);
    assert.ok(app.clock.now() - began <= QUOTA_WAIT_MS + 20);
  }
  app.kv.outOfReach = false;
});

Deno.test("tokens are answered while the store is out of reach, unknown keys refused at once", async () => {
  const { app, token } = await open();
  await using _ = app;
  app.kv.outOfReach = true;
  for (let n = 0; n < 30; n++) {
    assert.equal((await app.until(app.ask(BARE, { key: null, token }))).status, 200);
  }
  const answer = await atOnce(app.send(`${BARE}?apikey=nobodys`, { key: null }));
  assert.equal(answer.status, 403);
  app.kv.outOfReach = false;
  await app.pass(60_000);
  // Where uses came after their answers.
  assert.ok(app.log.lines.length > 0);
  app.log.lines.length = 0;
});

Deno.test("what another process changed meanwhile, however much, is known soon after the store is back", async () => {
  const { app: one } = await open();
  await using _ = one;
  await using other = await one.beside({ faulty: false });
  const [gone, moved] = [await other.issue("standard"), await other.issue("standard")];
  await one.pass(3_000);
  for (const { secret: key } of [gone, moved]) {
    assert.equal((await one.until(one.ask(BARE, { key }))).status, 200);
  }
  one.kv.outOfReach = true;
  await other.run(["key", "revoke", gone.id]);
  const { secret } = await other.told(["key", "rotate", moved.id, "--now"]);
  // More changes than are noted one by one.
  for (let n = 0; n <= 1_000; n++) {
    await other.run(["key", "allow-ip", moved.id, `10.0.${n >> 8}.${n & 255}`]);
  }
  assert.equal((await one.until(one.ask(BARE, { key: gone.secret }))).status, 200, "not known yet");
  one.kv.outOfReach = false;
  await one.pass(10_000);
  for (const [key, status] of [[gone.secret, 403], [moved.secret, 403], [secret, 200]] as const) {
    assert.equal((await one.until(one.ask(BARE, { key }))).status, status);
  }
});

Deno.test("before the credentials were ever read, requests wait for that together, and are told to try again", async () => {
  await using app = await world({ ...TRIO, faulty: "away", outage: true });
  const askAll = () =>
    Array.from({ length: 50 }, (_, n) => app.ask(BARE, n % 2 === 0 ? {} : { key: `J-osb_${n}` }));
  const statuses = async (answers: Promise<Response>[]) =>
    (await app.until(Promise.all(answers))).map(({ status }) => status);
  const { sent } = app.kv;
  let before = sent.reads;
  assert.deepEqual(await statuses(askAll()), Array(50).fill(503));
  assert.ok(sent.reads - before < 5, `${sent.reads - before} reads`);
  app.kv.outOfReach = false;
  app.kv.fate = "held";
  before = sent.reads;
  const held = askAll();
  await app.pass(1_000);
  assert.equal(sent.reads - before, 1);
  app.kv.fate = "none";
  app.kv.release();
  const answered = await statuses(held);
  assert.deepEqual(answered, Array.from({ length: 50 }, (_, n) => n % 2 === 0 ? 200 : 403));
  app.log.lines.length = 0;
});
