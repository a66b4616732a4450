import assert from "node:assert/strict";
import fc from "fast-check";
import type { Broadcast, OnAirBroadcast, PolledBroadcast } from "../../src/live/broadcast.ts";
import { compareOnAir } from "../../src/live/on_air.ts";
import { propertyRun } from "../support/size.ts";
import { START } from "./live_harness.ts";

function broadcast(id: string, more: Partial<Broadcast> = {}): Broadcast {
  return {
    id,
    type: "idn",
    urlKey: `groupa_${id}`,
    slug: id,
    title: "T",
    img: "https://a.example/i.jpg",
    imgAlt: "",
    roomId: 0,
    chatRoomId: "",
    startedAt: START - 1000,
    streams: [{ label: "original", quality: 1, url: `https://a.example/${id}.m3u8?token=1` }],
    ...more,
  };
}

const polled = (id: string, viewers = 1, more: Partial<Broadcast> = {}): PolledBroadcast => ({
  broadcast: broadcast(id, more),
  viewers,
});

const IDS = ["a", "b", "c", "d"] as const;

const NOW = { now: START, isWhole: true };

const seen = (broadcast: Broadcast): OnAirBroadcast => (
  { broadcast, viewers: 1, peak: 1, seenAt: START, isMissed: false }
);

Deno.test("compareOnAir() starts and ends every broadcast exactly once, whatever the platform answers", () => {
  const polls = fc.array(fc.uniqueArray(fc.constantFrom(...IDS)), { maxLength: 60 });
  fc.assert(
    fc.property(polls, (answers) => {
      let before: readonly OnAirBroadcast[] = [];
      const onAir = new Set<string>();
      const absent = new Map<string, number>();
      answers.forEach((ids, n) => {
        const now = START + n * 20_000;
        const diff = compareOnAir(before, ids.map((id) => polled(id)), { now, isWhole: true });
        for (const { broadcast } of diff.ended) {
          assert.ok(onAir.delete(broadcast.id), "what ends was on air");
          assert.equal(absent.get(broadcast.id), 1, "and is missed for the second time in a row");
        }
        for (const { broadcast: { id } } of diff.started) {
          assert.ok(!onAir.has(id), "what starts was not on air");
          onAir.add(id);
        }
        for (const id of IDS) absent.set(id, ids.includes(id) ? 0 : (absent.get(id) ?? 0) + 1);
        assert.deepEqual(new Set(diff.onAir.map(({ broadcast: { id } }) => id)), onAir);
        before = diff.onAir;
      });
    }),
    propertyRun(),
  );
});

Deno.test("compareOnAir() ends a broadcast at once when its account has another one", () => {
  const account = { urlKey: "groupa_feni" };
  const before = [seen(broadcast("a", account)), seen(broadcast("b"))];
  const { ended, onAir } = compareOnAir(before, [polled("c", 1, account)], NOW);
  assert.deepEqual(ended.map(({ broadcast }) => broadcast.id), ["a"]);
  assert.deepEqual(onAir.map(({ broadcast: { id } }) => id), ["b", "c"]);
});

Deno.test("compareOnAir() keeps what the platform left out this time", () => {
  const before = [seen(broadcast("a", { chatRoomId: "room" }))];
  const bare = { chatRoomId: "", img: "", streams: [], startedAt: null };
  assert.deepEqual(compareOnAir(before, [polled("a", 1, bare)], NOW).onAir, before);
});

Deno.test("compareOnAir() ignores a start in the future", () => {
  const found = [polled("a", 1, { startedAt: START + 3_600_000 })];
  assert.equal(compareOnAir([], found, NOW).started[0]!.broadcast.startedAt, START);
});

Deno.test("compareOnAir() keeps the peak of viewers", () => {
  let before: readonly OnAirBroadcast[] = [];
  for (const viewers of [5, 80, 30]) {
    before = compareOnAir(before, [polled("a", viewers)], NOW).onAir;
  }
  assert.deepEqual(before.map(({ viewers, peak }) => [viewers, peak]), [[30, 80]]);
});
