import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { actEntry } from "../../src/audit/entries.ts";
import { openUseLog } from "../../src/audit/use_log.ts";
import { signedHeaders, webhookKey } from "../../src/delivery/post.ts";
import { createPrng } from "../support/prng.ts";
import { createChatHarness } from "./chat_harness.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

Deno.test("signedHeaders() signs as Standard Webhooks asks: id, timestamp and body, in base64", () => {
  const headers = signedHeaders(webhookKey(SECRET)!, "msg_1", 1_614_265_330, '{"test": 1}');
  const key = new Uint8Array(24);
  atob(SECRET.slice(6)).split("").forEach((char, index) => key[index] = char.charCodeAt(0));
  const expected = createHmac("sha256", key).update('msg_1.1614265330.{"test": 1}').digest(
    "base64",
  );
  assert.deepEqual(headers, {
    "content-type": "application/json",
    "webhook-id": "msg_1",
    "webhook-timestamp": "1614265330",
    "webhook-signature": `v1,${expected}`,
  });
});

Deno.test("signedHeaders() gives the signature that the standard's own libraries test against", () => {
  const body = '{"test": 2432232314}';
  const headers = signedHeaders(
    webhookKey(SECRET)!,
    "msg_p5jXN8AQM9LWM0D4loKWxJek",
    1_614_265_330,
    body,
  );
  assert.equal(headers["webhook-signature"], "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

/** A receiver that answers as told, and keeps what came. */
function createReceiver() {
  const requests: { headers: Headers; body: string }[] = [];
  const answers: Response[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    requests.push({ headers: request.headers, body: await request.text() });
    return answers.shift() ?? new Response(null, { status: 204 });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/hook`,
    requests,
    answers,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

Deno.test("the webhook gets every use once, signed; a repeat keeps its id", async () => {
  await using harness = createChatHarness();
  await using receiver = createReceiver();
  const { clock } = harness;
  const process = harness.start({ to: { sinkUrl: receiver.url, sinkSecret: SECRET } });
  receiver.answers.push(
    new Response("later", { status: 503, headers: { "retry-after": "20" } }),
    new Response("no", { status: 500 }),
  );
  const began = clock.now();
  for (let round = 0; round < 5; round++) {
    await harness.use(process, 700);
    await clock.advance(30_000);
  }
  assert.equal(process.state().waiting, 0);
  const ids = receiver.requests.map(({ headers }) => headers.get("webhook-id"));
  assert.deepEqual([ids[1], ids[2]], [ids[0], ids[0]]);
  const second = Number(receiver.requests[1]!.headers.get("webhook-timestamp"));
  assert.ok(second * 1_000 - began >= 20_000, "Retry-After was not obeyed");
  const told = new Map(
    receiver.requests.map(({ body }, index) => [ids[index], JSON.parse(body)]),
  );
  const seqs = [...told.values()].flatMap(({ data }) =>
    data.uses.map((use: { seq: number }) => use.seq)
  );
  assert.deepEqual(seqs, Array.from({ length: 3_500 }, (_, index) => index + 1));
  for (const { headers, body } of receiver.requests) {
    const { "webhook-signature": signature } = signedHeaders(
      webhookKey(SECRET)!,
      headers.get("webhook-id")!,
      Number(headers.get("webhook-timestamp")),
      body,
    );
    assert.equal(headers.get("webhook-signature"), signature);
  }
});

Deno.test("the webhook gets what administrators did too, and no number is missing", async () => {
  await using harness = createChatHarness();
  await using receiver = createReceiver();
  const { clock, kv } = harness;
  const log = openUseLog({ kv, clock, random: createPrng(9), auditDays: 90 });
  const process = harness.start({ to: { sinkUrl: receiver.url, sinkSecret: SECRET } });
  const act = { by: "root", ip: "192.0.2.7", command: "key issue", subject: "k_1", before: null };
  for (let round = 0; round < 3; round++) {
    await harness.use(process, 2);
    const entry = actEntry({ ...act, at: clock.now(), after: { plan: "standard" } });
    await log.batch([entry]).append();
    await clock.advance(20_000);
  }
  const bodies = receiver.requests.map(({ body }) => JSON.parse(body));
  const entries = bodies.flatMap(({ data: { uses, admin = [] } }) => [...uses, ...admin]);
  assert.deepEqual(entries.map(({ seq }) => seq).toSorted(), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.equal(bodies[0].type, "audit.uses");
  const { seq: _, at, ...first } = entries.find(({ command }) => command !== undefined);
  assert.equal(at, "2026-07-01T00:00:00.000Z");
  assert.deepEqual(first, { ...act, after: { plan: "standard" } });
  for (const { data: { from, until, uses, admin = [] } } of bodies) {
    assert.equal(until - from + 1, uses.length + admin.length);
  }
});

Deno.test("410 Gone stops the webhook", async () => {
  await using harness = createChatHarness();
  await using receiver = createReceiver();
  const { clock } = harness;
  const process = harness.start({ to: { sinkUrl: receiver.url, sinkSecret: SECRET } });
  receiver.answers.push(new Response(null, { status: 410 }));
  await harness.use(process, 1);
  await clock.advance(3_600_000);
  assert.equal(receiver.requests.length, 1);
  assert.equal(process.state().state, "stopped");
});
