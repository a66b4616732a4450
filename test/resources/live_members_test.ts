import assert from "node:assert/strict";
import { createBusyNet } from "../support/busy_platforms.ts";
import { ON_AIR } from "../support/contents.ts";
import { type World, world, type WorldOptions } from "../support/world.ts";
import { idnItem } from "../../build/demo/scene.ts";
import { type FakeNet, status } from "../../build/demo/net.ts";

const MINUTE = 60_000;

interface Entry {
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
    for (const entry of await app.json(`/api/${group}/live`) as Entry[]) {
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

Deno.test("a process that has just started finds a member by the key that only the platform knows", async () => {
  const net = createBusyNet();
  await using first = await world({ ...ON_AIR, platforms: net });
  await using late = await first.beside();
  assert.equal((await (await detailOf(late, "kota", "kota_budi_secret")).json()).id, "budi-rum");
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

Deno.test("statistics count what is recorded, by platform", async () => {
  const net = createBusyNet();
  await using app = await world({ ...ON_AIR, platforms: net });
  const statsOf = async () => {
    const { shows: _, ...recorded } =
      (await (await detailOf(app, "kota", "ani-sari")).json()).stats;
    return recorded;
  };
  assert.deepEqual(await statsOf(), { total_live: { idn: 0, showroom: 0, youtube: 0 } });
  const before = await detailOf(app, "kota", "ani-sari");
  net.scene.idn = [];
  await app.pass(MINUTE);
  const { last_live, total_live } = await statsOf();
  assert.deepEqual(total_live, { idn: 1, showroom: 0, youtube: 0 });
  const [record] = await app.json("/api/kota/recent?name=ani");
  const { id, type, live_info: { date } } = record;
  assert.deepEqual(last_live, { id, type, date });
  assert.equal(JSON.stringify(Object.keys(last_live)), '["id","type","date"]');
  const headers = { "if-none-match": before.headers.get("etag")! };
  const after = await app.ask("/api/kota/member-detail?url=ani-sari", { headers });
  assert.equal(after.status, 200, "another answer, another tag");
  net.scene.showroom = [];
  await app.pass(MINUTE);
  assert.deepEqual((await statsOf()).total_live, { idn: 1, showroom: 1, youtube: 0 });
});

Deno.test("a broadcast of somebody who is not published yet is nobody's, until she is", async () => {
  const net = createBusyNet();
  await using app = await world({ ...ON_AIR, platforms: net });
  const hers = async () =>
    (await app.json("/api/kota/live") as Entry[]).filter(({ id }) => id === "idn-nobody-knows");
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
  const [dian] = (await app.json("/api/kota/live") as Entry[]).filter(({ url }) =>
    url === "dian-lulus"
  );
  assert.equal(dian!.is_graduate, true);
  app.clock.set(Date.parse("2026-07-03T16:59:59.999Z"));
  net.scene.idn = [idnItem("kota_dian", "before")];
  const isGraduate = async () =>
    (await app.json("/api/kota/live") as Entry[]).find(({ url }) => url === "dian-lulus")!
      .is_graduate;
  assert.equal(await isGraduate(), false);
  await app.clock.advance(1);
  assert.equal(await isGraduate(), true);
});

/** Where nobody has asked for long enough that the polls are slow, and the list is old. */
async function createQuiet(
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
  return { response, ids: idsOf(await response.json()), ms: app.clock.now() - from };
}

const idsOf = (entries: { id: string }[]) => entries.map(({ id }) => id).join();

Deno.test("who asks for an old list gets a new one, of one poll that all who ask share", async () => {
  const { app, net } = await createQuiet();
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
  const { app, net } = await createQuiet();
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

Deno.test("two processes over one store make one poll of it, and both tell what it found", async () => {
  const { app: one, net } = await createQuiet();
  await using _ = one;
  await using two = await one.beside();
  const { clock } = one;
  await letGoOld(one);
  slow(one, net, 400);
  const before = net.polls.idn;
  const from = clock.now();
  const answers = await one.until(
    Promise.all([one, two, two, one].map((app) => app.json("/api/kota/live"))),
  );
  for (const entries of answers) assert.equal(idsOf(entries), "idn-news");
  assert.equal(net.polls.idn, before + 1);
  assert.ok(clock.now() - from <= 1_100);
});

Deno.test("while the breaker is open nobody waits", async () => {
  const { app, net } = await createQuiet();
  await using _ = app;
  for (const platform of ["idn", "showroom", "youtube"] as const) net.fail(platform, status(500));
  await app.pass(5 * MINUTE);
  const claimed = net.polls.idn;
  const { ms, response } = await timed(app, "/api/kota/live");
  assert.ok(ms <= 20, `${ms} ms`);
  assert.match(response.headers.get("x-live-sources")!, /^idn;state=stale;age=\d{3}/);
  assert.ok(net.polls.idn - claimed <= 1);
});

Deno.test("at the usual pace no process waits, whoever polls", async () => {
  const net = createBusyNet();
  await using one = await world({ ...ON_AIR, platforms: net });
  await using two = await one.beside();
  const { clock } = one;
  for (let n = 0; n < 120; n++) {
    for (const app of [one, two]) {
      assert.ok((await timed(app, "/api/kota/live")).ms <= 20, `after ${n * 5} s`);
    }
    await clock.advance(5_000);
  }
});
