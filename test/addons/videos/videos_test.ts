import assert from "node:assert/strict";
import { createBusyNet } from "../../support/busy_platforms.ts";
import { ON_AIR } from "../../support/contents.ts";
import { world } from "../../support/world.ts";
import { plainVideo, upcomingVideo } from "../../../build/demo/scene.ts";

const NOW = Date.parse(ON_AIR.now);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ANI = "UCkotaAni_00000000000001";
const OFFICIAL = "UCkotaResmi_000000000001";

/** A program on whose platforms nobody is on air. */
const quiet = () => world({ ...ON_AIR, platforms: createBusyNet({ empty: true }) });

// deno-lint-ignore no-explicit-any
const idsOf = (items: readonly any[]) => items.map(({ id }) => id).join(" ");

Deno.test("videos come from the channels' feeds, newest first and paged", async () => {
  await using app = await quiet();
  const { scene } = app.platforms;
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
  assert.deepEqual((await app.json("/api/bukit/videos")).data, []);
});

Deno.test("videos are the newest 15 of a channel, as its feed lists them, also in a new process", async () => {
  await using app = await quiet();
  const { scene } = app.platforms;
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
