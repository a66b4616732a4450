import assert from "node:assert/strict";
import {
  createAnnouncedReader,
  createAnnouncements,
} from "../../../src/addons/announced/announced.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { createFakeNet } from "../../../build/demo/net.ts";
import { idnItem, scheduledItem } from "../../../build/demo/scene.ts";
import { createPrng } from "../../support/prng.ts";
import { sizeOf, testSeed } from "../../support/size.ts";
import { createProcess, START } from "../../live/live_harness.ts";

const PROCESSES = 8;
const MINUTE = 60_000;
const USERS = ["groupa_feni", "groupa_gita", "groupa_official", "groupb_mia"];

Deno.test("8 processes log each announcement once, whatever moves, vanishes, begins or ends", async () => {
  const random = createPrng(testSeed());
  const clock = createManualClock(START);
  const [kv, net] = [createMemoryKv(clock), createFakeNet()];
  let started = 0;
  const start = () => {
    const live = createProcess({ clock, kv, net, seed: ++started });
    live.addReader(createAnnouncedReader(live, "http://platforms.example"));
    live.start();
    return { ...live, announcements: createAnnouncements(live) };
  };
  const running = Array.from({ length: PROCESSES }, start);
  const plans = new Map<string, { user: string; at: number }>();
  const expected = new Set<string>();
  let made = 0;
  for (let round = sizeOf({ default: 40, full: 1_000 }); round > 0; round--) {
    for (const user of random.some(USERS, 2)) {
      const slug = `plan-${made++}`;
      plans.set(slug, { user, at: clock.now() + random.between(5, 300) * MINUTE });
    }
    for (const plan of random.some([...plans.values()], 2)) {
      plan.at = clock.now() + random.between(5, 300) * MINUTE;
    }
    const hidden = new Set(random.some([...plans.keys()], 2));
    const [begun] = random.some([...plans].filter(([slug]) => !hidden.has(slug)), 1);
    net.scene.idn = [...plans].filter(([slug]) => !hidden.has(slug) && slug !== begun?.[0])
      .map(([slug, { user, at }]) => scheduledItem(user, slug, at));
    if (begun !== undefined && random.happens(0.4)) {
      const [slug, { user }] = begun;
      net.scene.idn.push(idnItem(user, slug, { live_at: clock.now() / 1_000 }));
      plans.delete(slug);
    }
    while (plans.size > 12) plans.delete(plans.keys().next().value!);
    const listed = net.scene.idn as { status: string; slug: string }[];
    const announced = listed.filter(({ status }) => status === "scheduled");
    for (let step = 0; step < 6; step++) {
      for (const live of running) live.noteRequest();
      await clock.advance(10_000);
    }
    for (const { slug } of announced) expected.add(`idn-${slug}`);
    const at = random.between(0, running.length - 1);
    await Promise.all([running[at]!.stop(), clock.advance(3_000)]);
    running[at] = start();
    await clock.advance(15_000);
    const lists = running.map((live) => {
      const of = (group: string) =>
        live.announcements.ofGroup(group).filter(({ state }) => state === "announced")
          .map(({ item }) => item);
      return JSON.stringify([of("groupa"), of("groupb")]);
    });
    assert.equal(new Set(lists).size, 1, "every process lists the same");
    for (const { slug } of announced) {
      assert.ok(lists[0]!.includes(`"idn-${slug}"`), slug);
    }
  }
  const logged = running[0]!.feed.since(0)
    .filter(({ type }) => type === "live.announced").map(({ subject }) => subject);
  assert.ok(logged.length > 30);
  assert.deepEqual(logged.toSorted(), [...expected].sort());
  await Promise.all([...running.map((live) => live.stop()), clock.advance(3_000)]);
});
