import assert from "node:assert/strict";
import { memberDetailItem } from "../../src/model/item/member.ts";
import { idnItem } from "../support/fake_platforms/scene.ts";
import { createLiveProgram, type LiveProgram } from "../support/live_program.ts";
import { createBusyNet } from "../support/live_program.ts";
import { assertShape } from "../support/shapes.ts";

const MINUTE = 60_000;

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly url_key: string;
  readonly is_group: boolean;
  readonly is_graduate: boolean;
}

function detailOf(app: LiveProgram, group: string, key: string): Promise<Response> {
  return app.ask(`/api/${group}/member-detail?url=${encodeURIComponent(key)}`);
}

Deno.test("each entry's url_key finds its member in member-detail, whatever is known of her accounts", async () => {
  await using app = await createLiveProgram({ net: createBusyNet() });
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
      assertShape(memberDetailItem, detail, entry.id);
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
  await using first = await createLiveProgram({ net });
  const { clock, kv } = first;
  await using late = await createLiveProgram({ clock, kv, net, isCold: true });
  assert.equal((await (await detailOf(late, "kota", "kota_budi_secret")).json()).id, "budi-rum");
});

Deno.test("once she is off the air, a key that only the platform knew finds nobody", async () => {
  const net = createBusyNet();
  await using app = await createLiveProgram({ net });
  assert.equal((await detailOf(app, "kota", "kota_budi_secret")).status, 200);
  assert.equal((await detailOf(app, "laut", "kota_budi_secret")).status, 404, "nobody's there");
  net.scene.showroom = [];
  await app.pass(MINUTE);
  assert.equal((await detailOf(app, "kota", "kota_budi_secret")).status, 404);
  assert.equal((await detailOf(app, "kota", "budi-rum")).status, 200);
});

Deno.test("statistics count what is recorded, by platform, as soon as it has ended", async () => {
  const net = createBusyNet();
  await using app = await createLiveProgram({ net });
  const statsOf = async () => (await (await detailOf(app, "kota", "ani-sari")).json()).stats;
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
  await using app = await createLiveProgram({ net });
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
  await using app = await createLiveProgram({ net });
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
