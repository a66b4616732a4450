import assert from "node:assert/strict";
import { status } from "../support/fake_net.ts";
import { idnItem } from "../../build/demo/scene.ts";
import { createLiveHarness, createProcess, type Live } from "./live_harness.ts";

const MINUTE = 60_000;

interface Heard {
  readonly id: number;
  readonly event: string;
  readonly data: unknown;
}

/** What a stream asks of a caller who may stay. */
const STAYS = { renew: () => "renewed" as const, mayStay: () => true, onGone() {} };

/** A client that keeps what it hears. */
function listen(live: Live, lastEventId: string | null = null, group = "groupa") {
  const stream = live.streams.open({ group, lastEventId, ...STAYS });
  const reader = stream.getReader();
  const client = { text: "", closed: false, cancel: () => reader.cancel() };
  void (async () => {
    const decoder = new TextDecoder();
    for (let got = await reader.read(); !got.done; got = await reader.read()) {
      client.text += decoder.decode(got.value, { stream: true });
    }
    client.closed = true;
  })();
  return client;
}

/** Reads `text/event-stream` as a browser does. */
function events(text: string): Heard[] {
  return text.split("\n\n").flatMap((block) => {
    const field = (name: string) =>
      block.split("\n").find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const data = field("data");
    if (data === undefined) return [];
    return { id: Number(field("id")), event: field("event") ?? "message", data: JSON.parse(data) };
  });
}

const names = (text: string) =>
  events(text).map(({ id, event, data }) => {
    const ids = Array.isArray(data) ? data.map((entry) => entry.id) : (data as { id: string }).id;
    return `${id} ${event} ${ids}`;
  });

Deno.test("open() sends an end as soon as the platform has not answered for ten minutes", async () => {
  const { live, clock, net } = createLiveHarness();
  net.scene.idn = [idnItem("groupa_feni", "one")];
  live.start();
  await clock.advance(0);
  const client = listen(live);
  net.fail("idn", status(503, { "retry-after": "7200" }));
  await clock.advance(10 * MINUTE);
  assert.deepEqual(names(client.text), ["1 snapshot idn-one"]);
  await clock.advance(1);
  assert.deepEqual(names(client.text), ["1 snapshot idn-one", "2 ended idn-one"]);
  assert.deepEqual(live.view.list("groupa"), []);
  await live.stop();
});

Deno.test("open() keeps the polls at their quick pace while anyone listens", async () => {
  const { live, clock, net } = createLiveHarness();
  live.start();
  const client = listen(live);
  await clock.advance(60 * MINUTE);
  assert.ok(net.polls.idn >= 150, `${net.polls.idn} polls`);
  await client.cancel();
  await clock.advance(2 * MINUTE);
  const polls = net.polls.idn;
  await clock.advance(60 * MINUTE);
  assert.ok(net.polls.idn - polls <= 60, `${net.polls.idn - polls} polls with nobody there`);
  await live.stop();
});

Deno.test("a client that was away for too long, or comes from elsewhere, gets a snapshot", async () => {
  const { live, clock, net } = createLiveHarness();
  net.scene.idn = [idnItem("groupa_feni", "one")];
  live.start();
  await clock.advance(0);
  for (const lastId of ["7", "x", "-1", "", "99999999999999999999"]) {
    const client = listen(live, lastId);
    await clock.advance(0);
    assert.deepEqual(names(client.text), ["1 snapshot idn-one"], lastId);
    void client.cancel();
  }
  const current = listen(live, "1");
  await clock.advance(0);
  assert.deepEqual(names(current.text), [], "it has missed nothing");
  await live.stop();
});

Deno.test("a client that leaves while the store is being asked leaves nothing behind", async () => {
  const { live, clock, net, kv } = createLiveHarness();
  net.scene.idn = [idnItem("groupa_feni", "one")];
  await live.pollOlderThan(0);
  // It has heard event 1 there, and comes here before this process has looked at the store.
  const other = createProcess({ clock, kv, net, seed: 2 });
  const client = listen(other, "1");
  assert.equal(other.states.seq(), 0);
  await client.cancel();
  await clock.advance(0);
  assert.equal(other.states.seq(), 1);
  assert.equal(other.streams.size(), 0);
});

Deno.test("a client that does not read is let go, and the others go on", async () => {
  const { live, clock, net } = createLiveHarness();
  net.scene.idn = Array.from(
    { length: 100 },
    (_, n) => idnItem("groupa_feni", `n-${n}`, { title: "x".repeat(300) }),
  );
  live.start();
  await clock.advance(0);
  const slow = live.streams.open({ group: "groupa", lastEventId: null, ...STAYS });
  const reading = listen(live);
  for (let round = 0; round < 10; round++) {
    net.scene.idn = Array.from({ length: 60 }, (_, n) => idnItem("groupa_feni", `${round}-${n}`));
    await clock.advance(MINUTE);
  }
  assert.equal(live.streams.size(), 1, "only the one that reads is left");
  assert.ok(events(reading.text).length > 500);
  await slow.cancel();
  await reading.cancel();
  assert.equal(live.streams.size(), 0);
  await live.stop();
});
