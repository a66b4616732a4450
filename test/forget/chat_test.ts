import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Cursor } from "../../src/audit/delivery/cursor.ts";
import { createStandardWebhookSink } from "../../src/audit/delivery/standard_webhook.ts";
import type { KvWrite } from "../../src/platform/kv.ts";
import { auditCursorKey, personPrefix } from "../../src/platform/store_keys.ts";
import { createChatHarness, usesIn } from "../audit/chat_harness.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { putForgettingOnRecord } from "./forgetting.ts";
import { tracesIn } from "./traces.ts";

const FANS = { token_id: "t_fans", name: "Forum Penggemar", email: "ops@fans.example" };
const CLUB = { token_id: "t_club", name: "Klub Sahabat", email: "klub@fans.example" };
const ADDRESSES = ["203.0.113.", "198.51.100."];
const SECOND_MS = 1_000;

function openHarness() {
  const inner = createMemoryKv();
  return { inner, harness: createChatHarness(inner) };
}

for (const isTakenOver of [false, true]) {
  const who = isTakenOver ? "another process goes on with" : "is being told";
  Deno.test(`a batch that ${who} begins again without who is forgotten meanwhile, and loses nothing`, async () => {
    const { inner, harness } = openHarness();
    const { clock, discord, start } = harness;
    let running = start();
    const USES = 900;
    for (let n = 0; n < USES; n++) {
      const use = { ...(n % 3 === 0 ? CLUB : FANS), ip: `${ADDRESSES[n % 2]}${n % 250}` };
      await harness.use(running, 1, { ...use, endpoint: `/api/groupb/news/${n}` });
    }
    const cursor = async () => (await inner.get<Cursor>(auditCursorKey("discord"))).value;
    for (let step = 0; ((await cursor())?.batch?.sent ?? 0) < 2; step++) {
      assert.ok(step < 9_000, "a batch of several messages is being told");
      await clock.advance(10);
    }
    const before = discord.messages.length;
    const { told: toldBefore } = (await cursor())!;
    assert.ok(tracesIn(Buffer.from(JSON.stringify(discord.messages)), [FANS.name]).length > 0);

    await putForgettingOnRecord(inner, FANS.token_id);
    const values = await inner.list(personPrefix(FANS.token_id));
    await inner.commit([], values.map(({ key }): KvWrite => ({ delete: key })));
    if (isTakenOver) {
      await running.outbox.close();
      running = start();
    }
    await clock.advance(600 * SECOND_MS);

    const after = discord.messages.slice(before);
    const bytes = Buffer.from(JSON.stringify(after));
    assert.deepEqual(tracesIn(bytes, [FANS.name, FANS.email]), []);
    assert.ok(tracesIn(bytes, [CLUB.name]).length > 0);
    // What was told before of this batch is told again: nothing is lost.
    const { told } = (await cursor())!;
    assert.ok(told >= USES, `${told} entries were told`);
    const uses = after.reduce((sum, message) => sum + usesIn(message), 0);
    assert.equal(uses, USES - toldBefore);
    assert.deepEqual(discord.faults, []);
    assert.equal(discord.overruns(), 0);
    await running.outbox.close();
    await discord.close();
  });
}

Deno.test("what waits for a sink goes without who was forgotten", async () => {
  const { inner, harness } = openHarness();
  const { clock, net, discord } = harness;
  const posted: string[] = [];
  const sink = createStandardWebhookSink({
    ...{
      clock,
      url: "https://sink.example/",
      secret: `whsec_${btoa("a secret of 24 bytes, or more")}`,
    },
    net: {
      fetch: (_url, init) => {
        posted.push(String(init?.body));
        return Promise.resolve(new Response());
      },
    },
  });
  void net;
  const first = harness.start(sink);
  await first.outbox.close();
  await harness.use(first, 5, FANS);
  await harness.use(first, 5, CLUB);
  await clock.advance(1_000);
  await putForgettingOnRecord(inner, FANS.token_id);
  const second = harness.start(sink);
  await clock.advance(60 * SECOND_MS);
  const { uses } = JSON.parse(posted[0]!).data;
  assert.equal(uses.length, 10);
  assert.deepEqual(uses.filter(({ name }: { name: string }) => name === CLUB.name).length, 5);
  for (const use of uses.filter(({ token_id }: typeof FANS) => token_id === FANS.token_id)) {
    assert.deepEqual([use.name, use.email, use.ip, use.forgotten], ["", "", "", true]);
  }
  assert.deepEqual(tracesIn(Buffer.from(posted.join()), [FANS.name, FANS.email]), []);
  await second.outbox.close();
  await discord.close();
});
