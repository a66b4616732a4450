import assert from "node:assert/strict";
import type { StartedEvent } from "../../src/live/records/live_event.ts";
import { createLiveState } from "../../src/live/store/live_state.ts";
import { createLiveStore, type LiveStore } from "../../src/live/store/live_store.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { quietLog, START } from "./live_harness.ts";
import { createPrng } from "../support/prng.ts";

const started = (seq: number): StartedEvent => ({
  seq,
  kind: "started",
  broadcast: {
    ...{ id: `b-${seq}`, type: "idn", urlKey: "u", slug: "s", title: "", img: "", imgAlt: "" },
    ...{ roomId: 0, chatRoomId: "", startedAt: START, streams: [] },
  },
  viewers: 0,
  isResumed: false,
});

/** One process's memory, with what it was told. */
function createMemory(store: LiveStore) {
  const clock = createManualClock(START);
  const state = createLiveState({
    store,
    clock,
    random: createPrng(1),
    log: quietLog,
    followMs: 2_000,
  });
  const told: (number | null)[] = [];
  state.onEvents((events) => void told.push(...events?.map(({ seq }) => seq) ?? [null]));
  const publish = async (type: "idn" | "showroom" | "youtube") => {
    if (!await state.writePoll(type, { ...state.platform(type).poll, holder: "me" })) {
      return false;
    }
    const { poll } = state.platform(type);
    return await state.publish({
      ...{ type, poll, list: [], resumed: [] },
      events: [started(state.seq() + 1)],
    });
  };
  return { state, told, publish };
}

Deno.test("sync() reports each event once, also while this process publishes and another does too", async () => {
  const inner = createLiveStore(createMemoryKv(), 90);
  const gates = { publish: Promise.withResolvers<void>(), events: Promise.withResolvers<void>() };
  const asked = Promise.withResolvers<void>();
  const first = createMemory({
    ...inner,
    async publish(publication) {
      const result = await inner.publish(publication);
      await gates.publish.promise;
      return result;
    },
    async eventsAfter(after, limit) {
      asked.resolve();
      await gates.events.promise;
      return await inner.eventsAfter(after, limit);
    },
  });
  const second = createMemory(inner);
  await Promise.all([first.state.sync(), second.state.sync()]);

  // The commit has happened, its reply is on its way; another process publishes on top of it …
  const publishing = first.publish("idn");
  while ((await inner.peek()).head.value.seq === 0) await Promise.resolve();
  await second.state.sync();
  assert.ok(await second.publish("showroom"));
  // … and the process looks at the store before it knows that it has published.
  const syncing = first.state.sync();
  await asked.promise;
  gates.publish.resolve();
  assert.ok(await publishing);
  gates.events.resolve();
  await syncing;
  await first.state.sync();
  // The null is the first look: what had happened before, only the lists tell.
  assert.deepEqual(first.told, [null, 1, 2]);
  assert.deepEqual(second.told, [null, 1, 2]);
  assert.equal(first.state.seq(), 2);
});

Deno.test("publish() keeps no event twice if its commit was read before its reply came", async () => {
  for (const others of [0, 1]) {
    const inner = createLiveStore(createMemoryKv(), 90);
    const second = createMemory(inner);
    await second.state.sync();
    assert.ok(await second.publish("youtube"));
    const reply = Promise.withResolvers<void>();
    const first = createMemory({
      ...inner,
      // Event 1 has expired.
      lastEvents: () => Promise.resolve([]),
      async publish(publication) {
        const result = await inner.publish(publication);
        await reply.promise;
        return result;
      },
    });
    await first.state.sync();

    const publishing = first.publish("idn");
    while ((await inner.peek()).head.value.seq === 1) await Promise.resolve();
    await second.state.sync();
    if (others > 0) assert.ok(await second.publish("showroom"));
    await first.state.sync();
    reply.resolve();
    assert.ok(await publishing);
    await first.state.sync();
    const seqs = others > 0 ? [2, 3] : [2];
    assert.deepEqual(first.told, [null, ...seqs]);
    assert.deepEqual(first.state.eventsSince(1)!.map(({ seq }) => seq), seqs);
    assert.equal(first.state.eventsSince(0), null, "event 1 is not known");
    assert.equal(first.state.seq(), 1 + seqs.length);
  }
});
