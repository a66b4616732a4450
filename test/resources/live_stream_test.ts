import assert from "node:assert/strict";
import { createBusyNet } from "../support/busy_platforms.ts";
import { ON_AIR } from "../support/contents.ts";
import { type Ask, type World, world } from "../support/world.ts";
import { idnItem } from "../../build/demo/scene.ts";
import { eventsOf, listen, type Listener, namesOf } from "../support/heard_events.ts";

const MINUTE = 60_000;
const STREAM = "/api/kota/live/stream";

async function open(app: World, ask: Ask = {}, path = STREAM): Promise<Listener> {
  const response = await app.ask(path, ask);
  assert.equal(response.status, 200, await (response.status === 200 ? "" : response.text()));
  const client = listen(response);
  await app.clock.advance(0);
  return client;
}

async function usedBy(app: World, key: string): Promise<number> {
  return (await app.json("/v1/key", { key })).used;
}

Deno.test("it sends a snapshot, then what starts and ends, in the contract's shapes, with growing ids", async () => {
  const net = createBusyNet();
  await using app = await world({ ...ON_AIR, platforms: net });
  const client = await open(app);
  const entries = await app.json("/api/kota/live");
  const [first] = eventsOf(client.text());
  assert.equal(first!.event, "snapshot");
  assert.deepEqual(first!.data, entries);
  net.scene.idn = [idnItem("kota_ani", "another", { view_count: 77 })];
  await app.pass(MINUTE);
  const [, ...heard] = eventsOf(client.text());
  assert.deepEqual(
    heard.map(({ event, data }) => `${event} ${data.id}`),
    ["ended idn-ani-talks", "started idn-another", "ended idn-official", "ended idn-dian-talks"],
  );
  const ids = eventsOf(client.text()).map(({ id }) => id);
  assert.deepEqual(ids, ids.toSorted((a, b) => a - b));
  assert.equal(new Set(ids).size, ids.length);
  const [started] = heard.filter(({ event }) => event === "started");
  const [listed] = await app.json("/api/kota/live/idn");
  assert.equal(JSON.stringify(started!.data), JSON.stringify(listed));
  const recent = await app.json("/api/kota/recent/idn-ani-talks");
  assert.equal(heard[0]!.data.ended_at, recent.ended_at);
});

Deno.test("listeners of a group hear its own broadcasts, under every name of the group", async () => {
  const net = createBusyNet();
  await using app = await world({ ...ON_AIR, platforms: net });
  const laut = await open(app, {}, "/api/laut/live/stream");
  const city = await open(app, {}, "/api/city/live/stream");
  net.scene.showroom = [];
  await app.pass(MINUTE);
  assert.deepEqual(namesOf(laut.text()).map((name) => name.replace(/^\d+ /, "")), [
    "snapshot showroom-7003,idn-fitri-talks",
    "ended showroom-7003",
  ]);
  assert.equal(eventsOf(city.text()).filter(({ event }) => event === "ended").length, 4);
});

Deno.test("HEAD gets the headers, opens nothing and costs nothing", async () => {
  await using app = await world({ ...ON_AIR, platforms: createBusyNet() });
  const { secret: key } = await app.issue("wide");
  const head = await app.ask(STREAM, { method: "HEAD", key });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
  assert.equal(await usedBy(app, key), 0);
  const get = await app.ask(STREAM, { key });
  assert.deepEqual(
    [...head.headers.keys()].filter((name) => !name.startsWith("ratelimit")),
    [...get.headers.keys()].filter((name) => !name.startsWith("ratelimit")),
  );
  await get.body!.cancel();
});

Deno.test("a connection costs one unit when it opens, and one whenever five minutes are over", async () => {
  await using app = await world({ ...ON_AIR, platforms: createBusyNet({ empty: true }) });
  const { secret: key } = await app.issue("wide");
  const client = await open(app, { key: null }, `${STREAM}?apikey=${key}`);
  assert.equal(await usedBy(app, key), 1);
  await app.clock.advance(5 * MINUTE - 1);
  assert.equal(await usedBy(app, key), 1);
  await app.clock.advance(1);
  assert.equal(await usedBy(app, key), 2);
  await app.clock.advance(55 * MINUTE);
  assert.equal(await usedBy(app, key), 13);
  assert.ok(!client.closed());
  await client.cancel();
  await app.clock.advance(30 * MINUTE);
  assert.equal(await usedBy(app, key), 13, "one that has left costs nothing more");
});

Deno.test("the stream of a used-up key ends when it is to pay, and it opens no other", async () => {
  await using app = await world({ ...ON_AIR, platforms: createBusyNet({ empty: true }) });
  const { secret: key } = await app.issue("tiny");
  const client = await open(app, { key });
  await app.clock.advance(15 * MINUTE - 1);
  assert.ok(!client.closed());
  assert.equal(await usedBy(app, key), 3);
  await app.clock.advance(1);
  assert.ok(client.closed());
  const again = await app.ask(STREAM, { key });
  assert.equal(again.status, 429);
  assert.equal((await again.json()).type, "USAGE_LIMIT_EXCEEDED");
});

Deno.test("a priority token's connection is recorded once, costs nothing, and ends when it is revoked", async () => {
  await using app = await world({ ...ON_AIR, platforms: createBusyNet({ empty: true }) });
  const { id, secret } = await app.issueToken();
  const client = await open(app, { key: null, headers: { "x-priority-token": secret } });
  await app.clock.advance(30 * MINUTE);
  assert.ok(!client.closed());
  const uses = () => app.told(["audit", "tail", "--kind", "use"]);
  assert.deepEqual(
    (await uses()).map(({ token_id, method, endpoint, status }: Record<string, unknown>) => [
      token_id,
      method,
      endpoint,
      status,
    ]),
    [[id, "GET", STREAM, 200]],
  );
  await app.run(["token", "revoke", id]);
  await app.clock.advance(3_000);
  assert.ok(client.closed());
  assert.equal((await uses()).length, 1);
});

Deno.test("a store that is out of reach ends no stream, which is paid for once the store is back", async () => {
  const platforms = createBusyNet({ empty: true });
  await using app = await world({ ...ON_AIR, platforms, faulty: true, outage: true });
  const { clock, kv } = app;
  const { secret: key } = await app.issue("tiny");
  const client = await open(app, { key });
  await clock.advance(4 * MINUTE);
  const before = await usedBy(app, key);
  kv.outOfReach = true;
  await clock.advance(40 * MINUTE);
  assert.ok(!client.closed());
  kv.outOfReach = false;
  await clock.advance(MINUTE);
  assert.ok(!client.closed());
  assert.ok(await usedBy(app, key) > before);
});

Deno.test("a client that resumes by Last-Event-ID, here or elsewhere, misses and repeats nothing", async () => {
  const net = createBusyNet();
  await using first = await world({ ...ON_AIR, platforms: net });
  const { clock } = first;
  await using second = await first.beside();
  const apps = [first, second];
  const seen: string[] = [];
  let last = "";
  for (let n = 0; n < 20; n++) {
    const app = apps[n % 2]!;
    const client = await open(app, last === "" ? {} : { headers: { "last-event-id": last } });
    net.scene.idn = [idnItem("kota_ani", `part-${n}`), idnItem("laut_fitri", `sea-${n}`)];
    for (const one of apps) await one.pass(0.001);
    await clock.advance((n * 7_919) % 40_000);
    await client.cancel();
    const events = eventsOf(client.text());
    seen.push(
      ...events.filter(({ event }) => event !== "snapshot").map(({ id, event, data }) =>
        `${id} ${event} ${data.id}`
      ),
    );
    last = String(events.at(-1)?.id ?? last);
    await first.pass(n % 3 === 0 ? MINUTE : 1_000);
  }
  const all = await open(first, { headers: { "last-event-id": seen[0]!.split(" ")[0]! } });
  assert.deepEqual(seen.slice(1), namesOf(all.text()).slice(0, seen.length - 1));
  assert.ok(seen.length > 20, `${seen.length} events`);
});

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
  await using other = await app.beside();
  for (const one of [app, other]) assert.deepEqual(await one.json("/api/kota/recent"), [record]);
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

Deno.test("who loses her account while she is on air, or leaves the content, ends for every list; who is there has the record", async () => {
  for (const [file, records] of [["name: Ani Sari\n", ["idn-talk"]], [null, []]] as const) {
    const { app } = await createBroken();
    await using _ = app;
    const client = await hear(app);
    await app.edit({ "kota/members/ani-sari.yaml": file });
    await app.pass(MINUTE);
    assert.deepEqual(heardOf(client.text()), ["ended idn-talk"]);
    const recent: { id: string }[] = await app.json("/api/kota/recent");
    assert.deepEqual(recent.map(({ id }) => id), records);
    await client.cancel();
  }
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
