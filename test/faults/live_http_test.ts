import assert from "node:assert/strict";
import { type Fault, FAULTS, intervalFor, toldFault } from "../support/fake_platforms/fault.ts";
import { idnItem, showroomItem, youtubeItem } from "../support/fake_platforms/scene.ts";
import { createLiveFixture, type LiveFixture } from "../support/live_fixture.ts";
import type { RunningServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { noteFigure } from "./figures.ts";

const INTERVAL_MS = 1_000;
const PLATFORMS = ["idn", "showroom", "youtube"] as const;
type Platform = (typeof PLATFORMS)[number];

/** Servers at work at the same time, each with platforms and a store of its own. */
const SERVERS = 5;
const ANSWERS = 1_000;
const AT_ONCE = 8;

/** Each fault on the platform where it means most; the others by turns. */
const CASES: readonly { fault: Fault; platform: Platform }[] = FAULTS.map((fault, n) => ({
  fault,
  platform: fault === "graphql_errors"
    ? "idn"
    : fault === "quota_exceeded"
    ? "youtube"
    : PLATFORMS[n % 3]!,
}));

interface Source {
  readonly name: Platform;
  readonly state: string;
  readonly age_ms?: number;
  readonly last_error?: string;
  readonly dropped: Record<string, number>;
}

function putOnAir({ platforms: { scene } }: LiveFixture): void {
  scene.idn = [idnItem("kota_ani", "hello")];
  scene.showroom = [{ lives: [showroomItem(901, "KOTA_Ani", 9)] }];
  const channel = "UCkotaResmi_000000000001";
  scene.youtube.set(channel, [youtubeItem("QrCBrhvfsy4", channel)]);
}

async function statusOf({ base }: RunningServer): Promise<Source[]> {
  return (await (await fetch(`${base}status`)).json()).sources;
}

async function sourceOf(server: RunningServer, platform: Platform): Promise<Source> {
  return (await statusOf(server)).find(({ name }) => name === platform)!;
}

/** The slowest of many answers, in ms; each must hold an entry of every platform. */
async function slowestAnswer(fixture: LiveFixture, server: RunningServer): Promise<number> {
  let left = ANSWERS;
  let slowest = 0;
  const work = async () => {
    while (left-- > 0) {
      const begun = performance.now();
      const { body } = await fixture.ask(server, "api/kota/live");
      slowest = Math.max(slowest, performance.now() - begun);
      assert.equal(body.length, 3, "the last good list is shown");
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return slowest;
}

async function playCase(
  fixture: LiveFixture,
  server: RunningServer,
  { fault, platform }: (typeof CASES)[number],
): Promise<number> {
  const { platforms } = fixture;
  const intervalMs = intervalFor(fault);
  platforms.fail(platform, fault);
  await until(async () => (await sourceOf(server, platform)).last_error !== undefined, 10_000);
  const [polls, begun] = [platforms.polls(platform), performance.now()];
  const slowest = await slowestAnswer(fixture, server);
  const pressed = platforms.polls(platform) - polls;
  // One may be under way; and a reset connection's question is asked once more by the HTTP client.
  const feeds = platform === "youtube" ? 2 : 1;
  const most = feeds * 2 * (1 + Math.ceil((performance.now() - begun) / (0.8 * intervalMs)));
  assert.ok(pressed <= most, `asked ${pressed} times, at most ${most}`);

  const [status, { headers }] = [
    await statusOf(server),
    await fixture.ask(server, "api/kota/live"),
  ];
  for (const { name, state, age_ms, last_error } of status) {
    if (name === platform) {
      assert.deepEqual([state, last_error], ["stale", toldFault(platform, fault)]);
    } else {
      assert.deepEqual([state, last_error], ["ok", undefined], `${name} is not affected`);
      assert.ok(age_ms! < 5 * intervalMs, `${name} is ${age_ms} ms old`);
    }
  }
  const said = headers.get("x-live-sources")!;
  assert.match(
    said,
    new RegExp(`${platform};state=stale;age=\\d+;error=${toldFault(platform, fault)}`),
  );
  assert.equal(said.match(/state=ok/g)?.length, 2, said);
  platforms.fail(platform, undefined);
  // A day's used-up quota does not heal before the day is over.
  if (fault !== "quota_exceeded") await allWell(server);
  return slowest;
}

async function allWell(server: RunningServer): Promise<void> {
  await until(async () => (await statusOf(server)).every(({ state }) => state === "ok"), 10_000);
}

/** The most memory that the process has ever held, in MiB. */
async function peakMemory({ process }: RunningServer): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${process.pid}/status`);
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024;
}

interface Outcome {
  readonly failures: string[];
  readonly slowest: number;
  readonly peak: number;
}

/** Plays cases of one interval one after the other on a server of their own. */
async function playCases(cases: typeof CASES): Promise<Outcome> {
  await using fixture = await createLiveFixture(intervalFor(cases[0]!.fault));
  putOnAir(fixture);
  const server = await fixture.start();
  // Somebody keeps asking, so that the polls keep their pace.
  const asking = setInterval(() => fixture.ask(server, "api/kota/live").catch(() => {}), 250);
  const failures: string[] = [];
  let slowest = 0;
  try {
    await allWell(server);
    for (const one of cases) {
      const { fault, platform } = one;
      await playCase(fixture, server, one).then(
        (ms) => slowest = Math.max(slowest, ms),
        (error) => failures.push(`${platform}, ${fault}: ${error.message}`),
      );
    }
  } finally {
    clearInterval(asking);
  }
  assert.doesNotMatch(server.printed.err, / error /, "a fault of a platform is none of ours");
  return { failures, slowest, peak: await peakMemory(server) };
}

Deno.test("whatever a platform does, a real server answers at once, the other platforms go on, and /status tells the truth", async () => {
  const { large = [], small = [] } = Object.groupBy(
    CASES,
    ({ fault }) => intervalFor(fault) > INTERVAL_MS ? "large" : "small",
  );
  const shards = [
    large,
    ...Array.from(
      { length: SERVERS - 1 },
      (_, shard) => small.filter((_, n) => n % (SERVERS - 1) === shard),
    ),
  ];
  const outcomes = await Promise.all(shards.map(playCases));
  assert.deepEqual(outcomes.flatMap(({ failures }) => failures), []);
  const slowest = Math.max(...outcomes.map((outcome) => outcome.slowest));
  const peak = Math.max(...outcomes.map((outcome) => outcome.peak));
  assert.ok(peak < 400, `${peak} MiB`);
  noteFigure(
    `${CASES.length} faults of platforms over HTTP`,
    `the slowest of ${ANSWERS} answers each ` +
      `${slowest.toFixed(1)} ms (${SERVERS} servers at once); memory at most ${
        peak.toFixed(0)
      } MiB`,
  );
});

Deno.test("a name that does not resolve, a wrong room, starts in seconds, milliseconds and not at all", async () => {
  await using fixture = await createLiveFixture(INTERVAL_MS);
  const { scene } = fixture.platforms;
  putOnAir(fixture);
  const seconds = Math.floor(Date.now() / 1000) - 600;
  scene.idn = [
    idnItem("kota_ani", "in-seconds", { live_at: seconds }),
    idnItem("kota_resmi", "in-ms", { live_at: seconds * 1000 }),
    idnItem("kota_dian", "unknown", { live_at: 0 }),
  ];
  scene.showroom = [{ lives: [showroomItem(901, "SOMEONE_ELSE", 10)] }];
  const server = await fixture.start({
    YOUTUBE_FEED_URL: "http://platform.invalid/feeds/videos.xml",
  });
  await until(async () => (await sourceOf(server, "youtube")).last_error !== undefined, 10_000);
  await until(async () => (await sourceOf(server, "showroom")).dropped["wrong_room"] === 1);
  const { body } = await fixture.ask(server, "api/kota/live");
  const starts = new Map<string, string>(
    body.map(({ slug, started_at }: Record<string, string>) => [slug, started_at]),
  );
  const expected = new Date(seconds * 1000).toISOString();
  assert.deepEqual([starts.get("in-seconds"), starts.get("in-ms")], [expected, expected]);
  assert.ok(Math.abs(Date.parse(starts.get("unknown")!) - Date.now()) < 20_000);
  assert.equal(starts.size, 3);
  const { state, last_error: error } = await sourceOf(server, "youtube");
  assert.equal(state, "down");
  assert.match(error!, /^(network|timeout)$/);
  for (const other of ["idn", "showroom"] as const) {
    assert.equal((await sourceOf(server, other)).state, "ok");
  }
});
