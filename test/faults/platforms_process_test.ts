import assert from "node:assert/strict";
import {
  type Fault,
  FAULTS,
  intervalFor,
  RETRY_AFTER_S,
  toldFault,
} from "../../build/demo/fault.ts";
import { idnItem, showroomItem, youtubeItem } from "../../build/demo/scene.ts";
import { startFakePlatforms } from "../../build/demo/server.ts";
import { createUpstreamFetch } from "../../src/live/platforms/upstream.ts";
import type { LiveSettings } from "../../src/live/settings.ts";
import type { LiveType } from "../../src/model/platforms.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { createOutboundFetch } from "../../src/platform/outbound_fetch.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createProcess } from "../live/live_harness.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createLiveFixture } from "../support/server_fixture.ts";
import { until } from "../support/until.ts";

const INTERVAL_MS = 1_000;
const AT_ONCE = 12;
/** Of those that read 8 MiB at each poll. */
const LARGE_AT_ONCE = 2;
const MOST_BYTES = 8 << 20;
const PLATFORMS = ["idn", "showroom", "youtube"] as const;

/** A poller with sockets, timers and platforms of its own, whose network is watched. */
async function openCase(more: Partial<LiveSettings> = {}) {
  const platforms = await startFakePlatforms();
  const { scene } = platforms;
  scene.idn = [idnItem("groupa_feni", "hello")];
  scene.showroom = [{ lives: [showroomItem(317730, "GROUPA_Feni", 9)] }];
  scene.youtube.set("UCgroupa", [youtubeItem("QrCBrhvfsy4", "UCgroupa")]);
  scene.youtube.set("UCfeni", []);
  const asked: string[] = [];
  const live = createProcess({
    ...{ clock: systemClock, kv: createMemoryKv(), random: systemRandom, url: platforms.url },
    net: { fetch: (url, init) => (asked.push(url), fetch(url, init)) },
    settings: { LIVE_INTERVAL_MS: INTERVAL_MS, ...more },
  });
  live.start();
  const asking = setInterval(() => live.noteRequest(), 100);
  return {
    ...{ live, platforms, asked },
    source: (platform: LiveType) => live.view.sources().find(({ name }) => name === platform)!,
    async [Symbol.asyncDispose]() {
      clearInterval(asking);
      await live.stop();
      await platforms.close();
    },
  };
}

async function playCase(platform: LiveType, fault: Fault): Promise<void> {
  const intervalMs = intervalFor(fault);
  await using one = await openCase({ LIVE_INTERVAL_MS: intervalMs });
  const { live, platforms, asked, source } = one;
  const shown = () => live.view.list("groupa").length;
  const begun = performance.now();
  await until(() => shown() === 3);
  platforms.fail(platform, fault);
  await until(() => source(platform).last_error !== undefined);
  const faultAt = Date.now();
  const [polls, from] = [platforms.polls(platform), performance.now()];
  await until(() => platforms.polls(platform) >= polls + 2 || performance.now() - from > 2_500);

  const { state, last_error: error } = source(platform);
  assert.deepEqual([state, error], ["stale", toldFault(platform, fault)]);
  assert.equal(shown(), 3, "the last good list is still shown");
  for (const other of PLATFORMS.filter((one) => one !== platform)) {
    assert.equal(source(other).state, "ok", `${other} is not affected`);
    assert.ok(source(other).age_ms! < 5 * intervalMs, `${other} is fresh`);
  }
  // Counted where they leave the program: after a reset, the HTTP client itself tries a reused
  // connection's question once more on a new one.
  const most = (performance.now() - begun) / (0.8 * intervalMs) + 1;
  for (const end of ["/graphql", "/onlives"]) {
    const count = asked.filter((url) => url.endsWith(end)).length;
    assert.ok(count <= most, `${count} polls of ${end}, not ${most}`);
  }
  if (fault === "status_429") {
    const pressed = platforms.asked.filter((one) =>
      one.platform === platform && one.at > faultAt && one.at < faultAt + RETRY_AFTER_S * 900
    );
    assert.deepEqual(pressed, [], "Retry-After is obeyed");
  }
  assert.deepEqual(asked.filter((url) => !url.startsWith(platforms.url)), [], "nobody else");
  if (fault === "quota_exceeded" && platform === "youtube") return;
  platforms.fail(platform, undefined);
  await until(() => source(platform).state === "ok");
}

Deno.test("whatever a platform does, the others go on and the status tells the truth", async () => {
  const cases = FAULTS.flatMap((fault) => PLATFORMS.map((platform) => ({ fault, platform })));
  const isLarge = ({ fault }: { fault: Fault }) => intervalFor(fault) > INTERVAL_MS;
  const failures: string[] = [];
  const lanes = (waiting: typeof cases, length: number) => {
    const left = waiting.values();
    return Array.from({ length }, async () => {
      for (const { fault, platform } of left) {
        await playCase(platform, fault).catch(({ message }) =>
          failures.push(`${platform}, ${fault}: ${message}`)
        );
      }
    });
  };
  await Promise.all([
    ...lanes(cases.filter(isLarge), LARGE_AT_ONCE),
    ...lanes(cases.filter((one) => !isLarge(one)), AT_ONCE - LARGE_AT_ONCE),
  ]);
  assert.deepEqual(failures, []);
});

Deno.test("a platform whose name does not resolve is down, the others go on", async () => {
  await using one = await openCase({ IDN_URL: "http://platform.invalid" });
  await until(() => one.live.view.list("groupa").length === 2);
  await until(() => one.source("idn").last_error !== undefined);
  assert.equal(one.source("idn").state, "down");
  assert.match(one.source("idn").last_error!, /^(network|timeout)$/);
});

Deno.test("what goes wrong never tells an address, which may hold a key", async () => {
  const outbound = createOutboundFetch({ net: { fetch }, clock: systemClock }, { timeoutMs: 300 });
  const ask = createUpstreamFetch(outbound, systemClock);
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

Deno.test("a list of 8 MiB is read, and of one byte more nothing is", async () => {
  // A busy machine takes a while to read 8 MiB.
  await using fixture = await createLiveFixture(4_000);
  const list = JSON.stringify({ onlives: [{ lives: [showroomItem(901, "KOTA_Ani", 7)] }] });
  const padded = (bytes: number) =>
    `${list.slice(0, -1)},"pad":"${"x".repeat(bytes - list.length - 9)}"}`;
  let body = padded(MOST_BYTES);
  await using showroom = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => new Response(body, { headers: { "content-type": "application/json" } }),
  );
  const server = await fixture.start({ SHOWROOM_URL: `http://127.0.0.1:${showroom.addr.port}` });
  for (const [state, error] of [["ok", undefined], ["stale", "too_large"]]) {
    let source: Record<string, unknown>;
    await until(async () => {
      assert.equal((await fixture.ask(server, "api/kota/live/showroom")).body.length <= 1, true);
      const { sources } = await (await fetch(`${server.base}status`)).json();
      source = sources.find(({ name }: { name: string }) => name === "showroom");
      return source["state"] === state;
    });
    assert.deepEqual([source!["last_error"], source!["bytes"]], [error, MOST_BYTES]);
    body = padded(MOST_BYTES + 1);
  }
});
