import assert from "node:assert/strict";
import { FAULTS, intervalFor, RETRY_AFTER_S, toldFault } from "../support/platform_faults.ts";
import { idnItem, showroomItem, youtubeItem } from "../../build/demo/scene.ts";
import type { RunningServer } from "../support/server.ts";
import { createLiveFixture, type LiveFixture } from "../support/server_fixture.ts";
import { until } from "../support/until.ts";

const MOST_BYTES = 8 << 20;
const PLATFORMS = ["idn", "showroom", "youtube"] as const;
const CHANNEL = "UCkotaAni_00000000000001";

interface Source {
  readonly name: string;
  readonly state: string;
  readonly age_ms: number;
  readonly bytes: number;
  readonly last_error?: string;
}

/** Asks who is on air, so that somebody is polled, and what the status says of a source. */
async function look(fixture: LiveFixture, server: RunningServer, platform: string) {
  const { length: shown } = (await fixture.ask(server, "api/kota/live")).body;
  const { sources } = await (await fetch(`${server.base}status`)).json();
  const source: Source = sources.find(({ name }: Source) => name === platform);
  return { shown, source, sources: sources as readonly Source[] };
}

/** One broadcast on each platform. */
async function openEvening(intervalMs: number) {
  const fixture = await createLiveFixture(intervalMs);
  const { scene } = fixture.platforms;
  scene.idn = [idnItem("kota_ani", "ani-talks")];
  scene.showroom = [{ lives: [showroomItem(901, "KOTA_Ani", 7)] }];
  scene.youtube.set(CHANNEL, [youtubeItem("AniAniAniA1", CHANNEL)]);
  return fixture;
}

for (const intervalMs of new Set(FAULTS.map(intervalFor))) {
  const faults = FAULTS.filter((fault) => intervalFor(fault) === intervalMs);
  Deno.test(`${faults.length} ways to fail, on each platform: the others go on, the status says why, and nothing says a key`, async () => {
    await using fixture = await openEvening(intervalMs);
    const { platforms } = fixture;
    const server = await fixture.start();
    await until(async () => (await look(fixture, server, "idn")).shown === 3);
    for (const fault of faults) {
      for (const platform of PLATFORMS) {
        const what = `${platform}, ${fault}`;
        const from = Date.now();
        platforms.fail(platform, fault);
        await until(async () =>
          (await look(fixture, server, platform)).source.last_error !== undefined
        );
        const { source, sources, shown } = await look(fixture, server, platform);
        assert.deepEqual(
          [source.state, source.last_error],
          ["stale", toldFault(platform, fault)],
          what,
        );
        assert.equal(shown, 3, `${what}: the last good list is still shown`);
        for (const other of sources.filter(({ name }) => name !== platform)) {
          const isQuota = other.last_error === "quota_exceeded";
          assert.ok(other.state === "ok" || isQuota, `${what}: ${JSON.stringify(other)}`);
        }
        platforms.fail(platform, undefined);
        if (source.last_error === "quota_exceeded") continue;
        await until(async () => (await look(fixture, server, platform)).source.state === "ok");
        if (fault !== "status_429") continue;
        const times = platforms.asked.filter((one) => one.platform === platform && one.at > from)
          .map(({ at }) => at);
        const longest = Math.max(...times.slice(1).map((at, n) => at - times[n]!));
        assert.ok(longest > RETRY_AFTER_S * 900, `${what}: Retry-After is obeyed`);
      }
    }
    const said = server.printed.err + await (await fetch(`${server.base}status`)).text();
    assert.ok(!said.includes("youtube-key"));
  });
}

Deno.test("a platform whose name does not resolve is down, the others go on", async () => {
  await using fixture = await openEvening(1_000);
  const server = await fixture.start({ IDN_URL: "http://platform.invalid" });
  await until(async () => (await look(fixture, server, "idn")).shown === 2);
  await until(async () => (await look(fixture, server, "idn")).source.last_error !== undefined);
  const { source } = await look(fixture, server, "idn");
  assert.equal(source.state, "down");
  assert.match(source.last_error!, /^(network|timeout)$/);
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
    let source: Source;
    await until(async () =>
      ({ source } = await look(fixture, server, "showroom")).source.state === state
    );
    assert.deepEqual([source!.last_error, source!.bytes], [error, MOST_BYTES]);
    body = padded(MOST_BYTES + 1);
  }
});
