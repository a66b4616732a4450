import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createStandardWebhookSink } from "../../src/audit/delivery/standard_webhook.ts";
import { signedHeaders, webhookKey } from "../../src/delivery/post.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { systemNet } from "../../src/platform/net.ts";
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

Deno.test("a sink refuses what is not a secret, and does not repeat it", () => {
  const url = "https://sink.example/hook";
  for (const secret of ["", "whsec_", "whsec_???", "not base64!"]) {
    const create = () =>
      createStandardWebhookSink({ net: systemNet, clock: systemClock, url, secret });
    assert.throws(create, (error: Error) => {
      assert.match(error.message, /AUDIT_SINK_SECRET: expected "whsec_"/);
      return secret.length < 8 || !error.message.includes(secret);
    });
  }
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
  const { net, clock } = harness;
  const sink = createStandardWebhookSink({ net, clock, url: receiver.url, secret: SECRET });
  const process = harness.start(sink);
  receiver.answers.push(
    new Response("later", { status: 503, headers: { "retry-after": "20" } }),
    new Response("no", { status: 500 }),
  );
  const began = clock.now();
  for (let round = 0; round < 5; round++) {
    await harness.use(process, 700);
    await clock.advance(30_000);
  }
  assert.equal(process.outbox.state().waiting, 0);
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

Deno.test("410 Gone stops the webhook", async () => {
  await using harness = createChatHarness();
  await using receiver = createReceiver();
  const { net, clock } = harness;
  const process = harness.start(
    createStandardWebhookSink({ net, clock, url: receiver.url, secret: SECRET }),
  );
  receiver.answers.push(new Response(null, { status: 410 }));
  await harness.use(process, 1);
  await clock.advance(3_600_000);
  assert.equal(receiver.requests.length, 1);
  assert.equal(process.outbox.state().state, "stopped");
});
