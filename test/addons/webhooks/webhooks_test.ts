import { webhooks as addOn } from "../../../src/addons/webhooks/addon.ts";
import { sleep } from "../../../src/platform/clock.ts";
import { forgottenKey } from "../../../src/platform/store_keys.ts";
import {
  answerWell,
  createWebhookHarness,
  GONE,
  KEY,
  type Received,
  REQUEST,
  whyOff,
} from "./harness.ts";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";

const HOST = "one.example";

const MINUTE_MS = 60_000;

Deno.test("a webhook is told an event at once, signed, under an id of its own", async () => {
  await using harness = createWebhookHarness();
  const webhooks = harness.start();
  const { id, secret } = await webhooks.register(KEY, REQUEST);
  const [verification] = harness.received;
  assert.equal(JSON.parse(verification!.body).type, "webhook.verify");
  assertSigned(verification!, secret);
  await harness.write({ data: { id: "idn-1", name: "Freya" } });
  await harness.clock.advance(1_000);
  const [told, ...more] = harness.told(HOST);
  assert.equal(more.length, 0);
  assertSigned(told!, secret);
  assert.equal(told!.headers.get("webhook-id"), `${id}_1`);
  assert.deepEqual(JSON.parse(told!.body), {
    type: "live.started",
    timestamp: "2026-07-04T12:00:00.000Z",
    id: "1",
    group: "groupa",
    data: { id: "idn-1", name: "Freya" },
  });
  await harness.clock.advance(2_000);
  const [delivery, ...others] = await webhooks.deliveries(KEY, id);
  assert.deepEqual(others, []);
  const { at: _at, ms: _ms, ...rest } = delivery!;
  assert.deepEqual(rest, {
    ...{ id: `${id}_1`, event: "live.started", attempt: 1 },
    ...{ outcome: "delivered", next_at: null },
  });
});

Deno.test("only what was asked for is told: types, groups, members, and what the key may read", async () => {
  await using harness = createWebhookHarness();
  const webhooks = harness.start();
  await webhooks.register(KEY, { ...REQUEST, types: ["live.ended"] });
  await webhooks.register(KEY, { ...REQUEST, url: "https://two.example/", groups: ["groupb"] });
  await webhooks.register(KEY, { ...REQUEST, url: "https://three.example/", members: ["freya"] });
  harness.keys.set(KEY.id, { ...KEY, groups: ["groupa"] });
  await harness.write(
    { type: "live.started", subject: "a" },
    { type: "live.ended", subject: "b" },
    { type: "live.ended", subject: "c", group: "groupb" },
    { type: "live.ended", subject: "d", members: ["freya", "nagi"] },
    { type: "content.changed", subject: "e", group: "" },
  );
  await harness.clock.advance(2_000);
  const toldOf = (host: string) => harness.told(host).map(({ body }) => JSON.parse(body).id).sort();
  assert.deepEqual(toldOf(HOST), ["2", "4"]);
  assert.deepEqual(toldOf("two.example"), ["5"]);
  assert.deepEqual(toldOf("three.example"), ["4"]);
});

Deno.test("what fails is attempted after 5 s, 30 s, 2 min … 24 h under the same id, then given up", async () => {
  await using harness = createWebhookHarness({ pollMs: MINUTE_MS });
  const webhooks = harness.start();
  const { id } = await webhooks.register(KEY, REQUEST);
  harness.answer(
    HOST,
    ({ body }) => new Response("secret words", { status: body.includes('"id":"1"') ? 500 : 204 }),
  );
  await harness.write({ subject: "a" });
  // Another subject succeeds now and then, or the webhook would be switched off.
  for (let hour = 0; hour < 60; hour++) {
    await harness.clock.advance(60 * MINUTE_MS);
    await harness.write({ subject: `other ${hour}` });
  }
  const told = harness.told(HOST).filter(({ body }) => JSON.parse(body).id === "1");
  const waits = told.slice(1).map(({ at }, place) => at - told[place]!.at);
  const expected = [5, 30, 120, 600, 3_600, 14_400, 43_200, 86_400];
  assert.equal(waits.length, expected.length, String(waits));
  waits.forEach((ms, place) => {
    assert.ok(
      ms >= expected[place]! * 1_000 && ms <= expected[place]! * 1_300 + 1_500,
      `${place}: ${ms}`,
    );
  });
  assert.deepEqual(new Set(told.map(({ headers }) => headers.get("webhook-id"))).size, 1);
  const deliveries = await webhooks.deliveries(KEY, id);
  assert.ok(deliveries.length <= 50);
  assert.ok(!JSON.stringify(deliveries).includes("secret words"));
});

Deno.test("a later event of a subject waits until the earlier is delivered; others do not", async () => {
  await using harness = createWebhookHarness();
  const webhooks = harness.start();
  await webhooks.register(KEY, REQUEST);
  let failures = 2;
  harness.answer(
    HOST,
    ({ body }) =>
      new Response(null, { status: body.includes('"id":"1"') && failures-- > 0 ? 503 : 204 }),
  );
  await harness.write({ subject: "a" }, { subject: "b" }, { subject: "a", type: "live.ended" });
  await harness.clock.advance(60_000);
  const told = harness.told(HOST).map(({ body }) => JSON.parse(body).id);
  assert.deepEqual(told, ["1", "2", "1", "1", "3"]);
});

Deno.test("Retry-After is waited for, and 410 ends the webhook, with a letter", async () => {
  await using harness = createWebhookHarness();
  const webhooks = harness.start();
  const { id } = await webhooks.register(KEY, REQUEST);
  harness.answer(HOST, () => new Response(null, { status: 429, headers: { "retry-after": "90" } }));
  await harness.write({ subject: "a" });
  await harness.clock.advance(80_000);
  await harness.write({ subject: "b" });
  await harness.clock.advance(5_000);
  assert.equal(harness.told(HOST).length, 1);
  harness.answer(HOST, () => new Response(null, { status: 410 }));
  await harness.clock.advance(60_000);
  assert.deepEqual(whyOff(harness.letters), [`${KEY.email}: ${GONE}`]);
  const count = harness.told(HOST).length;
  await harness.write({ subject: "c" });
  await harness.clock.advance(60_000);
  assert.equal(harness.told(HOST).length, count);
  const [view] = await webhooks.list(KEY);
  assert.deepEqual([view!.record.id, view!.record.offReason], [id, "gone"]);
});

Deno.test("a webhook that answers nothing well for 3 days is switched off, with one letter", async () => {
  await using harness = createWebhookHarness({ pollMs: MINUTE_MS });
  const webhooks = harness.start();
  harness.start();
  await webhooks.register(KEY, REQUEST);
  harness.answer(HOST, () => new Response(null, { status: 500 }));
  for (let hour = 0; hour < 100; hour += 2) {
    await harness.write({ subject: `show ${hour}` });
    await harness.clock.advance(2 * 60 * MINUTE_MS);
    if (hour < 70) assert.deepEqual(harness.letters, [], `${hour} h`);
  }
  assert.deepEqual(whyOff(harness.letters), [
    `${KEY.email}: for 3 days nothing could be delivered`,
  ]);
});

Deno.test("a key that is revoked while much waits is sent nothing more, until it is good again", async () => {
  await using harness = createWebhookHarness();
  const webhooks = harness.start();
  await webhooks.register(KEY, REQUEST);
  harness.answer(HOST, async () => {
    await sleep(harness.clock, 500);
    return new Response(null, { status: 204 });
  });
  await harness.write(...Array.from({ length: 40 }, () => ({ subject: "a" })));
  await harness.clock.advance(3_000);
  harness.keys.set(KEY.id, { ...KEY, revokedAt: harness.clock.now() });
  await harness.clock.advance(3_000);
  const { length } = harness.told(HOST);
  assert.ok(length > 0 && length < 10, `${length}`);
  await harness.clock.advance(60_000);
  assert.equal(harness.told(HOST).length, length);
  harness.keys.set(KEY.id, KEY);
  await harness.clock.advance(120_000);
  const ids = harness.told(HOST).map(({ body }) => Number(JSON.parse(body).id));
  assert.deepEqual([...new Set(ids)], Array.from({ length: 40 }, (_, n) => n + 1));
});

Deno.test("40 addresses that never answer delay no other by more than 2 s", async () => {
  await using harness = createWebhookHarness({ pollMs: MINUTE_MS });
  const webhooks = harness.start();
  const register = async (n: number, host: string) => {
    const key = { ...KEY, id: `k_${n}` };
    harness.keys.set(key.id, key);
    await webhooks.register(key, { ...REQUEST, url: `https://${host}/` });
  };
  for (let n = 0; n < 40; n++) await register(n, `dead${n}.example`);
  await register(40, HOST);
  for (let n = 0; n < 40; n++) harness.answer(`dead${n}.example`, () => new Promise(() => {}));
  const writtenAt: number[] = [];
  for (let n = 0; n < 12; n++) {
    writtenAt.push(harness.clock.now());
    await harness.write({ subject: `s${n}` });
    await harness.clock.advance(7_000);
  }
  const delays = harness.told(HOST).map(({ at }, n) => at - writtenAt[n]!);
  assert.equal(delays.length, 12);
  assert.ok(Math.max(...delays) <= 2_100, `${delays}`);
  assert.ok(harness.told("dead39.example").length > 1);
});

Deno.test("a key that is forgotten takes its webhooks and all that is kept of them along, and gets no more", async () => {
  await using harness = createWebhookHarness();
  const { kv } = harness;
  const webhooks = harness.start();
  const other = { ...KEY, id: "k_2" };
  harness.keys.set(other.id, other);
  await webhooks.register(other, { ...REQUEST, url: "https://two.example/" });
  harness.answer(
    "discord.com",
    ({ method }) => Response.json({ id: "1", type: method === "GET" ? 1 : 0 }),
  );
  const before = await kv.list([]);
  await webhooks.register(KEY, REQUEST);
  const url = "https://discord.com/api/webhooks/1/x";
  await webhooks.register(KEY, { ...REQUEST, url, format: "discord" });
  await harness.write({ subject: "a" });
  await harness.clock.advance(5_000);
  const kept = (await kv.list([])).map(({ key }) => key.join(" "));
  assert.equal(kept.filter((key) => /^webhooks message w_/.test(key)).length, 1);

  assert.deepEqual(await addOn.onKeyEnd!(kv, KEY, "revoked"), {});
  const { checks = [], writes = [] } = await addOn.onKeyEnd!(kv, KEY, "forgotten");
  const mark = { set: forgottenKey(KEY.id), value: true };
  assert.notEqual(await kv.commit(checks, [...writes, mark]), null);
  const after = (await kv.list([])).map(({ key }) => key.join(" "));
  const own = (key: string) => /w_|k_1/.test(key) && !/^forgotten/.test(key);
  const others = before.map(({ key }) => key.join(" ")).filter(own);
  assert.deepEqual(
    after.filter(own).filter((key) => !/^webhooks attempts/.test(key)).sort(),
    others.sort(),
  );
  await assert.rejects(webhooks.register(KEY, REQUEST), { code: "LIMIT_REACHED" });
  await harness.write({ subject: "b" });
  await harness.clock.advance(20_000);
  assert.deepEqual([harness.told(HOST).length, harness.told("two.example").length], [1, 2]);
});

Deno.test("a key has as many webhooks as its plan allows, and 6 registrations or tests at once", async () => {
  await using harness = createWebhookHarness();
  const webhooks = harness.start();
  for (let number = 0; number < 10; number++) {
    await webhooks.register(KEY, REQUEST);
    await harness.clock.advance(10_000);
  }
  await assert.rejects(webhooks.register(KEY, REQUEST), { code: "LIMIT_REACHED" });
  const { id } = (await webhooks.list(KEY))[0]!.record;
  await webhooks.remove(KEY, id);
  await assert.rejects(webhooks.remove(KEY, id), { code: "NOT_FOUND" });
  await harness.clock.advance(60_000);
  await webhooks.register(KEY, REQUEST);
  const [view] = await webhooks.list(KEY);
  for (let times = 0; times < 5; times++) await webhooks.test(KEY, view!.record.id);
  await assert.rejects(webhooks.test(KEY, view!.record.id), { code: "RATE_LIMITED" });
});

Deno.test("an address that does not prove itself is refused in three words and no more", async () => {
  await using harness = createWebhookHarness();
  const webhooks = harness.start();
  const refused = async (answer: (request: Received) => Response | Promise<Response>) => {
    harness.answer(HOST, answer);
    await harness.clock.advance(10_000);
    const failure = webhooks.register(KEY, REQUEST).then(() => "taken", (error) => error.body());
    await harness.clock.advance(6_000);
    return await failure;
  };
  const body = (hint: string) => ({
    status: false,
    message: "The webhook's address could not be verified",
    type: "WEBHOOK_UNVERIFIED",
    hint,
  });
  const wrong = body("wrong answer");
  assert.deepEqual(await refused(() => new Response("hello")), wrong);
  assert.deepEqual(await refused(({ body }) => new Response(body, { status: 500 })), wrong);
  const location = { location: "http://10.0.0.1/" };
  assert.deepEqual(
    await refused(() => new Response(null, { status: 307, headers: location })),
    wrong,
  );
  assert.deepEqual(await refused(() => new Promise(() => {})), body("no answer"));
  assert.deepEqual(
    await refused(() => Promise.reject(new Error("refused by 10.0.0.1"))),
    body("no answer"),
  );
  assert.deepEqual(await webhooks.list(KEY), []);
  assert.equal(await refused(answerWell), "taken");
});

Deno.test("a name that is missing and one of a private network are refused and reported alike", async () => {
  const seen: unknown[] = [];
  for (const address of ["", "10.0.0.7", "127.0.0.1", "169.254.169.254"]) {
    await using harness = createWebhookHarness();
    const webhooks = harness.start();
    const { id } = await webhooks.register(KEY, REQUEST);
    harness.lead(HOST, address);
    const refused = await webhooks.register(KEY, REQUEST).catch((error) => error.body());
    const { outcome } = await webhooks.test(KEY, id);
    await harness.write({ subject: "a" });
    await harness.clock.advance(10_000);
    const deliveries = (await webhooks.deliveries(KEY, id)).map(({ outcome }) => outcome);
    seen.push({ refused, outcome, deliveries });
    assert.equal(harness.told(HOST).length, 0);
    await harness.close();
  }
  assert.equal((seen[0] as { outcome: string }).outcome, "address not allowed");
  for (const one of seen) assert.deepEqual(one, seen[0]);
});

/** The signature of Standard Webhooks, computed here from its text alone. */
function assertSigned({ headers, body }: Received, secret: string): void {
  const signed = [headers.get("webhook-id"), headers.get("webhook-timestamp"), body].join(".");
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(signed).digest("base64");
  assert.equal(headers.get("webhook-signature"), `v1,${signature}`);
}
