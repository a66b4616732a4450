import assert from "node:assert/strict";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createPrng } from "../support/prng.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createFakeNet, hang } from "../support/fake_net.ts";
import { idnItem, youtubeItem } from "../../build/demo/scene.ts";
import {
  countWrites,
  createLiveHarness,
  createProcess,
  INTERVAL_MS,
  type Live,
  START,
} from "./live_harness.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Two processes on one store. */
function createPair() {
  const clock = createManualClock(START);
  const kv = countWrites(createMemoryKv());
  const net = createFakeNet();
  const [first, second] = [1, 2].map((seed) => createProcess({ clock, kv, net, seed })) as [
    Live,
    Live,
  ];
  async function pass(ms: number, asking: readonly Live[]): Promise<void> {
    for (let passed = 0; passed < ms; passed += 1000) {
      asking.forEach((live) => live.noteRequest());
      await clock.advance(1000);
    }
  }
  return { clock, kv, net, first, second, pass };
}

for (const when of ["between polls", "in the middle of a poll"]) {
  Deno.test(`when the process that polls dies ${when}, the other carries on within two intervals`, async () => {
    const { net, pass, first, second } = createPair();
    net.scene.idn = [idnItem("groupa_feni", "hello")];
    first.start();
    await pass(1000, [first]);
    second.start();
    await pass(5 * MINUTE, [first, second]);
    if (when !== "between polls") {
      net.fail("idn", hang);
      const polls = net.polls.idn;
      while (net.polls.idn === polls) await pass(1000, [first, second]);
    }
    await first.stop();
    net.fail("idn", undefined);
    const polls = net.polls.idn;
    net.scene.idn = [idnItem("groupa_gita", "news")];
    let waited = 0;
    for (; net.polls.idn === polls; waited += 1000) await pass(1000, [second]);
    assert.ok(waited <= 2 * INTERVAL_MS, `${waited} ms without a poll`);
    await pass(2 * INTERVAL_MS, [second]);
    assert.deepEqual(second.view.list("groupa").map(({ slug }) => slug), ["news"]);
    await second.stop();
  });
}

Deno.test("of two processes that find a platform unasked at once, one asks it", async () => {
  const { net, first, second } = createPair();
  await Promise.all([first, second].map((live) => live.pollOlderThan(0)));
  assert.deepEqual([net.polls.idn, net.polls.showroom], [1, 1]);
  await Promise.all([first.stop(), second.stop()]);
});

Deno.test("while nothing changes, the store takes one write per poll and none besides", async () => {
  const kv = countWrites(createMemoryKv());
  const { live, clock, net } = createLiveHarness({ kv, settings: { YOUTUBE_API_KEY: undefined } });
  const counts = () => [kv.writes, net.polls.idn + net.polls.showroom] as const;
  live.start();
  const item = idnItem("groupa_feni", "hello");
  for (let passed = 0; passed < HOUR; passed += 5_000) {
    // The claim of the first poll is a write of its own.
    const before = counts();
    live.noteRequest();
    net.scene.idn = [{ ...item, view_count: passed % 1013 }];
    await clock.advance(5_000);
    const [writes, polls] = counts().map((count, n) => count - before[n]!);
    if (passed > MINUTE) assert.equal(writes, polls, `at ${passed}`);
  }
  await clock.advance(11 * MINUTE);
  const before = counts();
  await clock.advance(HOUR);
  const [writes, polls] = counts().map((count, n) => count - before[n]!);
  assert.equal(writes, polls, "with nobody there");
  await live.stop();
});

Deno.test("a process that wakes up alone, poll after poll, does not take the others' silence for the platform's", async () => {
  const clock = createManualClock(START);
  const [kv, net] = [createMemoryKv(), createFakeNet()];
  net.scene.idn = [idnItem("groupa_feni", "hello")];
  // As on a platform where instances sleep: each minute another process polls once and is gone.
  for (let minute = 0; minute < 60; minute++) {
    const live = createProcess({ clock, kv, net, seed: minute + 1 });
    await live.pollOlderThan(45_000);
    assert.equal(live.view.list("groupa").length, 1, `in minute ${minute}`);
    assert.equal(live.view.sources()[0]!.state, "ok");
    await live.stop();
    await clock.advance(MINUTE);
  }
  assert.equal(net.polls.idn, 60);
  const live = createProcess({ clock, kv, net, seed: 99 });
  live.start();
  await clock.advance(0);
  assert.equal(live.feed.head(), 1, "it began once");
  await live.stop();
});

Deno.test("after a night in which nobody ran, what is over ends when it was last seen, and the rest goes on", async () => {
  const clock = createManualClock(START);
  const [kv, net] = [createMemoryKv(), createFakeNet()];
  net.scene.idn = [idnItem("groupa_feni", "over"), idnItem("groupa_gita", "still")];
  const evening = createProcess({ clock, kv, net, seed: 1 });
  await evening.pollOlderThan(0);
  await evening.stop();
  await clock.advance(8 * HOUR);
  const morning = createProcess({ clock, kv, net, seed: 2 });
  await morning.ensureFreshRecents();
  net.scene.idn = [idnItem("groupa_gita", "still")];
  const heard: string[] = [];
  morning.feed.subscribe((events) =>
    heard.push(
      ...(events === "gap" ? ["gap"] : events.map(({ type, subject }) => `${type} ${subject}`)),
    )
  );
  await morning.pollOlderThan(0);
  assert.deepEqual(heard, [
    "live.ended idn-over",
    "live.ended idn-still",
    "live.started idn-still",
  ]);
  assert.deepEqual(morning.view.list("groupa").map(({ slug }) => slug), ["still"]);
  assert.deepEqual(
    morning.recents.list("groupa").map(({ id, ended_at }) => [id, ended_at]),
    ["idn-over", "idn-still"].map((id) => [id, new Date(START).toISOString()]),
  );
  await morning.stop();
});

Deno.test("a process that is stopped in the middle of a poll writes nothing more", async () => {
  const kv = countWrites(createMemoryKv());
  const { live, clock, net } = createLiveHarness({ kv });
  net.fail("idn", hang);
  live.start();
  await clock.advance(0);
  const { commits } = kv;
  await live.stop();
  await clock.advance(5 * MINUTE);
  assert.equal(kv.commits, commits);
});

Deno.test("a whole platform's evening at once fits the limits of a KV file", async () => {
  const kv = await openDenoKv(":memory:");
  const { live, clock, net } = createLiveHarness({ kv });
  const other = createProcess({ clock, kv, net, seed: 7 });
  net.scene.idn = Array.from({ length: 300 }, (_, n) => wideItem(n));
  await live.pollOlderThan(0);
  const shown = live.view.list("groupa").length;
  assert.ok(shown >= 80 && shown <= 100, `${shown} are shown`);
  assert.equal(live.view.sources()[0]!.dropped.too_many, 300 - shown);
  await live.feed.sync();
  await live.ensureFreshRecents();
  assert.equal(live.feed.head(), shown);
  await other.ensureFresh();
  await other.ensureFreshRecents();
  assert.deepEqual(other.view.list("groupa"), live.view.list("groupa"));
  net.scene.idn = [];
  for (let misses = 0; misses < 2; misses++) {
    await clock.advance(INTERVAL_MS);
    await live.pollOlderThan(INTERVAL_MS);
  }
  await live.feed.sync();
  await live.recents.load();
  assert.equal(live.recents.list("groupa").length, shown);
  await clock.advance(INTERVAL_MS);
  await other.ensureFresh();
  await other.feed.sync();
  await other.recents.load();
  assert.deepEqual(other.view.list("groupa"), []);
  assert.equal(other.recents.list("groupa").length, shown);
  await Promise.all([live.stop(), other.stop()]);
  kv.close();
});

Deno.test("the texts of videos reach other processes, and cost no broadcast its place", async () => {
  const kv = await openDenoKv(":memory:");
  const { live, clock, net } = createLiveHarness({ kv });
  const other = createProcess({ clock, kv, net, seed: 7 });
  // Texts that cannot be compressed away.
  const random = createPrng(1);
  const text = () =>
    String.fromCodePoint(
      ...Array.from({ length: 5_000 }, () => random.between(0x4e00, 0x9fff)),
    );
  const descriptions = Array.from({ length: 30 }, text);
  for (const [at, channel] of ["UCgroupa", "UCfeni"].entries()) {
    const own = descriptions.slice(15 * at, 15 * at + 15);
    net.scene.youtube.set(
      channel,
      own.map((description, n) =>
        youtubeItem(`${channel}${n}`.padEnd(11, "-"), channel, { snippet: { description } })
      ),
    );
  }
  await live.pollOlderThan(0);
  const shown = live.view.list("groupa");
  assert.equal(shown.length, 30);
  await other.ensureFresh();
  assert.deepEqual(other.view.list("groupa"), shown);
  const texts = shown.map(({ id }) => live.view.video(id));
  assert.deepEqual(shown.map(({ id }) => other.view.video(id)), texts);
  const whole = texts.filter((text) => descriptions.includes(text!.description));
  assert.ok(whole.length > 0 && whole.length < 30, `${whole.length} descriptions`);
  await live.feed.sync();
  const events = live.feed.since(0);
  assert.equal(events.length, 30);
  const logged = JSON.stringify(events);
  for (const one of descriptions) assert.ok(!logged.includes(one), "no event holds such a text");
  await clock.advance(INTERVAL_MS);
  const seq = live.feed.head();
  await live.pollOlderThan(INTERVAL_MS);
  assert.deepEqual(shown.map(({ id }) => live.view.video(id)), texts, "they stay as they are");
  assert.equal(live.feed.head(), seq);
  await Promise.all([live.stop(), other.stop()]);
  kv.close();
});

function wideItem(n: number) {
  return idnItem("groupa_feni", `wide-${n}`, {
    title: "ア".repeat(300),
    image_url: `https://cdn.idn.example/${"x".repeat(700)}`,
    playback_url: `https://live.idn.example/${"y".repeat(700)}`,
  });
}
