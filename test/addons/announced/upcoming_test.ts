import assert from "node:assert/strict";
import { createBusyNet } from "../../support/busy_platforms.ts";
import { ON_AIR } from "../../support/contents.ts";
import { world } from "../../support/world.ts";
import {
  idnItem,
  plainVideo,
  scheduledItem,
  showroomItem,
  upcomingVideo,
} from "../../../build/demo/scene.ts";

const NOW = Date.parse(ON_AIR.now);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ANI = "UCkotaAni_00000000000001";
const OFFICIAL = "UCkotaResmi_000000000001";

/** A program on whose platforms nobody is on air. */
const quiet = () => world({ ...ON_AIR, platforms: createBusyNet({ empty: true }) });

// deno-lint-ignore no-explicit-any
const idsOf = (items: readonly any[]) => items.map(({ id }) => id).join(" ");

Deno.test("live/upcoming has what all platforms announce, soonest first, in both families", async () => {
  await using app = await quiet();
  const { scene } = app.platforms;
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
  await using app = await quiet();
  const { scene } = app.platforms;
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
  await using app = await quiet();
  const { scene } = app.platforms;
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
  await using app = await quiet();
  const { scene } = app.platforms;
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
  await using app = await quiet();
  const { scene } = app.platforms;
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

Deno.test("hostile texts and addresses of announcements and videos are shown as text, over https alone", async () => {
  await using app = await quiet();
  const { scene } = app.platforms;
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
});
