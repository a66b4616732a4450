import { createFakeNet } from "../../support/fake_net.ts";
import { idnItem, scheduledItem } from "../../../build/demo/scene.ts";
import {
  createAnnouncedReader,
  createAnnouncements,
} from "../../../src/addons/announced/announced.ts";
import {
  type KeptAnnouncement,
  updateAnnouncements,
} from "../../../src/addons/announced/announcement.ts";
import { type Announcement } from "../../../src/live/broadcast.ts";
import { broadcastOf, createProcess, START } from "../../live/live_harness.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { createPrng } from "../../support/prng.ts";
import { sizeOf, testSeed } from "../../support/size.ts";
import assert from "node:assert/strict";

const NOW = Date.parse("2026-07-04T12:00:00Z");

const MINUTE = 60_000;

const HOUR = 60 * MINUTE;

const DAY = 24 * HOUR;

function announcement(id: string, more: Partial<Announcement> = {}): Announcement {
  return {
    id,
    type: "idn",
    urlKey: `user_${id}`,
    roomId: 0,
    slug: id,
    title: `Title of ${id}`,
    img: "",
    scheduledAt: NOW + HOUR,
    ...more,
  };
}

const asked = (...found: Announcement[]) => ({ found, isAsked: () => true });

const unasked = (...found: Announcement[]) => ({ found, isAsked: () => false });

const onAir = (id: string, roomId: number) => ({
  broadcast: broadcastOf({ id, roomId }),
  viewers: 0,
  peak: 0,
  seenAt: NOW,
  isMissed: false,
});

const states = (list: readonly KeptAnnouncement[]) =>
  list.map(({ id, state }) => `${id} ${state}`).sort().join(", ");

Deno.test("updateAnnouncements() moves an announcement, and notes when", () => {
  const list = updateAnnouncements([], asked(announcement("a")), [], NOW);
  const scheduledAt = NOW + 2 * HOUR;
  const moved = updateAnnouncements(list, asked(announcement("a", { scheduledAt })), [], NOW + 1);
  assert.deepEqual(moved, [{ ...list[0], scheduledAt, changedAt: NOW + 1 }]);
});

Deno.test("updateAnnouncements() tells taken back from begun, and from not asked for", () => {
  const [a, b, c] = ["a", "b", "c"].map((id) => announcement(id));
  const all = [{ ...a!, type: "showroom", roomId: 7 } as const, b!, c!];
  const list = updateAnnouncements([], asked(...all), [], NOW);
  const later = NOW + 45 * MINUTE;
  const found = { found: [all[0]!], isAsked: ({ id }: Announcement) => id !== "c" };
  assert.equal(
    states(updateAnnouncements(list, found, [], later)),
    "a announced, b withdrawn, c announced",
  );
  assert.equal(
    states(updateAnnouncements(list, asked(), [onAir("a", 0)], NOW + 1)),
    "a over, b withdrawn, c withdrawn",
  );
  assert.equal(
    states(updateAnnouncements(list, unasked(), [onAir("other", 7)], later)),
    "a over, b announced, c announced",
    "its room is on air when it was to begin",
  );
  assert.deepEqual(
    updateAnnouncements(list, unasked(), [onAir("other", 7)], NOW + 1),
    list,
    "too early for what was announced",
  );
  assert.equal(
    states(updateAnnouncements(list, asked(), [], NOW + HOUR)),
    "a over, b over, c over",
    "what vanishes at its time was not taken back",
  );
  assert.equal(
    states(updateAnnouncements(list, unasked(), [], NOW + 3 * HOUR)),
    "a over, b over, c over",
  );
});

Deno.test("updateAnnouncements() takes one that comes back, forgets old ones, and refuses mad times", () => {
  const list = updateAnnouncements([], asked(announcement("a")), [], NOW);
  const gone = updateAnnouncements(list, asked(), [], NOW + 1);
  assert.equal(states(gone), "a withdrawn");
  assert.equal(
    states(updateAnnouncements(gone, asked(announcement("a")), [], NOW + 2)),
    "a announced",
  );
  assert.deepEqual(updateAnnouncements(gone, asked(), [], NOW + 32 * DAY), []);
  for (const scheduledAt of [NOW - 3 * HOUR, NOW + 400 * DAY]) {
    assert.deepEqual(
      updateAnnouncements([], asked(announcement("a", { scheduledAt })), [], NOW),
      [],
    );
  }
});

Deno.test("updateAnnouncements() stays within its bounds, whatever comes", () => {
  const random = createPrng(7);
  let list: readonly KeptAnnouncement[] = [];
  for (let round = 0; round < 60; round++) {
    const found = Array.from({ length: 120 }, () => {
      const id = `n${Math.floor(random.fraction() * 2_000)}`;
      const scheduledAt = NOW + Math.floor(random.fraction() * 20 * DAY);
      return announcement(id, { title: "あ".repeat(300), img: "x".repeat(800), scheduledAt });
    });
    const before = list;
    const isAsked = () => round % 20 === 19;
    list = updateAnnouncements(list, { found, isAsked }, [], NOW + round * HOUR);
    const fresh = list.filter(({ id }) => before.every((one) => one.id !== id));
    assert.ok(fresh.length <= 40, `${fresh.length} are new at once`);
    assert.ok(list.filter(({ state }) => state === "announced").length <= 150);
    assert.ok(list.filter(({ state }) => state !== "announced").length <= 50);
    assert.ok(new TextEncoder().encode(JSON.stringify(list)).length < 300_000);
  }
  assert.ok(list.length > 60, `${list.length} are kept`);
});

const PROCESSES = 8;

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
