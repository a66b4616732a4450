import assert from "node:assert/strict";
import { createBusyNet } from "../support/busy_platforms.ts";
import { ON_AIR } from "../support/contents.ts";
import { type World, world } from "../support/world.ts";
import { idnItem } from "../../build/demo/scene.ts";
import { eventsOf, listen } from "../support/heard_events.ts";

const MINUTE = 60_000;

/** A program on whose platform one broadcast has run for a while, and gone. */
async function createBroken(): Promise<{ app: World; item: ReturnType<typeof idnItem> }> {
  const net = createBusyNet({ empty: true });
  const app = await world({ ...ON_AIR, platforms: net });
  const item = idnItem("kota_ani", "talk", { view_count: 500, live_at: app.clock.now() / 1000 });
  net.scene.idn = [item];
  await app.pass(2 * MINUTE);
  return { app, item };
}

async function hear(app: World) {
  const client = listen(await app.ask("/api/kota/live/stream"));
  await app.clock.advance(0);
  return client;
}

function heardOf(text: string): string[] {
  return eventsOf(text).slice(1).map(({ event, data }) => `${event} ${data.id}`);
}

async function statsOf(app: World) {
  const { shows: _, ...recorded } = (await app.json("/api/kota/member/ani-sari")).stats;
  return recorded;
}

Deno.test("a broadcast that comes back within 10 minutes is resumed: same id, its record taken back", async () => {
  const { app, item } = await createBroken();
  await using _ = app;
  const client = await hear(app);
  const [before] = await app.json("/api/kota/live");
  app.platforms.scene.idn = [];
  await app.pass(9 * MINUTE);
  assert.equal((await app.json("/api/kota/recent")).length, 1);
  assert.equal((await statsOf(app)).last_live.id, "idn-talk");
  assert.equal((await statsOf(app)).total_live.idn, 1);
  app.platforms.scene.idn = [{ ...item, view_count: 3 }];
  await app.pass(MINUTE / 2);
  assert.deepEqual(heardOf(client.text()), ["ended idn-talk", "resumed idn-talk"]);
  const [after] = await app.json("/api/kota/live");
  const { data } = eventsOf(client.text()).at(-1)!;
  assert.equal(JSON.stringify(data), JSON.stringify(after));
  assert.deepEqual([after.id, after.started_at], [before.id, before.started_at]);
  assert.deepEqual(await app.json("/api/kota/recent"), []);
  assert.deepEqual(await statsOf(app), { total_live: { idn: 0, showroom: 0, youtube: 0 } });
  app.platforms.scene.idn = [];
  await app.pass(MINUTE);
  const [record] = await app.json("/api/kota/recent");
  assert.deepEqual([record.id, record.peak_viewers], ["idn-talk", 500]);
  await client.cancel();
});

Deno.test("one that comes back later is a new start with the same id, and its record stays meanwhile", async () => {
  const { app, item } = await createBroken();
  await using _ = app;
  const client = await hear(app);
  app.platforms.scene.idn = [];
  await app.pass(11 * MINUTE);
  const [record] = await app.json("/api/kota/recent");
  app.platforms.scene.idn = [{ ...item, view_count: 3 }];
  await app.pass(MINUTE / 2);
  assert.deepEqual(heardOf(client.text()), ["ended idn-talk", "started idn-talk"]);
  assert.deepEqual(await app.json("/api/kota/recent"), [record]);
  assert.equal((await statsOf(app)).total_live.idn, 1);
  app.platforms.scene.idn = [];
  await app.pass(MINUTE);
  const records = await app.json("/api/kota/recent");
  assert.equal(records.length, 1, "an id stands once in the book");
  assert.ok(records[0].ended_at > record.ended_at);
  assert.equal(records[0].peak_viewers, 500);
  await app.pass(11 * MINUTE);
  assert.equal((await statsOf(app)).total_live.idn, 1, "it is one broadcast");
  const { data: [sum] } = await app.json("/api/kota/live/stats?member=ani-sari");
  assert.deepEqual([sum.count, sum.duration_ms], [1, records[0].duration_ms]);
  await client.cancel();
});

Deno.test("every process and one that starts afterwards tell of it alike", async () => {
  const { app, item } = await createBroken();
  const first = app;
  const { clock, platforms } = first;
  await using second = await first.beside();
  const clients = [await hear(first), await hear(second)];
  platforms.scene.idn = [];
  await first.pass(2 * MINUTE);
  const last = eventsOf(clients[0]!.text()).at(-1)!.id;
  // The process that polled so far is gone when the broadcast comes back.
  await first[Symbol.asyncDispose]();
  platforms.scene.idn = [item];
  await second.pass(2 * MINUTE);
  assert.deepEqual(heardOf(clients[1]!.text()), ["ended idn-talk", "resumed idn-talk"]);
  await using late = await second.beside();
  await clock.advance(0);
  for (const program of [second, late]) {
    assert.deepEqual(await program.json("/api/kota/recent"), []);
    assert.deepEqual((await statsOf(program)).total_live.idn, 0);
    const headers = { "last-event-id": String(last) };
    const again = listen(await program.ask("/api/kota/live/stream", { headers }));
    await clock.advance(0);
    const told = eventsOf(again.text()).map(({ event, data }) => `${event} ${data.id}`);
    assert.deepEqual(told, ["resumed idn-talk"]);
    await again.cancel();
  }
  for (const client of clients) await client.cancel();
});

Deno.test("an end that the platform names ends the broadcast, though the list goes on to hold it", async () => {
  const { app, item } = await createBroken();
  await using _ = app;
  const client = await hear(app);
  const named = async (end_at: unknown) => {
    app.platforms.scene.idn = [{ ...item, end_at }];
    await app.pass(MINUTE);
    return (await app.json("/api/kota/live/idn")).length;
  };
  const now = app.clock.now() / 1_000;
  assert.deepEqual([await named(now + 3_600), await named("soon"), await named(0)], [1, 1, 1]);
  assert.equal(await named(now - 1), 0);
  assert.deepEqual(heardOf(client.text()), ["ended idn-talk"]);
  assert.equal((await app.json("/api/kota/recent"))[0].id, "idn-talk");
  await client.cancel();
});
