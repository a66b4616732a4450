import assert from "node:assert/strict";
import { actEntry } from "../../src/audit/entries.ts";
import { openUseLog } from "../../src/audit/use_log.ts";
import { signedHeaders, webhookKey } from "../../src/delivery/post.ts";
import { createPrng } from "../support/prng.ts";
import { createChatHarness } from "./chat_harness.ts";
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { createMac } from "../../src/toolbox/mac.ts";
import { propertyRun } from "../support/size.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

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
  const process = harness.start({
    to: { AUDIT_SINK_URL: receiver.url, AUDIT_SINK_SECRET: SECRET },
  });
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
  const process = harness.start({
    to: { AUDIT_SINK_URL: receiver.url, AUDIT_SINK_SECRET: SECRET },
  });
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

Deno.test("createMac() is HMAC-SHA-256 for every key and message, bytes or text", () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 });
  const either = fc.oneof(bytes, fc.string({ minLength: 1 }));
  fc.assert(
    fc.property(either, fc.array(fc.oneof(bytes, fc.string())), (key, messages) => {
      const mac = createMac(key);
      // One after the other under the same key: nothing of the one before is left over.
      for (const message of messages) {
        const expected = createHmac("sha256", key).update(message).digest("base64url");
        assert.equal(mac(message), expected);
      }
    }),
    propertyRun(),
  );
});
