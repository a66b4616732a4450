import assert from "node:assert/strict";
import { sleep } from "../../src/platform/clock.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { webhookCursorKey } from "../../src/platform/store_keys.ts";
import type { WebhookCursor } from "../../src/webhooks/send/webhook_cursor.ts";
import { createFaultyKv } from "../support/faulty_kv.ts";
import { createWebhookHarness, KEY, REQUEST, type WebhookHarness } from "./harness.ts";

const HOST = "one.example";

/** The ids of the events that came to the address, in order. */
function toldIds(harness: WebhookHarness): string[] {
  return harness.told(HOST).map(({ body }) => JSON.parse(body).id);
}

/** A store whose next read of an event takes so long; all else is as it is. */
function withSlowRead({ clock, kv }: WebhookHarness, delayMs: number): Kv {
  let isSlow = true;
  return {
    ...kv,
    async get<T>(key: Parameters<Kv["get"]>[0]) {
      if (key[0] === "test_event" && isSlow) {
        isSlow = false;
        await sleep(clock, delayMs);
      }
      return await kv.get<T>(key);
    },
  };
}

/**
 * Two processes: the first claims the cursor, and its attempt of event 1 takes so long that its claim ends.
 * The second one delivers event 1, and fails to deliver event 2 of the same subject; `failure` is the answer.
 */
async function overtaken(attemptMs: number, failure: ResponseInit) {
  const harness = createWebhookHarness({ pollMs: 60_000 });
  const { clock, kv } = harness;
  const first = harness.start(systemRandom, withSlowRead(harness, attemptMs));
  const { id } = await first.register(KEY, REQUEST);
  let answer: ResponseInit = { status: 204 };
  harness.answer(HOST, () => new Response(null, answer));
  await harness.write({ subject: "a" });
  await clock.advance(500);
  const line = createFaultyKv(kv, { clock });
  const second = harness.start(systemRandom, line);
  await clock.advance(19_500);
  assert.deepEqual(toldIds(harness), ["1"], "the second process has delivered event 1");
  answer = failure;
  await harness.write({ subject: "a" });
  await clock.advance(1_500);
  answer = { status: 204 };
  assert.deepEqual(toldIds(harness), ["1", "2"]);
  const cursor = async () => (await kv.get<WebhookCursor>(webhookCursorKey(id))).value!;
  assert.deepEqual((await cursor()).queues.map(({ ids }) => ids), [["2"]]);
  return { harness, second, line, cursor };
}

Deno.test("an attempt that ends while another process holds the cursor moves nothing on", async () => {
  const headers = { "retry-after": "60" };
  const { harness, line, cursor } = await overtaken(50_000, { status: 503, headers });
  const waiting = async () => (await cursor()).queues.map(({ ids }) => ids);
  // For this event the first process reads what the second one has stored.
  await harness.write({ subject: "b" });
  await harness.clock.advance(20_000);
  assert.deepEqual(await waiting(), [["2"], ["3"]]);
  assert.deepEqual(toldIds(harness), ["1", "2"]);
  await harness.clock.advance(10_000);
  assert.deepEqual(toldIds(harness), ["1", "2", "1"], "the attempt of the first process has ended");
  assert.deepEqual(await waiting(), [["2"], ["3"]]);
  line.crash();
  await harness.clock.advance(60_000);
  assert.deepEqual(toldIds(harness).toSorted(), ["1", "1", "2", "2", "3"]);
  assert.deepEqual(await waiting(), []);
  await harness.close();
});

Deno.test("an attempt of an earlier claim moves nothing on, although the process has claimed again", async () => {
  const { harness, second, cursor } = await overtaken(35_000, { status: 503 });
  const closing = second.close();
  await harness.clock.advance(2_000);
  await closing;
  await harness.write({ subject: "b" });
  await harness.clock.advance(6_000);
  assert.deepEqual(toldIds(harness), ["1", "2", "3"], "the first process has claimed again");
  assert.deepEqual((await cursor()).queues.map(({ ids }) => ids), [["2"]]);
  await harness.clock.advance(30_000);
  assert.deepEqual(toldIds(harness), ["1", "2", "3", "1", "2"], "its attempt of event 1 has ended");
  assert.deepEqual((await cursor()).queues, []);
  await harness.close();
});

Deno.test("what was delivered while the store was away is stored when it is back, once", async () => {
  const harness = createWebhookHarness({ pollMs: 60_000 });
  const { clock, kv } = harness;
  const line = createFaultyKv(kv, { clock });
  const webhooks = harness.start(systemRandom, line);
  const { id } = await webhooks.register(KEY, REQUEST);
  harness.answer(HOST, () => {
    line.nextCommits.push("refused", "refused", "refused");
    return new Response(null, { status: 204 });
  });
  await harness.write({ subject: "a" });
  await clock.advance(30_000);
  const attempts = await webhooks.deliveries(KEY, id);
  assert.deepEqual(attempts.map(({ id, outcome }) => [id, outcome]), [[`${id}_1`, "delivered"]]);
  assert.equal(line.nextCommits.length, 0, "the store refused");
  line.crash();
  harness.start();
  await clock.advance(60_000);
  assert.deepEqual(toldIds(harness), ["1"]);
  await harness.close();
});
