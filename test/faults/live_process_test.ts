import assert from "node:assert/strict";
import type { LiveSettings } from "../../src/live/settings.ts";
import { createUpstreamFetch } from "../../src/live/platforms/upstream.ts";
import type { SourceReport } from "../../src/live/view.ts";
import type { LiveType } from "../../src/model/platforms.ts";
import { systemClock } from "../../src/platform/clock.ts";
import type { Net } from "../../src/platform/net.ts";
import { createOutboundFetch } from "../../src/platform/outbound_fetch.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createProcess, type Live } from "../live/live_harness.ts";
import {
  type Fault,
  FAULTS,
  intervalFor,
  RETRY_AFTER_S,
  toldFault,
} from "../../build/demo/fault.ts";
import { idnItem, showroomItem, youtubeItem } from "../../build/demo/scene.ts";
import { type FakePlatforms, startFakePlatforms } from "../../build/demo/server.ts";
import { createMemoryKv } from "../support/memory_kv.ts";

const INTERVAL_MS = 1_000;
const AT_ONCE = 12;
/** Of those that read 8 MiB at each poll. */
const LARGE_AT_ONCE = 2;
const PLATFORMS = ["idn", "showroom", "youtube"] as const;

/** Sockets, timers and platforms for one case; the network is watched. */
async function createCase(more: Partial<LiveSettings> = {}) {
  const platforms = await startFakePlatforms();
  const { scene } = platforms;
  scene.idn = [idnItem("groupa_feni", "hello")];
  scene.showroom = [{ lives: [showroomItem(317730, "GROUPA_Feni", 9)] }];
  scene.youtube.set("UCgroupa", [youtubeItem("QrCBrhvfsy4", "UCgroupa")]);
  scene.youtube.set("UCfeni", []);
  const elsewhere: string[] = [];
  const polls = { idn: 0, showroom: 0 };
  const net: Net = {
    fetch(url, init) {
      if (!url.startsWith(platforms.url)) elsewhere.push(url);
      if (url.endsWith("/graphql")) polls.idn++;
      if (url.endsWith("/onlives")) polls.showroom++;
      return fetch(url, init);
    },
  };
  const live = createProcess({
    clock: systemClock,
    kv: createMemoryKv(),
    net,
    random: systemRandom,
    url: platforms.url,
    settings: { LIVE_INTERVAL_MS: INTERVAL_MS, ...more },
  });
  live.start();
  const asking = setInterval(() => live.noteRequest(), 100);
  return {
    live,
    platforms,
    elsewhere,
    polls,
    async [Symbol.asyncDispose]() {
      clearInterval(asking);
      await live.stop();
      await platforms.close();
    },
  };
}

function source(live: Live, platform: LiveType): SourceReport {
  return live.view.sources().find(({ name }) => name === platform)!;
}

async function until(what: string, holds: () => boolean, withinMs = 15_000): Promise<void> {
  const start = performance.now();
  while (!holds()) {
    assert.ok(performance.now() - start < withinMs, `Waited ${withinMs} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The slowest of 1,000 answers, in ms. */
function slowestAnswer({ view }: Live): number {
  let slowest = 0;
  for (let n = 0; n < 1_000; n++) {
    const start = performance.now();
    JSON.stringify([view.list("groupa"), view.sources()]);
    slowest = Math.max(slowest, performance.now() - start);
  }
  return slowest;
}

/** Waits for two more polls of a platform, or for the longest it may want to be left alone. */
async function watchPolls(platforms: FakePlatforms, platform: LiveType): Promise<void> {
  const polls = platforms.polls(platform);
  const start = performance.now();
  await until(
    "more polls",
    () => platforms.polls(platform) >= polls + 2 || performance.now() - start > 2_500,
  );
}

async function playCase(platform: LiveType, fault: Fault): Promise<number> {
  const intervalMs = intervalFor(fault);
  await using one = await createCase({ LIVE_INTERVAL_MS: intervalMs });
  const { live, platforms, elsewhere, polls } = one;
  const begun = performance.now();
  await until("all are heard", () => live.view.list("groupa").length === 3);
  platforms.fail(platform, fault);
  await until("the fault is told", () => source(live, platform).last_error !== undefined);
  const faultAt = Date.now();
  await watchPolls(platforms, platform);
  const slowest = slowestAnswer(live);

  const { state, last_error: error } = source(live, platform);
  assert.deepEqual([state, error], ["stale", toldFault(platform, fault)]);
  assert.equal(live.view.list("groupa").length, 3, "the last good list is still shown");
  for (const other of PLATFORMS.filter((one) => one !== platform)) {
    assert.equal(source(live, other).state, "ok", `${other} is not affected`);
    assert.ok(source(live, other).age_ms! < 5 * intervalMs, `${other} is fresh`);
  }
  const passed = performance.now() - begun;
  // Counted where they leave the program: after a reset, the HTTP client itself tries a reused
  // connection's question once more on a new one.
  for (const one of ["idn", "showroom"] as const) {
    const most = passed / (0.8 * intervalMs) + 1;
    assert.ok(polls[one] <= most, `${polls[one]} polls of ${one} in ${passed} ms`);
  }
  if (fault === "status_429") assertLeftAlone(platforms, platform, faultAt);
  assert.deepEqual(elsewhere, [], "nobody else was asked");
  if (fault === "quota_exceeded" && platform === "youtube") return slowest;
  platforms.fail(platform, undefined);
  await until("it heals", () => source(live, platform).state === "ok");
  return slowest;
}

function assertLeftAlone(platforms: FakePlatforms, platform: LiveType, faultAt: number): void {
  const pressed = platforms.asked.filter((one) =>
    one.platform === platform && one.at > faultAt && one.at < faultAt + RETRY_AFTER_S * 900
  );
  assert.deepEqual(pressed, [], "Retry-After is obeyed");
}

Deno.test("whatever a platform does, the others go on, answers come from memory and the status tells the truth", async () => {
  const cases = FAULTS.flatMap((fault) => PLATFORMS.map((platform) => ({ fault, platform })));
  const { large = [], small = [] } = Object.groupBy(
    cases,
    ({ fault }) => intervalFor(fault) > INTERVAL_MS ? "large" : "small",
  );
  let slowest = 0;
  const failures: string[] = [];
  const work = async (waiting: Iterable<typeof cases[number]>) => {
    for (const { fault, platform } of waiting) {
      try {
        slowest = Math.max(slowest, await playCase(platform, fault));
      } catch (error) {
        failures.push(`${platform}, ${fault}: ${(error as Error).message}`);
      }
    }
  };
  const lanes = (waiting: typeof cases, length: number) => {
    const left = waiting.values();
    return Array.from({ length }, () => work(left));
  };
  await Promise.all([...lanes(large, LARGE_AT_ONCE), ...lanes(small, AT_ONCE - LARGE_AT_ONCE)]);
  assert.deepEqual(failures, []);
  console.log(
    `${cases.length} cases of platforms`,
    `the slowest of 1,000 answers each ${slowest.toFixed(1)} ms`,
  );
});

Deno.test("a platform whose name does not resolve is down, the others go on", async () => {
  await using one = await createCase({ IDN_URL: "http://platform.invalid" });
  const { live } = one;
  await until("the others are heard", () => live.view.list("groupa").length === 2);
  await until("the fault is told", () => source(live, "idn").last_error !== undefined);
  assert.equal(source(live, "idn").state, "down");
  assert.match(source(live, "idn").last_error!, /^(network|timeout)$/);
});

Deno.test("seconds, milliseconds and no start at all, the wrong room: read right off the wire", async () => {
  const seconds = Math.floor(Date.now() / 1000) - 600;
  await using one = await createCase();
  const { live, platforms } = one;
  platforms.scene.idn = [
    idnItem("groupa_feni", "in-seconds", { live_at: seconds }),
    idnItem("groupa_gita", "in-ms", { live_at: seconds * 1000 }),
    idnItem("groupa_official", "unknown", { live_at: 0 }),
  ];
  platforms.scene.showroom = [{ lives: [showroomItem(317730, "SOMEONE_ELSE", 10)] }];
  await until("all are heard", () => live.view.list("groupa", "idn").length >= 3);
  const startOf = (slug: string) =>
    live.view.list("groupa", "idn").find((entry) => entry.slug === slug)!.started_at;
  const expectedStart = new Date(seconds * 1000).toISOString();
  assert.equal(startOf("in-seconds"), expectedStart);
  assert.equal(startOf("in-ms"), expectedStart);
  assert.ok(Math.abs(Date.parse(startOf("unknown")) - Date.now()) < 10_000);
  await until("the room is dropped", () => source(live, "showroom").dropped.wrong_room === 1);
  await until("it is shown no more", () => live.view.list("groupa", "showroom").length === 0);
});

function askPlatforms(timeoutMs?: number) {
  const deps = { net: { fetch }, clock: systemClock };
  return createUpstreamFetch(
    createOutboundFetch(deps, timeoutMs === undefined ? {} : { timeoutMs }),
    systemClock,
  );
}

Deno.test("what goes wrong never tells an address, which may hold a key", async () => {
  const ask = askPlatforms(300);
  await using platforms = await startFakePlatforms();
  for (const fault of FAULTS) {
    platforms.fail("youtube", fault);
    const url = `${platforms.url}/youtube/v3/videos?key=very-secret`;
    await ask({ url, type: "json" }).then(() => {}, (error) => {
      const told = `${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}`;
      assert.ok(!told.includes("very-secret"), fault);
    });
  }
});
