import assert from "node:assert/strict";
import type { LogEntry, LoggedEvent } from "../../src/events/event.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { idnItem } from "../../build/demo/scene.ts";
import { createBusyNet, createLiveProgram, emptyScene, NOW } from "../support/live_program.ts";
import { eventsOf, listen } from "../support/heard_events.ts";
import type { Plan } from "../../src/model/plans.ts";
import { sizeOf } from "../support/size.ts";
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

/** The id of the block without data that a stream begins with. */
function placeOf(text: string): string {
  const [, id] = /^retry: 3000\n\nid: (\d+)\n\n/.exec(text) ?? [];
  assert.ok(id !== undefined, text);
  return id;
}

Deno.test("a client that is cut off before its first event misses nothing, at an empty log too", async () => {
  const net = createBusyNet({ empty: true });
  const kv = createMemoryKv();
  await using one = await createLiveProgram({ net, kv });
  const places: string[] = [];
  for (const slug of ["first", "second"]) {
    const heard = listen(await one.ask("/v1/events/stream"));
    await settle();
    const id = placeOf(heard.text());
    places.push(id);
    assert.equal(id, (await one.json("/v1/events")).cursor);
    await heard.cancel();
    net.scene.idn = [idnItem("kota_ani", slug)];
    await one.pass(60_000);
    await using other = await createLiveProgram({ net, kv, clock: one.clock });
    const headers = { "last-event-id": id };
    const again = listen(await other.ask("/v1/events/stream", { headers, key: one.key }));
    await settle();
    const { data } = await one.json(`/v1/events?after=${id}`);
    assert.ok(data.length > 0);
    assert.deepEqual(eventsOf(again.text()).map(({ data }) => data), data);
    await again.cancel();
  }
  assert.equal(places[0], "0");
});

Deno.test("a stream that is opened while events are logged sends each event above its place once", async () => {
  const net = createBusyNet({ empty: true });
  const kv = createMemoryKv();
  await using one = await createLiveProgram({ net, kv });
  await using other = await createLiveProgram({ net, kv, clock: one.clock });
  const entry = (subject: string): LogEntry => ({
    ...{ type: "birthday.today", group: "kota", at: new Date(NOW).toISOString() },
    data: {
      ...{ member_id: subject, name: subject, group: "kota", status: "active", birth_date: "" },
      ...{ days_until: 0, next_birthday: "2026-07-04", is_today: true, birthday: "07-04" },
    },
    ...{ subject, members: [subject] },
  });
  const listeners: ReturnType<typeof listen>[] = [];
  for (let round = 0; round < 40; round++) {
    const writers = [one, other].map(({ service: { events: { log: eventLog } } }, n) =>
      eventLog.append([entry(`ani-${round}-${n}`)], { checks: [], writes: [] })
    );
    const opened = [one, other].map(async (program) =>
      listeners.push(listen(await program.ask("/v1/events/stream", { key: one.key })))
    );
    const done = Promise.all([...writers, ...opened]);
    // Who loses the race for the next number tries again a little later.
    await one.clock.advance(1_000);
    await done;
  }
  await one.pass(10_000);
  await settle();
  const ids: number[] = (await one.json("/v1/events")).data.map(({ id }: LoggedEvent) =>
    Number(id)
  );
  assert.equal(ids.length, 80);
  for (const listener of listeners) {
    const place = Number(placeOf(listener.text()));
    const heard = eventsOf(listener.text()).map(({ id }) => id);
    assert.deepEqual(heard, ids.filter((id) => id > place));
  }
  assert.ok(new Set(listeners.map((listener) => placeOf(listener.text()))).size > 20);
  await Promise.all(listeners.map((listener) => listener.cancel()));
});

Deno.test("whoever comes back after 16 days, or has heard of another log, is told of the gap once", async () => {
  const { program } = await place();
  await using one = program;
  const cursor = Number((await one.json("/v1/events")).cursor);
  for (const [id, days] of [[cursor + 1_000, 0], [1, 16]] as const) {
    one.clock.set(one.clock.now() + days * DAY);
    const headers = { "last-event-id": String(id) };
    const heard = listen(await one.ask("/v1/events/stream", { headers }));
    await settle();
    const [first, ...others] = eventsOf(heard.text());
    assert.equal(first!.event, "gap");
    const ids = (await one.json("/v1/events")).data.map(({ id }: LoggedEvent) => Number(id));
    assert.deepEqual(others.map(({ id }) => id), ids);
    await heard.cancel();
  }
});

Deno.test("whoever listened for 16 days to a type of which nothing came misses nothing, and is told of no gap", async () => {
  const { net, program } = await place();
  await using one = program;
  const path = "/v1/events/stream?type=show.added";
  const heard = listen(await one.ask(path));
  await settle();
  const first = lastIdOf(heard.text());
  one.clock.set(one.clock.now() + 16 * DAY);
  net.scene.idn = [idnItem("kota_ani", "later")];
  await one.pass(60_000);
  assert.deepEqual(eventsOf(heard.text()), []);
  const last = lastIdOf(heard.text());
  assert.equal(last, (await one.json("/v1/events")).cursor);
  assert.ok(Number(last) > Number(first));
  await heard.cancel();
  const again = listen(await one.ask(path, { headers: { "last-event-id": last } }));
  await settle();
  assert.deepEqual(eventsOf(again.text()), []);
  await again.cancel();
});

/** The id that a client comes back with. */
function lastIdOf(text: string): string {
  return [...text.matchAll(/^id: (\d+)$/gm)].at(-1)![1]!;
}

const STREAMS = ["/v1/events/stream", "/api/kota/live/stream"];

for (
  const [what, change] of [
    ["is revoked", { revokedAt: NOW }],
    ["expires", { expiresAt: NOW + 90_000 }],
  ] as const
) {
  Deno.test(`the streams of a key end within 3 s when it ${what}, and those of others go on`, async () => {
    const { program } = await place();
    await using one = program;
    const { id, secret: key } = await one.issue("free");
    const open = (ask: { key?: string }) =>
      Promise.all(STREAMS.map(async (path) => listen(await one.ask(path, ask))));
    const [streams, others] = [await open({ key }), await open({})];
    one.at(NOW + 85_000);
    await one.stores.keys.update(id, (key) => ({ ...key, ...change }));
    if (what === "expires") await one.clock.advance(4_999);
    const isOpen = streams.map((stream) => !stream.closed());
    assert.deepEqual(isOpen, [true, true]);
    await one.clock.advance(3_000);
    for (const stream of streams) assert.equal(stream.closed(), true);
    for (const stream of others) assert.equal(stream.closed(), false);
    await Promise.all(others.map((stream) => stream.cancel()));
  });
}

Deno.test("3 s after a key has lost a group, log, streams and webhooks tell it nothing of that group", async () => {
  const net = createBusyNet({ empty: true });
  const told: string[] = [];
  const direct = {
    resolve: () => Promise.resolve(["93.184.215.14"]),
    fetchFrom(_address: string, _url: string, init: RequestInit = {}) {
      const { type, data } = JSON.parse(String(init.body));
      if (data.group !== undefined) told.push(`${type} ${data.group}`);
      return Promise.resolve(new Response(data.challenge ?? ""));
    },
  };
  await using one = await createLiveProgram({ net, direct });
  const { id, secret: key } = await one.issue("free", ["kota", "laut"]);
  const body = JSON.stringify({ url: "https://fans.example/in", types: ["live.started"] });
  assert.equal((await one.ask("/v1/webhooks", { key, method: "POST", body })).status, 200);
  const log = async (after: string) =>
    (await one.json(`/v1/events?after=${after}&type=live.started`, { key })).data.map(
      ({ data }: { data: { group: string; slug: string } }) => `${data.group} ${data.slug}`,
    );
  const events = listen(await one.ask("/v1/events/stream?type=live.started", { key }));
  const [kota, laut] = await Promise.all(
    ["kota", "laut"].map(async (group) =>
      listen(await one.ask(`/api/${group}/live/stream`, { key }))
    ),
  );
  const heard = () => eventsOf(events.text()).map(({ data: { group } }) => group);

  net.scene.idn = [idnItem("kota_ani", "k-before"), idnItem("laut_fitri", "l-before")];
  await one.pass(60_000);
  assert.deepEqual((await log("0")).toSorted(), ["kota k-before", "laut l-before"]);
  assert.deepEqual(heard().toSorted(), ["kota", "laut"]);
  assert.deepEqual(told.toSorted(), ["live.started kota", "live.started laut"]);
  const { cursor } = await one.json("/v1/events");

  await one.stores.keys.update(id, (record) => ({ ...record, groups: ["kota"] }));
  await one.clock.advance(3_000);
  assert.deepEqual([kota!.closed(), laut!.closed(), events.closed()], [false, true, false]);
  net.scene.idn = [idnItem("kota_ani", "k-after"), idnItem("laut_fitri", "l-after")];
  await one.pass(60_000);
  assert.ok((await one.json("/v1/events?group=laut&type=live.started")).total > 1);
  assert.deepEqual(await log(cursor), ["kota k-after"]);
  assert.deepEqual(await log("0"), ["kota k-before", "kota k-after"]);
  assert.deepEqual(heard().slice(2), ["kota"]);
  assert.deepEqual(told.slice(2), ["live.started kota"]);
  assert.equal((await one.ask("/api/laut/live/stream", { key })).status, 403);
  await Promise.all([events.cancel(), kota!.cancel()]);
});

Deno.test("keys that fight for streams leave each other some, and a tenth to tokens", async () => {
  const limit = sizeOf({ default: 200, full: 2_000 });
  await using program = await createLiveProgram({ env: { SSE_LIMIT: String(limit) } });
  const plan: Plan = { rate: "unlimited", quota: "unlimited" };
  program.setPlans({ free: { ...plan, streams: limit / 20 }, standard: plan });
  const keys = await Promise.all(Array.from({ length: 30 }, () => program.issue("free")));
  const held = new Map<string, ReturnType<typeof listen>[]>();
  const open = async (key: string) => {
    const turn = (held.get(key)?.length ?? 0) % 2;
    const response = await program.ask(STREAMS[turn]!, { key });
    if (response.status !== 200) return response;
    held.set(key, [...held.get(key) ?? [], listen(response)]);
    return undefined;
  };
  // Each wants three times what it may have: those that come first get it.
  const refused: number[] = [];
  for (const { secret } of keys) {
    for (let n = 0; n < 3 * limit / 20; n++) {
      const response = await open(secret);
      if (response === undefined) continue;
      refused.push(response.status);
      assert.equal(response.headers.get("retry-after"), "1");
      assert.equal((await response.json()).type, "TRY_AGAIN");
    }
  }
  assert.deepEqual(new Set(refused), new Set([503]));
  assert.deepEqual([...held.values()].map(({ length }) => length), Array(18).fill(limit / 20));
  // Tokens have the rest, and no more than there is.
  const { secret: token } = await program.issueToken();
  const ofTokens = [];
  for (let n = 0; n < limit / 10; n++) {
    const response = await program.ask(STREAMS[n % 2]!, { key: null, token });
    assert.equal(response.status, 200);
    ofTokens.push(listen(response));
  }
  const full = await program.ask(STREAMS[0]!, { key: null, token });
  assert.equal(full.status, 503);
  await full.body?.cancel();
  // A place that is given back is taken by the next key; 50 are the most where a plan says nothing.
  const [first] = held.values();
  await first!.pop()!.cancel();
  const { secret: another } = await program.issue("standard");
  assert.equal(await open(another), undefined);
  assert.equal((await open(another))?.status, 503);
  await Promise.all([...held.values()].flat().map((listener) => listener.cancel()));
  for (let n = 0; n < 50; n++) assert.equal(await open(another), undefined);
  const more = await open(another);
  assert.match((await more!.json()).message, /as its plan allows/);
  await Promise.all([...held.get(another)!, ...ofTokens].map((listener) => listener.cancel()));
  assert.equal(program.service.live.streams.size(), 0);
});
