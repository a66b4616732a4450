import assert from "node:assert/strict";
import { idnItem, showroomItem } from "../support/fake_platforms/scene.ts";
import { createLiveFixture, type LiveFixture } from "../support/live_fixture.ts";
import { fillScene } from "../support/live_program.ts";
import type { RunningServer } from "../support/server.ts";
import { until, untilWithin } from "../support/until.ts";
import { openSlowDoor } from "./slow_door.ts";

const INTERVAL_MS = 1_000;

const DOOR_MS = 200;

/**
 * By so much a poll may be late on a busy machine. What is exact about turns is proven under a driven
 * clock, in test/live/processes_test.ts; here they have to be taken at all.
 */
const LATE_MS = 0.4 * INTERVAL_MS;

Deno.test("1,000 requests at once on a process that has just started: one poll per platform, and no false []", async () => {
  await using fixture = await createLiveFixture(20_000);
  fillScene(fixture.platforms.scene);
  // Many of them are there before the first platform has answered, which takes two answers in a row; a
  // busy machine adds its own delay, and nobody waits for longer than 2.5 s.
  await using door = openSlowDoor(fixture.platforms.url, DOOR_MS);
  const addresses = {
    IDN_URL: door.url,
    SHOWROOM_URL: door.url,
    YOUTUBE_URL: door.url,
    YOUTUBE_FEED_URL: `${door.url}/feeds/videos.xml`,
  };
  const server = await fixture.start(addresses);
  const begun = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, async () => {
      const { body } = await fixture.ask(server, "api/kota/live");
      return { count: body.length, ms: performance.now() - begun };
    }),
  );
  for (const { count } of answers) assert.ok(count >= 9, `${count} of the entries`);
  const { platforms } = fixture;
  assert.deepEqual([platforms.polls("idn"), platforms.polls("showroom")], [1, 1]);
  const youtube = platforms.asked.filter(({ platform }) => platform === "youtube");
  assert.equal(youtube.length, 4, "a feed for each of three channels, and one question");
  const slowest = Math.round(Math.max(...answers.map(({ ms }) => ms)));
  console.log(
    `1,000 requests on a cold process, platforms at ${DOOR_MS} ms: the last after ${slowest} ms`,
  );
});

/** What a server says: entries and their tag, and the records. */
async function told(fixture: LiveFixture, server: RunningServer): Promise<unknown> {
  const live = await fixture.ask(server, "api/kota/live");
  const { body: recent } = await fixture.ask(server, "api/kota/recent");
  return { tag: live.headers.get("etag"), live: live.body, recent };
}

async function sameSoon(
  fixture: LiveFixture,
  one: RunningServer,
  other: RunningServer,
): Promise<void> {
  await untilWithin(5_000, async () => {
    const [a, b] = await Promise.all([told(fixture, one), told(fixture, other)]);
    return JSON.stringify(a) === JSON.stringify(b);
  });
}

/** Keeps asking the servers, as callers do. */
function keepAsking(fixture: LiveFixture, servers: ReadonlySet<RunningServer>): () => void {
  const ask = () => {
    for (const server of servers) fixture.ask(server, "api/kota/live").catch(() => {});
  };
  const timer = setInterval(ask, 200);
  return () => clearInterval(timer);
}

function idsOf(answer: { body: { id: string }[] }): string[] {
  return answer.body.map(({ id }) => id);
}

Deno.test("two servers on one KV file poll once per interval, answer the same, and survive each other's SIGKILL", async () => {
  await using fixture = await createLiveFixture(INTERVAL_MS);
  const { platforms } = fixture;
  const { scene } = platforms;
  scene.idn = [idnItem("kota_ani", "one")];
  const first = await fixture.start();
  await until(async () => (await fixture.ask(first, "api/kota/live")).body.length === 1);
  const second = await fixture.start();
  const running = new Set([first, second]);
  const stopAsking = keepAsking(fixture, running);
  try {
    await sameSoon(fixture, first, second);
    const [polls, begun] = [platforms.polls("idn"), performance.now()];
    await until(() => platforms.polls("idn") >= polls + 5);
    const passed = performance.now() - begun;
    assert.ok(
      passed >= 4 * 0.8 * INTERVAL_MS - LATE_MS,
      `5 polls by two servers within ${passed} ms`,
    );
    scene.idn = [idnItem("kota_ani", "two"), idnItem("kota_dian", "three")];
    await until(async () => idsOf(await fixture.ask(second, "api/kota/recent")).length === 1);
    await sameSoon(fixture, first, second);

    // The one that only follows goes without a word.
    await kill(second, running);
    const calm = await nextPolls(fixture, first, 2);
    assert.ok(calm < 5 * INTERVAL_MS, `two polls took ${calm} ms after a follower's end`);

    const third = await fixture.start();
    running.add(third);
    await sameSoon(fixture, first, third);
    await kill(first, running);
    scene.idn = [];
    scene.showroom = [{ lives: [showroomItem(902, "budi", 9)] }];
    const gap = await nextPolls(fixture, third, 1);
    assert.ok(gap <= 4 * INTERVAL_MS, `${gap} ms without a poll`);
    await until(async () =>
      String(idsOf(await fixture.ask(third, "api/kota/live"))) === "showroom-9" &&
      idsOf(await fixture.ask(third, "api/kota/recent")).length === 3
    );
    console.log(
      `a killed poller was replaced after ${Math.round(gap)} ms (interval ${INTERVAL_MS} ms)`,
    );
  } finally {
    stopAsking();
  }
});

async function kill(server: RunningServer, running: Set<RunningServer>): Promise<void> {
  running.delete(server);
  await server.stop("SIGKILL");
}

/** How long it takes until so many further polls have come, in ms that a busy machine did not take. */
async function nextPolls(
  fixture: LiveFixture,
  server: RunningServer,
  count: number,
): Promise<number> {
  const polls = fixture.platforms.polls("idn");
  return await untilWithin(20_000, async () => {
    await fixture.ask(server, "healthz");
    return fixture.platforms.polls("idn") >= polls + count;
  });
}
