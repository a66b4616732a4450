import assert from "node:assert/strict";
import { createBusyNet } from "../support/busy_platforms.ts";
import { ON_AIR } from "../support/contents.ts";
import { world } from "../support/world.ts";
import { plainVideo, scheduledItem, upcomingVideo } from "../../build/demo/scene.ts";
import { idnItem, showroomItem } from "../../build/demo/scene.ts";

const NOW = Date.parse(ON_AIR.now);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ANI = "UCkotaAni_00000000000001";
const OFFICIAL = "UCkotaResmi_000000000001";

async function createQuiet() {
  const net = createBusyNet({ empty: true });
  const app = await world({ ...ON_AIR, platforms: net });
  return { app, net, scene: net.scene };
}

// deno-lint-ignore no-explicit-any
const idsOf = (items: readonly any[]) => items.map(({ id }) => id).join(" ");

Deno.test("live/upcoming has what all platforms announce, soonest first, in both families", async () => {
  const { app, scene } = await createQuiet();
  await using _ = app;
  const at = (hours: number) => NOW + hours * HOUR;
  scene.idn = [
    scheduledItem("kota_ani", "ani-later", at(3)),
    scheduledItem("bukit_gadis", "gadis-later", at(5)),
    scheduledItem("a_stranger", "not-ours", at(1)),
  ];
  scene.nextLives.set(901, at(2) / 1_000);
  scene.youtube.set(OFFICIAL, [upcomingVideo("QrCBrhvfsy4", OFFICIAL, at(1))]);
  // Each room is asked every 5 minutes.
  await app.pass(6 * MINUTE);
  const items = await app.json("/api/kota/live/upcoming");
  assert.equal(
    idsOf(items),
    `youtube-QrCBrhvfsy4 showroom-901-${at(2) / 1_000} idn-ani-later`,
  );
  assert.deepEqual(items[2], {
    id: "idn-ani-later",
    type: "idn",
    title: "Talk with kota_ani",
    name: "Ani Sari",
    img: "https://cdn.idn.example/ani-later.jpg",
    url_key: "kota_ani",
    group: "kota",
    scheduled_at: "2026-07-04T13:00:00.000Z",
    url: "https://www.idn.app/kota_ani/live/ani-later",
  });
  assert.equal(items[1].url, "https://www.showroom-live.com/r/KOTA_Ani");
  assert.equal(items[0].name, "Kota");
  const hers = await app.json("/api/kota/live/upcoming?member=ani-sari");
  assert.equal(idsOf(hers), idsOf(items.slice(1)));
  const wrapped = await app.json("/api/bukit/live/upcoming");
  assert.deepEqual(Object.keys(wrapped), ["success", "total", "data", "message"]);
  assert.equal(idsOf(wrapped.data), "idn-gadis-later");
});

Deno.test("an announcement moves, is taken back, comes again and begins; live.announced comes once", async () => {
  const { app, scene } = await createQuiet();
  await using _ = app;
  const { clock } = app;
  await using other = await app.beside();
  const logged = async () =>
    (await app.json("/v1/events?type=live.announced")).data.map((
      // deno-lint-ignore no-explicit-any
      { data, group }: any,
    ) => `${group} ${data.id} ${data.scheduled_at.slice(11, 16)}`);
  const listed = async (program: typeof app) =>
    // deno-lint-ignore no-explicit-any
    (await program.json("/api/kota/live/upcoming")).map((one: any) =>
      one.scheduled_at.slice(11, 16)
    );
  scene.idn = [scheduledItem("kota_ani", "plan", NOW + 2 * HOUR)];
  await app.pass(MINUTE);
  assert.deepEqual(await listed(app), ["12:00"]);
  assert.deepEqual(await listed(other), ["12:00"], "every process lists it");
  scene.idn = [scheduledItem("kota_ani", "plan", NOW + 3 * HOUR)];
  await app.pass(MINUTE);
  assert.deepEqual(await listed(app), ["13:00"]);
  scene.idn = [];
  await app.pass(MINUTE);
  assert.deepEqual(await listed(app), []);
  assert.match(await (await app.ask("/api/kota/schedule.ics")).text(), /STATUS:CANCELLED/);
  scene.idn = [scheduledItem("kota_ani", "plan", NOW + HOUR)];
  await app.pass(MINUTE);
  assert.deepEqual(await listed(app), ["11:00"]);
  scene.idn = [idnItem("kota_ani", "plan", { live_at: clock.now() / 1_000 })];
  await app.pass(MINUTE);
  assert.deepEqual(await listed(app), []);
  assert.deepEqual(await listed(other), []);
  assert.equal(idsOf(await app.json("/api/kota/live")), "idn-plan");
  assert.deepEqual(await logged(), ["kota idn-plan 12:00"]);
});

Deno.test("what begins late is listed for two hours, and then no more, without any poll", async () => {
  const { app, scene } = await createQuiet();
  await using _ = app;
  scene.nextLives.set(901, (NOW + HOUR) / 1_000);
  await app.pass(6 * MINUTE);
  scene.nextLives.delete(901);
  app.platforms.fail("showroom", () => Promise.resolve(new Response("", { status: 500 })));
  await app.clock.advance(NOW + 3 * HOUR - 1_000 - app.clock.now());
  assert.equal((await app.json("/api/kota/live/upcoming")).length, 1);
  await app.clock.advance(1_000);
  assert.deepEqual(await app.json("/api/kota/live/upcoming"), []);
});

Deno.test("a room that goes on air at its time has begun what it announced", async () => {
  const { app, scene } = await createQuiet();
  await using _ = app;
  const at = NOW + 20 * MINUTE;
  scene.nextLives.set(901, at / 1_000);
  scene.nextLives.set(902, at / 1_000);
  await app.pass(6 * MINUTE);
  const urls = (await app.json("/api/kota/live/upcoming")).map(({ url }: { url: string }) => url);
  assert.deepEqual(urls, [
    "https://www.showroom-live.com/r/KOTA_Ani",
    "https://www.showroom-live.com/room/profile?room_id=902",
  ]);
  const live = showroomItem(901, "KOTA_Ani", 77, { started_at: app.clock.now() / 1_000 });
  scene.showroom = [{ lives: [live] }];
  await app.pass(MINUTE);
  assert.equal((await app.json("/api/kota/live/upcoming")).length, 1);
});

Deno.test("schedule.ics has announced broadcasts under stable names that count their changes", async () => {
  const { app, scene } = await createQuiet();
  await using _ = app;
  const calendar = async (query = "") =>
    (await (await app.ask(`/api/kota/schedule.ics${query}`)).text()).replaceAll("\r\n ", "");
  assert.doesNotMatch(await calendar(), /VEVENT/);
  scene.idn = [
    scheduledItem("kota_ani", "plan", NOW + 2 * HOUR, { title: "Talk, \\ and\u0000; more" }),
  ];
  await app.pass(MINUTE);
  const first = await calendar();
  assert.match(first, /UID:live-idn-plan\.kota@/);
  assert.match(first, /DTSTART:20260704T120000Z\r\nDURATION:PT2H\r\n/);
  assert.match(first, /SUMMARY:Ani Sari: Talk\\, \\\\ and \\; more\r\n/);
  assert.match(first, /URL:https:\/\/www\.idn\.app\/kota_ani\/live\/plan\r\n/);
  scene.idn = [scheduledItem("kota_ani", "plan", NOW + 3 * HOUR)];
  await app.pass(MINUTE);
  const second = await calendar("?member=ani-sari");
  assert.match(second, /DTSTART:20260704T130000Z/);
  const sequence = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)![1]);
  assert.ok(sequence(second) > sequence(first));
  assert.doesNotMatch(await calendar("?member=citra-el"), /VEVENT/);
});

Deno.test("videos come from the channels' feeds, newest first, paged, and in feeds of their own", async () => {
  const { app, scene } = await createQuiet();
  await using _ = app;
  const clip = (n: number, channel: string, day: string) =>
    plainVideo(`clip-000-${10 + n}`, channel, {
      title: `Clip <${n}> & more`,
      publishedAt: `2026-06-${day}T10:00:00Z`,
    });
  scene.youtube.set(ANI, [clip(1, ANI, "10"), clip(2, ANI, "20")]);
  scene.youtube.set(OFFICIAL, [
    clip(3, OFFICIAL, "15"),
    upcomingVideo("soon-000-00", OFFICIAL, NOW + HOUR),
  ]);
  await app.pass(3 * MINUTE);
  const items = await app.json("/api/kota/videos");
  assert.equal(idsOf(items), "youtube-clip-000-12 youtube-clip-000-13 youtube-clip-000-11");
  assert.deepEqual(items[0], {
    id: "youtube-clip-000-12",
    type: "youtube",
    title: "Clip <2> & more",
    published_at: "2026-06-20T10:00:00.000Z",
    url: "https://www.youtube.com/watch?v=clip-000-12",
    thumbnail: "https://i.ytimg.example/clip-000-12.jpg",
    channel: `Channel ${ANI}`,
    member: "ani-sari",
  });
  const page = await app.json("/api/kota/videos?page=2&perpage=2");
  assert.deepEqual([idsOf(page.videos), page.total_count], ["youtube-clip-000-11", 3]);
  assert.equal(idsOf(await app.json("/api/kota/videos?member=Ani%20Sari")).split(" ").length, 2);
  const replay = await app.json("/api/jkt48/replay");
  // deno-lint-ignore no-explicit-any
  assert.deepEqual(replay, items.map((one: any) => ({ ...one, _id: one.id })));
  const atom = await (await app.ask("/api/kota/videos.atom")).text();
  assert.match(atom, /<title>Clip &#60;2&#62; &#38; more<\/title>/);
  const feed = await app.json("/api/kota/videos.json");
  assert.deepEqual(feed.items.map(({ url }: { url: string }) => url), [
    "https://www.youtube.com/watch?v=clip-000-12",
    "https://www.youtube.com/watch?v=clip-000-13",
    "https://www.youtube.com/watch?v=clip-000-11",
  ]);
  assert.ok(!feed.items[0].content_html.includes("<2>"), "titles are text");
  assert.deepEqual((await app.json("/api/bukit/videos")).data, []);
});

Deno.test("videos are the newest 15 of a channel, as its feed lists them, also in a new process", async () => {
  const { app, scene } = await createQuiet();
  await using _ = app;
  const listed = async () => {
    await using late = await app.beside();
    return idsOf(await late.json("/api/kota/videos"));
  };
  scene.youtube.set(ANI, [plainVideo("clip-000-01", ANI)]);
  await app.pass(3 * MINUTE);
  assert.equal(await listed(), "youtube-clip-000-01");
  const more = Array.from({ length: 16 }, (_, n) => plainVideo(`clip-000-${10 + n}`, ANI));
  scene.youtube.set(ANI, more);
  await app.pass(3 * MINUTE);
  assert.deepEqual(
    (await listed()).split(" ").sort(),
    more.slice(1).map(({ id }) => `youtube-${id}`),
  );
});

Deno.test("hostile texts and addresses of announcements and videos are shown as text, over https alone", async () => {
  const { app, scene } = await createQuiet();
  await using _ = app;
  scene.idn = [
    scheduledItem("kota_ani", "evil", NOW + HOUR, {
      title: "<script>alert(1)</script>\u0000\u001b[1m",
      image_url: "javascript:alert(1)",
    }),
    scheduledItem("kota_ani", "a/b", NOW + HOUR),
    scheduledItem("kota_ani", "no-time", NOW, { scheduled_at: "soon" }),
    scheduledItem("kota_ani", "far", NOW + 900 * DAY),
    scheduledItem("kota_ani", "past", NOW - DAY),
  ];
  for (const [room, epoch] of [[900, { epoch: 1 }], [901, "<b>"], [902, 9e99]] as const) {
    scene.nextLives.set(room, epoch);
  }
  scene.youtube.set(ANI, [
    plainVideo("evil-000-00", ANI, {
      title: "]]></title><script>",
      thumbnails: { high: { url: "http://insecure.example/a.jpg" } },
    }),
  ]);
  await app.pass(6 * MINUTE);
  const [item, ...others] = await app.json("/api/kota/live/upcoming");
  assert.deepEqual(others, []);
  assert.equal(item.title, "<script>alert(1)</script> [1m");
  assert.ok(item.img === "" || item.img.startsWith("https://"), item.img);
  assert.match(item.url, /^https:/);
  const [video] = await app.json("/api/kota/videos");
  assert.deepEqual([video.thumbnail, video.title], ["", "]]></title><script>"]);
  assert.doesNotMatch(await (await app.ask("/api/kota/videos.atom")).text(), /<script/);
  assert.doesNotMatch((await app.json("/api/kota/videos.json")).items[0].content_html, /<script/);
});

Deno.test("live/stats answers by period in both families, and refuses what is none", async () => {
  const { app, scene } = await createQuiet();
  await using _ = app;
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
  const { app, scene } = await createQuiet();
  await using _ = app;
  const { clock } = app;
  // Jakarta is 7 hours ahead: 4 July is still going on there.
  clock.set(Date.parse("2026-07-04T16:30:00Z"));
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
  assert.equal(await count("2026-07-05T16:59:59Z", "week"), "2026-06-29 2026-07-05 1");
  assert.equal(await count("2026-07-05T17:00:00Z", "week"), "2026-07-06 2026-07-12 0");
  assert.equal(await count("2026-06-28T17:00:00Z", "week"), "2026-06-29 2026-07-05 1");
  assert.equal(await count("2026-07-31T16:59:59Z", "month"), "2026-07-01 2026-07-31 1");
  assert.equal(await count("2026-07-31T17:00:00Z", "month"), "2026-08-01 2026-08-31 0");
  assert.equal(await count("2026-12-31T16:59:59Z", "year"), "2026-01-01 2026-12-31 1");
  assert.equal(await count("2026-12-31T17:00:00Z", "year"), "2027-01-01 2027-12-31 0");
  assert.equal(await count("2027-01-01T00:00:00Z", "week"), "2026-12-28 2027-01-03 0");
  assert.equal(await count("2031-01-01T00:00:00Z", "all"), "2026-07-01 2031-01-01 1");
});
