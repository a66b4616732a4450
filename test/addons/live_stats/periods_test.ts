import assert from "node:assert/strict";
import { createBusyNet } from "../../support/busy_platforms.ts";
import { ON_AIR } from "../../support/contents.ts";
import { world } from "../../support/world.ts";
import { idnItem } from "../../../build/demo/scene.ts";

const MINUTE = 60_000;

/** A program on whose platforms nobody is on air. */
const quiet = () => world({ ...ON_AIR, platforms: createBusyNet({ empty: true }) });

Deno.test("live/stats answers by period in both families, and refuses what is none", async () => {
  await using app = await quiet();
  const { scene } = app.platforms;
  assert.deepEqual(await app.json("/api/kota/live/stats"), {
    period: "week",
    from: "2026-06-29",
    to: "2026-07-05",
    total: 0,
    data: [],
  });
  const from = (minutes: number) => ({ live_at: app.clock.now() / 1_000 - minutes * 60 });
  scene.idn = [idnItem("kota_ani", "one", from(30)), idnItem("kota_resmi", "two", from(90))];
  await app.pass(MINUTE);
  scene.idn = [idnItem("bukit_gadis", "three", from(5))];
  await app.pass(2 * MINUTE);
  scene.idn = [];
  await app.pass(13 * MINUTE);
  const week = await app.json("/api/kota/live/stats?period=week");
  assert.deepEqual(
    week.data.map(({ id, name, count }: Record<string, unknown>) => [id, name, count]),
    [["", "Kota", 1], ["ani-sari", "Ani Sari", 1]],
    "most time first",
  );
  const [record] = await app.json("/api/kota/recent?name=ani");
  assert.equal(week.data[1].duration_ms, record.duration_ms);
  assert.equal(week.data[1].longest_ms, record.duration_ms);
  assert.equal(week.data[1].peak_viewers, record.peak_viewers);
  const all = await app.json("/api/kota/live/stats?period=all&member=ani-sari");
  assert.deepEqual([all.from, all.to, all.total], ["2026-07-01", "2026-07-04", 1]);
  for (
    const [period, days] of [["month", "2026-07-01 2026-07-31"], ["year", "2026-01-01 2026-12-31"]]
  ) {
    const said = await app.json(`/api/kota/live/stats?period=${period}`);
    assert.equal(`${said.from} ${said.to}`, days);
    assert.deepEqual(said.data, week.data);
  }
  const wrapped = await app.json("/api/bukit/live/stats?period=all");
  assert.deepEqual(Object.keys(wrapped), [
    "success",
    "total",
    "data",
    "message",
    "period",
    "from",
    "to",
  ]);
  assert.equal(wrapped.data[0].id, "gadis-wrap");
  for (const query of ["period=day", "period=", "member=nobody"]) {
    assert.equal((await app.ask(`/api/kota/live/stats?${query}`)).status, 400, query);
  }
});

Deno.test("a week of live/stats turns at the group's midnight, and so do month and year", async () => {
  await using app = await quiet();
  const { scene } = app.platforms;
  const { clock } = app;
  // Jakarta is 7 hours ahead: another week has begun there.
  clock.set(Date.parse("2026-07-05T17:30:00Z"));
  scene.idn = [idnItem("kota_ani", "one", { live_at: clock.now() / 1_000 - 60 })];
  await app.pass(MINUTE);
  scene.idn = [];
  await app.pass(45 * MINUTE);
  const count = async (instant: string, period: string) => {
    app.at(instant);
    await using late = await app.beside({ env: { LIVE: "off" } });
    const { from, to, data: [sum] } = await late.json(`/api/kota/live/stats?period=${period}`);
    return `${from} ${to} ${sum?.count ?? 0}`;
  };
  assert.equal(await count("2026-07-05T16:59:59Z", "week"), "2026-06-29 2026-07-05 0");
  assert.equal(await count("2026-07-05T17:00:00Z", "week"), "2026-07-06 2026-07-12 1");
  assert.equal(await count("2026-06-28T17:00:00Z", "week"), "2026-06-29 2026-07-05 0");
  assert.equal(await count("2026-07-31T16:59:59Z", "month"), "2026-07-01 2026-07-31 1");
  assert.equal(await count("2026-07-31T17:00:00Z", "month"), "2026-08-01 2026-08-31 0");
  assert.equal(await count("2026-12-31T16:59:59Z", "year"), "2026-01-01 2026-12-31 1");
  assert.equal(await count("2026-12-31T17:00:00Z", "year"), "2027-01-01 2027-12-31 0");
  assert.equal(await count("2027-01-01T00:00:00Z", "week"), "2026-12-28 2027-01-03 0");
  assert.equal(await count("2031-01-01T00:00:00Z", "all"), "2026-07-01 2031-01-01 1");
});
