import assert from "node:assert/strict";
import { createBusyNet } from "../support/busy_platforms.ts";
import { ON_AIR } from "../support/contents.ts";
import { world } from "../support/world.ts";
import { status } from "../../build/demo/net.ts";
import { maxAge } from "../support/turns.ts";

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

Deno.test.each(["idn", "showroom", "youtube"])(
  "live/%s holds that platform's entries of live",
  async (type) => {
    await using app = await world({ ...ON_AIR, platforms: createBusyNet() });
    const all: Entry[] = await app.json("/api/kota/live");
    const some: Entry[] = await app.json(`/api/kota/live/${type}`);
    assert.deepEqual(some, all.filter((entry) => entry.type === type));
    assert.ok(some.length >= 2);
  },
);

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

Deno.test.each(LISTS)("%s is [] when nobody is on air, and says that it asked", async (path) => {
  await using app = await world({ ...ON_AIR, platforms: createBusyNet({ empty: true }) });
  const response = await app.ask(`/api/kota/${path}`);
  assert.equal(response.status, 200);
  assert.equal(await response.text(), "[]");
  assert.equal(
    response.headers.get("x-live-sources"),
    "idn;state=ok;age=0, showroom;state=ok;age=0, youtube;state=ok;age=0",
  );
});

Deno.test.each(LISTS)("%s is [] with LIVE=off, and no platform is asked", async (path) => {
  const net = createBusyNet();
  await using app = await world({ ...ON_AIR, platforms: net, env: { LIVE: "off" } });
  const response = await app.ask(`/api/kota/${path}`);
  assert.equal(await response.text(), "[]");
  assert.equal(
    response.headers.get("x-live-sources"),
    "idn;state=off, showroom;state=off, youtube;state=off",
  );
  await app.clock.advance(10 * MINUTE);
  assert.deepEqual(net.requests, { idn: 0, showroom: 0, youtube: 0 });
});

Deno.test("a process with LIVE=off shows nothing of what another one on its store finds", async () => {
  const net = createBusyNet();
  await using on = await world({ ...ON_AIR, platforms: net });
  assert.equal((await on.json("/api/kota/live")).length, 9);
  await using off = await on.beside({ env: { LIVE: "off" } });
  await on.clock.advance(MINUTE);
  assert.deepEqual(await off.json("/api/kota/live"), []);
  const { sources } = await off.json("/status");
  for (const { state, last_error } of sources) {
    assert.deepEqual([state, last_error], ["off", undefined]);
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

Deno.test("the tag changes with the list: another viewer, another tag; the same list, the same tag", async () => {
  const net = createBusyNet();
  await using app = await world({ ...ON_AIR, platforms: net });
  const tagNow = async () => (await app.ask("/api/kota/live/idn")).headers.get("etag");
  const before = await tagNow();
  await app.clock.advance(MINUTE);
  assert.equal(await tagNow(), before);
  net.scene.idn = net.scene.idn.map((item) => ({ ...item as object, view_count: 301 }));
  await app.clock.advance(MINUTE);
  assert.notEqual(await tagNow(), before);
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

Deno.test("the lists go on over a change of content", async () => {
  await using app = await world({ ...ON_AIR, platforms: createBusyNet() });
  const before = await app.json("/api/kota/live");
  await app.swap();
  assert.deepEqual(await app.json("/api/kota/live"), before);
});

Deno.test("what live does not know is ignored, also a page", async () => {
  await using app = await world({ ...ON_AIR, platforms: createBusyNet() });
  const plain = await app.json("/api/kota/live");
  for (const query of ["page=x", "type=nope", "apikey[]=x", "limit="]) {
    assert.deepEqual(await app.json(`/api/kota/live?${query}`), plain, query);
  }
});

Deno.test("the longest interval leaves no gap in the list, and is no trouble of the platform's", async () => {
  const net = createBusyNet();
  await using app = await world({
    ...ON_AIR,
    platforms: net,
    env: { LIVE: "on", LIVE_INTERVAL_MS: "300000" },
  });
  for (let minute = 0; minute < 120; minute++) {
    const response = await app.ask("/api/kota/live/showroom");
    assert.equal((await response.json()).length, 4, `in minute ${minute}`);
    assert.equal(sourcesOf(response)["showroom"]!["state"], "ok", `in minute ${minute}`);
    await app.clock.advance(MINUTE);
  }
  assert.ok(net.polls.showroom <= 2 * 3600 / 240 + 1, `${net.polls.showroom} polls`);
});
