import assert from "node:assert/strict";
import type { Broadcast } from "../../src/live/records/broadcast.ts";
import { NEVER_POLLED } from "../../src/live/store/poll_record.ts";
import type { StartedEvent } from "../../src/live/records/live_event.ts";
import { createLiveStore, type LiveStore } from "../../src/live/store/live_store.ts";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { createMemoryKv } from "../support/memory_kv.ts";

const STORES: Record<string, () => Promise<Kv>> = {
  memory: () => Promise.resolve(createMemoryKv()),
  "a KV file": () => openDenoKv(":memory:"),
};

const broadcast = (id: string, title = "T"): Broadcast => ({
  id,
  type: "idn",
  urlKey: "u",
  slug: id,
  title,
  img: "",
  imgAlt: "",
  roomId: 0,
  chatRoomId: "",
  startedAt: 1,
  streams: [],
});

const started = (seq: number): StartedEvent => ({
  seq,
  kind: "started",
  broadcast: broadcast(`b-${seq}`),
  viewers: 0,
  isResumed: false,
});

function onEveryStore(promise: string, prove: (store: LiveStore) => Promise<void>): void {
  for (const [name, open] of Object.entries(STORES)) {
    Deno.test(`${promise} (${name})`, async () => {
      const kv = await open();
      await prove(createLiveStore(kv, 90));
      kv.close();
    });
  }
}

onEveryStore("writePoll() gives a turn to one process alone", async (store) => {
  const polls = await Promise.all(
    ["a", "b", "c"].map((holder) => store.writePoll("idn", { ...NEVER_POLLED, holder }, null)),
  );
  assert.equal(polls.filter((version) => version !== null).length, 1);
  const { polls: stored } = await store.peek();
  assert.equal(await store.writePoll("idn", NEVER_POLLED, null), null);
  assert.notEqual(await store.writePoll("idn", NEVER_POLLED, stored.idn.version), null);
});

onEveryStore("publish() changes nothing once the turn or the head has moved on", async (store) => {
  const pollVersion = await store.writePoll("idn", NEVER_POLLED, null);
  const other = await store.writePoll("showroom", NEVER_POLLED, null);
  const { head } = await store.peek();
  const change = { type: "idn", poll: NEVER_POLLED, list: [], resumed: [] } as const;
  const late = { ...change, head, pollVersion, events: [started(1)] };
  assert.equal(await store.publish({ ...late, pollVersion: null }), null);
  assert.notEqual(
    await store.publish({ ...late, type: "showroom", pollVersion: other }),
    null,
  );
  assert.equal(await store.publish(late), null, "the head has moved on");
  const { head: next } = await store.peek();
  assert.equal(next.value.seq, 1);
  assert.notEqual(await store.publish({ ...late, head: next, events: [started(2)] }), null);
  assert.deepEqual((await store.eventsAfter(0, 10)).map(({ seq }) => seq), [1, 2]);
  assert.deepEqual((await store.lastEvents(1)).map(({ seq }) => seq), [2]);
});

onEveryStore("read() gives back long and short lists, whatever was there before", async (store) => {
  let pollVersion: string | null = null;
  for (const count of [0, 120, 3, 0]) {
    const { head } = await store.peek();
    const list = Array.from({ length: count }, (_, n) => broadcast(`b-${n}`, "ア".repeat(600)));
    const published = await store.publish({
      ...{ type: "idn", poll: NEVER_POLLED, pollVersion, head, list, events: [], resumed: [] },
    });
    pollVersion = published!.version;
    const picture = await store.read();
    assert.deepEqual(picture.lists.idn, list);
    assert.deepEqual(picture.lists.showroom, []);
  }
});
