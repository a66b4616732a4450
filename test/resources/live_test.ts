import assert from "node:assert/strict";
import { createBusyNet } from "../support/busy_platforms.ts";
import { ON_AIR } from "../support/contents.ts";
import { type World, world, type WorldOptions } from "../support/world.ts";
import { type FakeNet, status } from "../support/fake_net.ts";
import { maxAge } from "../support/turns.ts";
import { idnItem } from "../../build/demo/scene.ts";

const NOW = Date.parse(ON_AIR.now);
const MINUTE = 60_000;
const LISTS = ["live", "live/idn", "live/showroom", "live/youtube"];

interface Entry {
  readonly id: string;
  readonly type: string;
  readonly started_at: string;
  readonly streaming_url_list: readonly { readonly quality: number }[];
}

const idsOf = (entries: Entry[]) => entries.map(({ id }) => id);

Deno.test("live holds every platform's entries, the latest start first, in the contract's shape", async () => {
  await using app = await world({ ...ON_AIR, platforms: createBusyNet() });
  const entries: Entry[] = await app.json("/api/kota/live");
  assert.deepEqual(idsOf(entries), [
    "showroom-7004",
    "showroom-7003",
    "showroom-7002",
    "showroom-7001",
    "idn-dian-talks",
    "idn-official",
    "idn-ani-talks",
    "youtube-AniAniAniA1",
    "youtube-QrCBrhvfsy4",
  ]);
  for (const { started_at, streaming_url_list } of entries) {
    assert.match(started_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const qualities = streaming_url_list.map(({ quality }) => quality);
    assert.ok(qualities.length > 0);
    assert.deepEqual(qualities, qualities.map((_, n) => n + 1), "1 is the best");
  }
  assert.equal(maxAge(await app.ask("/api/kota/live")), 5);
});

Deno.test("a group's list holds its own broadcasts; an account of two groups stands in both", async () => {
  await using app = await world({ ...ON_AIR, platforms: createBusyNet() });
  const laut = await app.json("/api/laut/live");
  assert.deepEqual(idsOf(laut), ["showroom-7003", "idn-fitri-talks"]);
  for (const { group, name } of laut) assert.deepEqual([group, name], ["laut", "Fitri Duo"]);
  for (const { group } of await app.json("/api/kota/live")) assert.equal(group, "kota");
  assert.deepEqual(await app.json("/api/city/live"), await app.json("/api/kota/live"));
});

Deno.test("a key of one group does not see who is on air in another", async () => {
  await using app = await world({ ...ON_AIR, platforms: createBusyNet() });
  const { secret } = await app.issue("free", "--group", "laut");
  assert.equal((await app.json("/api/laut/live", { key: secret })).length, 2);
  for (const path of [...LISTS, "live/stream", "recent", "chat-stream?room_id=901"]) {
    const response = await app.ask(`/api/kota/${path}`, { key: secret });
    assert.equal(response.status, 403, path);
    assert.equal(await response.text(), '{"status":false,"message":"Invalid API Key"}');
  }
});

Deno.test("without a key for YouTube that platform is off and the others are asked", async () => {
  await using app = await world({
    ...ON_AIR,
    platforms: createBusyNet(),
    env: { LIVE: "on", YOUTUBE_API_KEY: "" },
  });
  const response = await app.ask("/api/kota/live/youtube");
  assert.equal(await response.text(), "[]");
  assert.match(response.headers.get("x-live-sources")!, /^idn;state=ok.*, youtube;state=off$/);
});

/** `idn;state=ok;age=12, …` as an object. */
function sourcesOf(response: Response): Record<string, Record<string, string>> {
  const items = response.headers.get("x-live-sources")!.split(", ");
  return Object.fromEntries(items.map((item) => {
    const [name, ...pairs] = item.split(";");
    return [name, Object.fromEntries(pairs.map((pair) => pair.split("=")))];
  }));
}

Deno.test("a platform that fails is stale, and down after ten minutes to the millisecond: its entries go", async () => {
  const net = createBusyNet();
  await using app = await world({ ...ON_AIR, platforms: net });
  net.fail("idn", status(503, { "retry-after": "3600" }));
  await app.clock.advance(2 * MINUTE);
  const stale = await app.ask("/api/kota/live");
  assert.equal((await stale.json()).length, 9);
  assert.deepEqual(sourcesOf(stale)["idn"], { state: "stale", age: "120", error: "status" });
  assert.equal(sourcesOf(stale)["showroom"]!["state"], "ok");

  const { clock } = app;
  await clock.advance(NOW + 10 * MINUTE - 1_000 - clock.now());
  const last = await app.ask("/api/kota/live/idn");
  assert.equal((await last.json()).length, 3);
  assert.equal(maxAge(last), 1, "a client asks again when they go");
  await clock.advance(1_000);
  assert.equal((await app.json("/api/kota/live/idn")).length, 3);
  await clock.advance(1);
  const down = await app.ask("/api/kota/live/idn");
  assert.equal(await down.text(), "[]");
  assert.deepEqual(sourcesOf(down)["idn"], { state: "down", age: "600", error: "status" });
  assert.equal((await app.json("/api/kota/live")).length, 6, "the others stay");
  const { sources } = await app.json("/status");
  const { bytes, ...idn } = sources[0];
  assert.ok(bytes > 0, "of the last list that was read");
  assert.deepEqual(idn, {
    name: "idn",
    state: "down",
    age_ms: 600_001,
    last_error: "status",
    dropped: {},
  });
});

Deno.test("/status counts what was left out, by reason, in the contract's order", async () => {
  const net = createBusyNet();
  net.scene.showroom.push({
    lives: [{ room_id: null }, { room_id: 901, room_url_key: "other", live_id: 1 }, 7],
  });
  await using app = await world({ ...ON_AIR, platforms: net });
  await app.json("/api/kota/live");
  const { sources } = await app.json("/status", { key: null });
  assert.deepEqual(sources.map(({ name }: { name: string }) => name), [
    "idn",
    "showroom",
    "youtube",
  ]);
  assert.equal(Object.keys(sources[1]).join(" "), "name state age_ms bytes dropped");
  assert.deepEqual(sources[1].dropped, { no_room: 2, wrong_room: 1 });
});

interface LiveEntry {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly url_key: string;
  readonly is_group: boolean;
  readonly is_graduate: boolean;
}

function detailOf(app: World, group: string, key: string): Promise<Response> {
  return app.ask(`/api/${group}/member-detail?url=${encodeURIComponent(key)}`);
}

Deno.test("each entry's url_key finds its member in member-detail, whatever is known of her accounts", async () => {
  await using app = await world({ ...ON_AIR, platforms: createBusyNet() });
  const found = new Map<string, string>();
  for (const group of ["kota", "laut"]) {
    for (const entry of await app.json(`/api/${group}/live`) as LiveEntry[]) {
      const response = await detailOf(app, group, entry.url_key);
      if (entry.is_group) {
        assert.deepEqual([response.status, entry.url], [404, ""], `${entry.id} is the group's own`);
        continue;
      }
      const detail = await response.json();
      assert.deepEqual([detail.name, detail.id], [entry.name, entry.url], entry.id);
      const path = `/api/${group}/member/${encodeURIComponent(entry.url_key.toUpperCase())}`;
      assert.equal((await app.json(path)).id, entry.url, "in any case");
      found.set(`${group} ${entry.id}`, entry.url);
    }
  }
  assert.deepEqual(Object.fromEntries(found), {
    "kota idn-ani-talks": "ani-sari",
    "kota idn-dian-talks": "dian-lulus",
    "kota showroom-7001": "ani-sari",
    "kota showroom-7002": "budi-rum",
    "kota showroom-7003": "citra-el",
    "kota youtube-AniAniAniA1": "ani-sari",
    "laut idn-fitri-talks": "fitri-duo",
    "laut showroom-7003": "fitri-duo",
  });
});

Deno.test("once she is off the air, a key that only the platform knew finds nobody", async () => {
  const net = createBusyNet();
  await using app = await world({ ...ON_AIR, platforms: net });
  assert.equal((await detailOf(app, "kota", "kota_budi_secret")).status, 200);
  assert.equal((await detailOf(app, "laut", "kota_budi_secret")).status, 404, "nobody's there");
  net.scene.showroom = [];
  await app.pass(MINUTE);
  assert.equal((await detailOf(app, "kota", "kota_budi_secret")).status, 404);
  assert.equal((await detailOf(app, "kota", "budi-rum")).status, 200);
});

Deno.test("a broadcast of somebody who is not published yet is nobody's, until she is", async () => {
  const net = createBusyNet();
  await using app = await world({ ...ON_AIR, platforms: net });
  const hers = async () =>
    (await app.json("/api/kota/live") as LiveEntry[]).filter(({ id }) => id === "idn-nobody-knows");
  const { clock } = app;
  for (; clock.now() < Date.parse("2026-07-04T12:00:00Z") - MINUTE; await clock.advance(MINUTE)) {
    assert.deepEqual(await hers(), []);
  }
  await app.pass(2 * MINUTE);
  assert.deepEqual((await hers()).map(({ url }) => url), ["endah-nanti"]);
});

Deno.test("who graduates while she is on air is a graduate from that instant on", async () => {
  const net = createBusyNet();
  await using app = await world({ ...ON_AIR, platforms: net });
  const [dian] = (await app.json("/api/kota/live") as LiveEntry[]).filter(({ url }) =>
    url === "dian-lulus"
  );
  assert.equal(dian!.is_graduate, true);
  app.clock.set(Date.parse("2026-07-03T16:59:59.999Z"));
  net.scene.idn = [idnItem("kota_dian", "before")];
  const isGraduate = async () =>
    (await app.json("/api/kota/live") as LiveEntry[]).find(({ url }) => url === "dian-lulus")!
      .is_graduate;
  assert.equal(await isGraduate(), false);
  await app.clock.advance(1);
  assert.equal(await isGraduate(), true);
});

/** Where nobody has asked for long enough that the polls are slow, and the list is old. */
async function createOld(
  options: Partial<WorldOptions> = {},
): Promise<{ app: World; net: FakeNet }> {
  const net = createBusyNet({ empty: true });
  const app = await world({ ...ON_AIR, platforms: net, ...options });
  await app.json("/api/kota/live");
  await letGoOld(app);
  net.scene.idn = [idnItem("kota_ani", "news")];
  return { app, net };
}

/** Lets time pass without a question until IDN was polled more than two intervals ago. */
async function letGoOld(app: World): Promise<void> {
  await app.clock.advance(2 * MINUTE);
  const age = async () => (await app.json("/status")).sources[0].age_ms;
  for (let n = 0; n < 200 && await age() <= 45_000; n++) await app.clock.advance(1_000);
  assert.ok(await age() > 45_000, `the list is old: ${await age()} ms`);
}

/** Lets a platform answer only after so many ms of the clock. */
function slow(app: World, net: FakeNet, ms: number): void {
  const { fetch } = net;
  net.fetch = (address, init) =>
    new Promise((resolve) => app.clock.after(ms, () => resolve(fetch(address, init))));
}

async function timed(app: World, path: string) {
  const from = app.clock.now();
  const response = await app.until(app.ask(path));
  return { response, ids: joinedIds(await response.json()), ms: app.clock.now() - from };
}

const joinedIds = (entries: { id: string }[]) => entries.map(({ id }) => id).join();

Deno.test("who asks for an old list gets a new one, of one poll that all who ask share", async () => {
  const { app, net } = await createOld();
  await using _ = app;
  slow(app, net, 300);
  const before = net.polls.idn;
  const all = await app.until(
    Promise.all(Array.from({ length: 50 }, () => timed(app, "/api/kota/live"))),
  );
  for (const { ids, ms } of all) {
    assert.equal(ids, "idn-news");
    assert.ok(ms <= 1_000, `${ms} ms`);
  }
  assert.equal(net.polls.idn, before + 1);
  assert.match(all[0]!.response.headers.get("x-live-sources")!, /^idn;state=ok;age=0/);
});

Deno.test("nobody waits for over a second: then the old list is told with its age, and at once again", async () => {
  const { app, net } = await createOld();
  await using _ = app;
  slow(app, net, 3_000);
  const first = await timed(app, "/api/kota/live");
  assert.equal(first.ids, "");
  assert.ok(first.ms >= 1_000 && first.ms < 1_100, `${first.ms} ms`);
  const age = Number(
    /^idn;state=ok;age=(\d+)/.exec(first.response.headers.get("x-live-sources")!)![1],
  );
  assert.ok(age > 40, `${age} s`);
  const second = await timed(app, "/api/kota/live");
  assert.ok(second.ms <= 20, `${second.ms} ms: who asks later waits no second time`);
  // The list, then a chat room.
  await app.clock.advance(6_000);
  assert.equal((await timed(app, "/api/kota/live")).ids, "idn-news");
});

Deno.test("each list is that platform's entries of live, goes on over new content, and ignores what it does not know", async () => {
  await using app = await world({ ...ON_AIR, platforms: createBusyNet() });
  const all: Entry[] = await app.json("/api/kota/live");
  for (const platform of ["idn", "showroom", "youtube"]) {
    const some: Entry[] = await app.json(`/api/kota/live/${platform}`);
    assert.deepEqual(some, all.filter(({ type }) => type === platform));
    assert.ok(some.length >= 2);
  }
  for (const query of ["page=x", "type=nope", "apikey[]=x", "limit="]) {
    assert.deepEqual(await app.json(`/api/kota/live?${query}`), all, query);
  }
  await app.swap();
  assert.deepEqual(await app.json("/api/kota/live"), all);
});

Deno.test("a list is [] when nobody is on air, and with LIVE=off, which asks no platform", async () => {
  await using quiet = await world({ ...ON_AIR, platforms: createBusyNet({ empty: true }) });
  const platforms = createBusyNet();
  await using off = await world({ ...ON_AIR, platforms, env: { LIVE: "off" } });
  for (const [app, state] of [[quiet, "ok;age=0"], [off, "off"]] as const) {
    for (const path of LISTS) {
      const response = await app.ask(`/api/kota/${path}`);
      assert.equal(await response.text(), "[]");
      const sources = ["idn", "showroom", "youtube"].map((name) => `${name};state=${state}`);
      assert.equal(response.headers.get("x-live-sources"), sources.join(", "));
    }
  }
  await off.clock.advance(10 * MINUTE);
  assert.deepEqual(platforms.requests, { idn: 0, showroom: 0, youtube: 0 });
});
