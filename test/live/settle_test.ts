import assert from "node:assert/strict";
import fc from "fast-check";
import type { Broadcast, Sighting } from "../../src/live/records/broadcast.ts";
import { type Before, sameForCallers, settle } from "../../src/live/poll/settle.ts";
import { START } from "./stage.ts";
import { propertyRun } from "../support/size.ts";

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

const sighting = (id: string, viewers = 1, more: Partial<Broadcast> = {}): Sighting => ({
  broadcast: broadcast(id, more),
  viewers,
});

const IDS = ["a", "b", "c", "d"] as const;

const NOTHING: Before = { list: [], pulses: {}, missing: {}, goodAt: START };

Deno.test("settle() starts and ends every broadcast exactly once, whatever the platform says", () => {
  const polls = fc.array(fc.uniqueArray(fc.constantFrom(...IDS)), { maxLength: 60 });
  fc.assert(
    fc.property(polls, (answers) => {
      let before = NOTHING;
      const onAir = new Set<string>();
      const absent = new Map<string, number>();
      answers.forEach((ids, n) => {
        const now = START + n * 20_000;
        const settled = settle(before, ids.map((id) => sighting(id)), now);
        for (const { broadcast } of settled.ended) {
          assert.ok(onAir.delete(broadcast.id), "what ends was on air");
          assert.equal(absent.get(broadcast.id), 1, "and is missed for the second time in a row");
        }
        for (const { id } of settled.started) {
          assert.ok(!onAir.has(id), "what starts was not on air");
          onAir.add(id);
        }
        for (const id of IDS) absent.set(id, ids.includes(id) ? 0 : (absent.get(id) ?? 0) + 1);
        assert.deepEqual(new Set(settled.list.map(({ id }) => id)), onAir);
        before = { ...settled, goodAt: now };
      });
    }),
    propertyRun(),
  );
});

Deno.test("settle() ends a broadcast at once when its account has another one", () => {
  const account = { urlKey: "groupa_feni" };
  const before = { ...NOTHING, list: [broadcast("a", account), broadcast("b")] };
  const { ended, list } = settle(before, [sighting("c", 1, account)], START);
  assert.deepEqual(ended.map(({ broadcast }) => broadcast.id), ["a"]);
  assert.deepEqual(list.map(({ id }) => id), ["b", "c"]);
});

Deno.test("settle() keeps what the platform left out this time", () => {
  const before = { ...NOTHING, list: [broadcast("a", { chatRoomId: "room" })] };
  const bare = { chatRoomId: "", img: "", streams: [], startedAt: null };
  const [merged] = settle(before, [sighting("a", 1, bare)], START).list;
  assert.deepEqual(merged, before.list[0]);
});

Deno.test("settle() does not believe a start that is yet to come", () => {
  const { started } = settle(NOTHING, [sighting("a", 1, { startedAt: START + 3_600_000 })], START);
  assert.equal(started[0]!.startedAt, START);
});

Deno.test("settle() remembers the most viewers there were", () => {
  let before: Before = NOTHING;
  for (const viewers of [5, 80, 30]) {
    before = { ...settle(before, [sighting("a", viewers)], START), goodAt: START };
  }
  assert.deepEqual(before.pulses, { a: [30, 80] });
});

Deno.test("sameForCallers() overlooks what stands behind the question mark of an address, and nothing else", () => {
  const list = [broadcast("a")];
  const tokens = [broadcast("a", {
    streams: [{ label: "original", quality: 1, url: "https://a.example/a.m3u8?token=2" }],
  })];
  assert.ok(sameForCallers(list, tokens));
  assert.ok(!sameForCallers(list, [broadcast("a", { title: "T?" })]));
  assert.ok(!sameForCallers(list, []));
});
