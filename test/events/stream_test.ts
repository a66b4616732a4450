import assert from "node:assert/strict";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createBusyNet, createLiveProgram, emptyScene } from "../support/live_program.ts";
import { eventsOf, listen, namesOf } from "../support/heard_events.ts";
import { settle } from "../support/manual_clock.ts";

const DAY = 86_400_000;

async function place() {
  const net = createBusyNet();
  const kv = createMemoryKv();
  const program = await createLiveProgram({ net, kv });
  await program.pass(30_000);
  return { net, kv, program };
}

Deno.test("a stream goes on where another process ended, and tells what the list tells", async () => {
  const { net, kv, program } = await place();
  await using one = program;
  const { data } = await one.json("/v1/events");
  const resumed = { headers: { "last-event-id": data[2].id } };
  const heard = listen(await one.ask("/v1/events/stream", resumed));
  await settle();
  assert.deepEqual(eventsOf(heard.text()).map(({ data }) => data), data.slice(3));
  await using other = await createLiveProgram({ net, kv, clock: one.clock });
  const next = listen(await other.ask("/v1/events/stream", { ...resumed, key: one.key }));
  const fresh = listen(await other.ask("/v1/events/stream", { key: one.key }));
  emptyScene(net.scene);
  await one.pass(60_000);
  const { data: all } = await one.json("/v1/events");
  assert.ok(all.length > data.length);
  for (const client of [heard, next]) {
    assert.deepEqual(eventsOf(client.text()).map(({ data }) => data), all.slice(3));
  }
  assert.deepEqual(eventsOf(fresh.text()).map(({ data }) => data), all.slice(data.length));
  for (const client of [heard, next, fresh]) await client.cancel();
  assert.equal(one.service.live.streams.size(), 0);
});

Deno.test("whoever comes back after 8 days is told of the gap once", async () => {
  const { program } = await place();
  await using one = program;
  one.clock.set(one.clock.now() + 8 * DAY);
  const heard = listen(await one.ask("/v1/events/stream", { headers: { "last-event-id": "1" } }));
  await settle();
  const told = eventsOf(heard.text()).map(({ event }) => event);
  assert.equal(told[0], "gap");
  assert.equal(told.lastIndexOf("gap"), 0);
  await heard.cancel();
});

Deno.test("a stream ends within 3 s when its key is revoked, and tells nothing of a group that it lost", async () => {
  const { net, program } = await place();
  await using one = program;
  const { id, secret } = await one.issue("free", ["kota"]);
  const paths = ["/v1/events/stream", "/api/kota/live/stream"];
  const streams = await Promise.all(
    paths.map(async (path) => listen(await one.ask(path, { key: secret }))),
  );
  emptyScene(net.scene);
  await one.pass(60_000);
  const heard = eventsOf(streams[0]!.text());
  assert.ok(heard.length > 0);
  for (const { data } of heard) assert.equal(data.group, "kota");
  assert.ok(namesOf(streams[1]!.text()).length > 1);
  await one.stores.keys.update(id, (key) => ({ ...key, revokedAt: one.clock.now() }));
  await one.clock.advance(3_000);
  for (const stream of streams) assert.equal(stream.closed(), true);
});

Deno.test("a process holds open as many streams as SSE_LIMIT says, of both kinds and of tokens too", async () => {
  await using program = await createLiveProgram({ env: { SSE_LIMIT: "2" } });
  const { secret } = await program.issueToken();
  const one = listen(await program.ask("/v1/events/stream"));
  const two = listen(await program.ask("/api/kota/live/stream"));
  await settle();
  for (const path of ["/v1/events/stream", "/api/kota/live/stream"]) {
    const refused = await program.ask(path, { key: null, token: secret });
    const { status, headers } = refused;
    assert.deepEqual([status, (await refused.json()).type, headers.get("retry-after")], [
      ...[503, "TRY_AGAIN", "1"],
    ]);
  }
  await one.cancel();
  const again = listen(await program.ask("/v1/events/stream"));
  assert.equal(again.closed(), false);
  await again.cancel();
  await two.cancel();
});
