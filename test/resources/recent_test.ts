import assert from "node:assert/strict";
import { createBusyNet } from "../support/busy_platforms.ts";
import { ON_AIR } from "../support/contents.ts";
import { type World, world, type WorldOptions } from "../support/world.ts";
import { idnItem, showroomItem } from "../../build/demo/scene.ts";
import { maxAge } from "../support/turns.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Record {
  readonly id: string;
  readonly type: string;
  readonly ended_at: string;
  readonly duration_ms: number;
  readonly peak_viewers: number;
  readonly member: { readonly name: string };
}

/** An app whose platforms have had `count` broadcasts on IDN, and one on SHOWROOM. */
async function createEvening(
  count: number,
  options: Partial<WorldOptions> = {},
): Promise<World> {
  const net = createBusyNet({ empty: true });
  const app = await world({ ...ON_AIR, platforms: net, ...options });
  const names = ["kota_ani", "kota_resmi", "kota_dian"];
  for (let n = 0; n < count; n++) {
    const minutes = (n * 7) % 11 + 1;
    net.scene.idn = [idnItem(names[n % names.length]!, `show-${n}`, {
      live_at: app.clock.now() / 1000 - minutes * 60,
      view_count: (n * 37) % 101,
      title: `Talk ${n}`,
    })];
    await app.pass(30_000);
  }
  const live = showroomItem(903, "Kota_Citra", 7003, {
    started_at: app.clock.now() / 1000 - 3_600,
  });
  net.scene.idn = [];
  net.scene.showroom = [{ lives: [live] }];
  await app.pass(MINUTE);
  net.scene.showroom = [];
  await app.pass(2 * MINUTE);
  return app;
}

const idsOf = (records: readonly Record[]) => records.map(({ id }) => id).join(" ");

Deno.test("recent holds what has ended, newest first, in the contract's shape and order", async () => {
  await using app = await createEvening(5);
  const records: Record[] = await app.json("/api/kota/recent");
  assert.equal(
    idsOf(records),
    "showroom-7003 idn-show-4 idn-show-3 idn-show-2 idn-show-1 idn-show-0",
  );
  const [newest] = await app.json("/api/kota/recent");
  const { started_at: start, ended_at: end, duration_ms: duration } = newest;
  assert.deepEqual(newest, {
    id: "showroom-7003",
    data_id: "showroom-7003",
    type: "showroom",
    title: "Good evening",
    member: {
      name: "Citra Él",
      nickname: "Cici",
      img: "",
      img_alt: "",
      url: "citra-el",
      is_graduate: false,
      is_official: false,
    },
    room_id: 903,
    started_at: start,
    ended_at: end,
    created_at: end,
    duration_ms: Date.parse(end) - Date.parse(start),
    peak_viewers: 50,
    live_info: { duration, viewers: { num: 50 }, date: { start, end } },
    group: "kota",
  });
});

Deno.test("recent of a group holds its own; what two groups share is recorded for each", async () => {
  await using app = await createEvening(2);
  const laut: Record[] = await app.json("/api/laut/recent");
  assert.equal(idsOf(laut), "showroom-7003");
  assert.equal(laut[0]!.member.name, "Fitri Duo");
  const shared = await app.json("/api/laut/recent/showroom-7003");
  assert.deepEqual(shared, laut[0]);
  assert.equal((await app.ask("/api/laut/recent/idn-show-1")).status, 404);
});

Deno.test("recent sorts by date, duration and viewers, largest first", async () => {
  await using app = await createEvening(12);
  const sorted = async (sort: string) =>
    await app.json(`/api/kota/recent?sort=${sort}`) as Record[];
  assert.deepEqual(await sorted("date"), await app.json("/api/kota/recent"));
  for (
    const [sort, weigh] of [
      ["date", ({ ended_at }: Record) => Date.parse(ended_at)],
      ["duration", ({ duration_ms }: Record) => duration_ms],
      ["viewers", ({ peak_viewers }: Record) => peak_viewers],
    ] as const
  ) {
    const weights = (await sorted(sort)).map(weigh);
    assert.equal(weights.length, 13);
    assert.deepEqual(weights, weights.toSorted((a, b) => b - a), sort);
    assert.ok(new Set(weights).size > 8, sort);
  }
});

Deno.test("recent filters by type and by a part of a name or nickname, accents folded", async () => {
  await using app = await createEvening(6);
  const count = async (query: string) => (await app.json(`/api/kota/recent?${query}`)).length;
  assert.equal(await count("type=idn"), 6);
  assert.equal(await count("type=showroom"), 1);
  assert.equal(await count("type=youtube"), 0);
  assert.equal(await count("name=SARI"), 2);
  assert.equal(await count("name=ani"), 2);
  assert.equal(await count(`name=${encodeURIComponent("citra el")}`), 1);
  assert.equal(await count("name=cici&type=showroom"), 1);
  assert.equal(await count("name=cici&type=idn"), 0);
  assert.equal(await count("name=nobody"), 0);
});

Deno.test("recent?name= knows every nickname, and ignores the group's name behind it", async () => {
  await using app = await createEvening(6);
  const count = async (name: string) =>
    (await app.json(`/api/kota/recent?name=${encodeURIComponent(name)}`)).length;
  assert.equal(await count("Sasa"), 2, "her second nickname, which no record holds");
  for (const name of ["Ani Kota", "ani  KOTA", "Ani city", "sasa kota"]) {
    assert.equal(await count(name), 2, name);
  }
  assert.equal(await count("Citra El Kota"), 1);
  assert.equal(await count("Kota Ani"), 0, "only behind the name");
  assert.equal(await count("nobody kota"), 0);
});

Deno.test("recent/{id} is one of the list; what is on air, or was never, is 404", async () => {
  await using app = await createEvening(2);
  for (const record of await app.json("/api/kota/recent") as Record[]) {
    assert.deepEqual(await app.json(`/api/kota/recent/${record.id}`), record);
  }
  app.platforms.scene.idn = [idnItem("kota_ani", "now")];
  await app.pass(MINUTE);
  for (const id of ["idn-now", "idn-nope", "show-0", "__proto__", "%2F", "IDN-show-0"]) {
    const response = await app.ask(`/api/kota/recent/${id}`);
    assert.equal(response.status, 404, id);
    assert.equal((await response.json()).type, "NOT_FOUND");
  }
});

Deno.test("recent is kept for 5 s, and changes its tag with the book", async () => {
  await using app = await createEvening(2);
  assert.equal(maxAge(await app.ask("/api/kota/recent")), 5);
  const before = (await app.ask("/api/kota/recent")).headers.get("etag");
  app.platforms.scene.idn = [idnItem("kota_ani", "another")];
  await app.pass(MINUTE);
  assert.equal((await app.ask("/api/kota/recent")).headers.get("etag"), before);
  app.platforms.scene.idn = [];
  await app.pass(MINUTE);
  assert.notEqual((await app.ask("/api/kota/recent")).headers.get("etag"), before);
});

Deno.test("records leave with RECENT_RETENTION_DAYS, from lists and addresses; counts stay", async () => {
  await using app = await createEvening(1, { env: { LIVE: "on", RECENT_RETENTION_DAYS: "62" } });
  const [, record] = await app.json("/api/kota/recent") as Record[];
  const { clock } = app;
  clock.set(Date.parse(record!.ended_at) + 62 * DAY - 3_000);
  const last = await app.ask("/api/kota/recent");
  assert.equal((await last.json()).length, 2);
  assert.equal(maxAge(last), 3, "a client asks again when it leaves");
  clock.set(clock.now() + 3_000);
  assert.equal(idsOf(await app.json("/api/kota/recent")), "showroom-7003");
  assert.equal((await app.ask("/api/kota/recent/idn-show-0")).status, 404);
  const { stats } = await app.json("/api/kota/member/ani-sari");
  assert.deepEqual(stats.total_live, { idn: 1, showroom: 0, youtube: 0 });
  assert.equal("last_live" in stats, false);
});

Deno.test("after a rename, what is recorded under her old slug is found by either of them, and by her nickname", async () => {
  await using app = await createEvening(1);
  await app.edit({
    "kota/members/ani-sari.yaml": null,
    "kota/members/ani-baru.yaml":
      "name: Ani Baru\nnicknames: [Asa]\nidn_username: kota_ani\nformer_slugs: [ani-sari]\n",
  });
  for (const query of ["member=ani-sari", "member=ani-baru", "name=Asa"]) {
    assert.equal(idsOf(await app.json(`/api/kota/recent?${query}`)), "idn-show-0", query);
  }
  const { total } = await app.json("/v1/events?member=ani-baru&type=live.started,live.ended");
  assert.equal(total, 2);
  const { stats } = await app.json("/api/kota/member/ani-sari");
  assert.deepEqual([stats.last_live.id, stats.total_live.idn], ["idn-show-0", 1]);
});
