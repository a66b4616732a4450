import assert from "node:assert/strict";
import { hang, status } from "../support/fake_net.ts";
import { idnItem, showroomItem, youtubeItem } from "../../build/demo/scene.ts";
import type { Platform } from "../../build/demo/speak.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createLiveHarness, START } from "./live_harness.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEP = 10_000;

/** When which platform fails, in ms of the day, and how. */
const OUTAGES: readonly [Platform, number, number, () => Promise<Response>][] = [
  ["idn", 3 * HOUR, 3 * HOUR + 40 * MINUTE, hang],
  ["showroom", 6 * HOUR, 8 * HOUR, status(500)],
  ["youtube", 10 * HOUR, 11 * HOUR, status(503, { "retry-after": "120" })],
  ["idn", 15 * HOUR, 15 * HOUR + 5 * MINUTE, () => Promise.reject(new TypeError("reset"))],
  ["showroom", 15 * HOUR, 15 * HOUR + 5 * MINUTE, () => Promise.reject(new TypeError("reset"))],
];

/** The store is away for half an hour. */
const STORE_OUTAGE = [18 * HOUR, 18.5 * HOUR] as const;

/** Everybody sleeps. */
const QUIET = [20 * HOUR, 22 * HOUR] as const;

const within = (at: number, [from, to]: readonly [number, number]) => at >= from && at < to;

Deno.test("a day of the shipped poller: pace and budgets kept, breaker opens and heals, no entry outlives 10 minutes without an answer", async () => {
  const memory = createMemoryKv();
  let passed = 0;
  const failing = () => within(passed, STORE_OUTAGE);
  const away = () => Promise.reject(new Error("The store is away"));
  const kv: typeof memory = {
    ...memory,
    getMany: (keys) => failing() ? away() : memory.getMany(keys),
    commit: (checks, writes) => failing() ? away() : memory.commit(checks, writes),
    list: (prefix, options) => failing() ? away() : memory.list(prefix, options),
  };
  const { live, clock, net } = createLiveHarness({ kv });
  net.scene.youtube.set("UCfeni", []);

  // The test's own account of when each platform last told the truth.
  const heardAt: Record<Platform, number> = { idn: 0, showroom: 0, youtube: 0 };
  const fetch = net.fetch;
  net.fetch = async (url, init) => {
    const response = await fetch(url, init);
    const platform = url.includes("graphql")
      ? "idn"
      : url.includes("live")
      ? "showroom"
      : "youtube";
    if (response.status === 200) heardAt[platform] = clock.now();
    return response;
  };

  const seen = { states: new Set<string>(), pollsInOutage: 0, pollsInQuiet: 0 };
  live.start();
  for (; passed < DAY; passed += STEP) {
    setScene(net.scene, passed);
    for (const platform of ["idn", "showroom", "youtube"] as const) {
      net.fail(
        platform,
        OUTAGES.find(([name, from, to]) => name === platform && within(passed, [from, to]))?.[3],
      );
    }
    const asking = !within(passed, QUIET);
    if (asking) live.noteRequest();
    const before = net.polls.showroom;
    await clock.advance(STEP);
    const polls = net.polls.showroom - before;
    if (within(passed, [6.5 * HOUR, 8 * HOUR])) seen.pollsInOutage += polls;
    if (within(passed, [21 * HOUR, 22 * HOUR])) seen.pollsInQuiet += polls;
    for (const entry of live.view.list("groupa")) {
      const silence = clock.now() - heardAt[entry.type];
      assert.ok(silence <= 10 * MINUTE, `${entry.id} is shown after ${silence} ms of silence`);
    }
    for (const { name, state } of live.view.sources()) seen.states.add(`${name} ${state}`);
  }

  const most = DAY / 16_000;
  assert.ok(net.polls.idn <= most && net.polls.showroom <= most, JSON.stringify(net.polls));
  assert.ok(net.polls.idn >= 0.7 * DAY / 24_000, `only ${net.polls.idn} polls of IDN`);
  const { pollsInQuiet } = seen;
  assert.ok(pollsInQuiet >= 30 && pollsInQuiet <= 61, `${pollsInQuiet} polls in an idle hour`);
  assert.ok(net.units <= 10_000, `${net.units} units of YouTube's quota`);
  assert.ok(seen.pollsInOutage <= 75, `${seen.pollsInOutage} polls in 90 minutes of failure`);
  for (const state of ["idn down", "showroom down", "youtube stale", "idn ok", "showroom ok"]) {
    assert.ok(seen.states.has(state), `never ${state}`);
  }
  assert.deepEqual(live.view.sources().map(({ state }) => state), ["ok", "ok", "ok"]);
  const recents = live.recents.list("groupa");
  assert.equal(new Set(recents.map(({ id }) => id)).size, recents.length);
  // Those of 3:05 and 6:00 fell wholly into an outage; every other one is recorded, each once.
  assert.equal(recents.filter(({ type }) => type === "idn").length, 23);
  assert.equal(recents.filter(({ type }) => type === "showroom").length, 11);
  assert.equal(recents.filter(({ type }) => type === "youtube").length, 1);
  await live.stop();
});

/** Feni each hour from :05 to :35 on IDN, Gita every other hour on SHOWROOM, the group once. */
function setScene(
  scene: ReturnType<typeof createLiveHarness>["net"]["scene"],
  passed: number,
): void {
  const hour = Math.floor(passed / HOUR);
  const inHour = passed % HOUR;
  const seconds = (START + hour * HOUR) / 1000;
  scene.idn = within(inHour, [5 * MINUTE, 35 * MINUTE])
    ? [idnItem("groupa_feni", `hour-${hour}`, { view_count: passed % 977, live_at: seconds + 300 })]
    : [];
  const live = showroomItem(318117, "GROUPA_Gita", 1000 + hour, { started_at: seconds });
  scene.showroom = [{ lives: hour % 2 === 0 && inHour < 50 * MINUTE ? [live] : [] }];
  scene.youtube.set("UCgroupa", [
    youtubeItem("evening0001", "UCgroupa", {
      snippet: {
        liveBroadcastContent: within(passed, [12 * HOUR, 15 * HOUR])
          ? "live"
          : passed < 12 * HOUR
          ? "upcoming"
          : "none",
      },
    }),
  ]);
}
