import assert from "node:assert/strict";
import fc from "fast-check";
import { isSameForClients } from "../../src/live/poll/poll_transition.ts";
import { diffBroadcasts, type KnownBroadcasts } from "../../src/live/poll/diff_broadcasts.ts";
import type { Broadcast, PolledBroadcast } from "../../src/live/records/broadcast.ts";
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

const NOTHING: KnownBroadcasts = { list: [], viewerCounts: {}, lastSeen: {}, succeededAt: START };

Deno.test("diffBroadcasts() starts and ends every broadcast exactly once, whatever the platform answers", () => {
  const polls = fc.array(fc.uniqueArray(fc.constantFrom(...IDS)), { maxLength: 60 });
  fc.assert(
    fc.property(polls, (answers) => {
      let before = NOTHING;
      const onAir = new Set<string>();
      const absent = new Map<string, number>();
      answers.forEach((ids, n) => {
        const now = START + n * 20_000;
        const diff = diffBroadcasts(before, ids.map((id) => polled(id)), now);
        for (const { broadcast } of diff.ended) {
          assert.ok(onAir.delete(broadcast.id), "what ends was on air");
          assert.equal(absent.get(broadcast.id), 1, "and is missed for the second time in a row");
        }
        for (const { id } of diff.started) {
          assert.ok(!onAir.has(id), "what starts was not on air");
          onAir.add(id);
        }
        for (const id of IDS) absent.set(id, ids.includes(id) ? 0 : (absent.get(id) ?? 0) + 1);
        assert.deepEqual(new Set(diff.list.map(({ id }) => id)), onAir);
        before = { ...diff, succeededAt: now };
      });
    }),
    propertyRun(),
  );
});

Deno.test("diffBroadcasts() ends a broadcast at once when its account has another one", () => {
  const account = { urlKey: "groupa_feni" };
  const before = { ...NOTHING, list: [broadcast("a", account), broadcast("b")] };
  const { ended, list } = diffBroadcasts(before, [polled("c", 1, account)], START);
  assert.deepEqual(ended.map(({ broadcast }) => broadcast.id), ["a"]);
  assert.deepEqual(list.map(({ id }) => id), ["b", "c"]);
});

Deno.test("diffBroadcasts() keeps what the platform left out this time", () => {
  const before = { ...NOTHING, list: [broadcast("a", { chatRoomId: "room" })] };
  const bare = { chatRoomId: "", img: "", streams: [], startedAt: null };
  const [merged] = diffBroadcasts(before, [polled("a", 1, bare)], START).list;
  assert.deepEqual(merged, before.list[0]);
});

Deno.test("diffBroadcasts() ignores a start in the future", () => {
  const { started } = diffBroadcasts(
    NOTHING,
    [polled("a", 1, { startedAt: START + 3_600_000 })],
    START,
  );
  assert.equal(started[0]!.startedAt, START);
});

Deno.test("diffBroadcasts() keeps the peak of viewers", () => {
  let before: KnownBroadcasts = NOTHING;
  for (const viewers of [5, 80, 30]) {
    before = { ...diffBroadcasts(before, [polled("a", viewers)], START), succeededAt: START };
  }
  assert.deepEqual(before.viewerCounts, { a: [30, 80] });
});

Deno.test("isSameForClients() ignores the query of a URL, and nothing else", () => {
  const list = [broadcast("a")];
  const tokens = [broadcast("a", {
    streams: [{ label: "original", quality: 1, url: "https://a.example/a.m3u8?token=2" }],
  })];
  assert.ok(isSameForClients(list, tokens));
  assert.ok(!isSameForClients(list, [broadcast("a", { title: "T?" })]));
  assert.ok(!isSameForClients(list, []));
});
