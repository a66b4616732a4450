import assert from "node:assert/strict";
import {
  type KeptAnnouncement,
  updateAnnouncements,
} from "../../../src/addons/announced/announcement.ts";
import type { Announcement } from "../../../src/live/broadcast.ts";
import { createPrng } from "../../support/prng.ts";
import { broadcastOf } from "../../live/live_harness.ts";

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

Deno.test("updateAnnouncements() keeps the same list if nothing has changed", () => {
  const list = updateAnnouncements([], asked(announcement("a")), [], NOW);
  assert.deepEqual(updateAnnouncements(list, asked(announcement("a")), [], NOW + MINUTE), list);
  assert.deepEqual(updateAnnouncements(list, unasked(), [], NOW + MINUTE), list);
});

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
