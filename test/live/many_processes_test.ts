import assert from "node:assert/strict";
import type { FeedEvent } from "../../src/events/feed.ts";
import type { Clock } from "../../src/platform/clock.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createFakeNet, hang, status } from "../support/fake_net.ts";
import { idnItem, showroomItem } from "../../build/demo/scene.ts";
import { createProcess, INTERVAL_MS, type Live, START } from "./live_harness.ts";
import { createPrng } from "../support/prng.ts";
import { sizeOf, testSeed } from "../support/size.ts";

const FIRST_SEED = testSeed();
const SEEDS = Array.from({ length: sizeOf({ default: 6, full: 600 }) }, (_, n) => FIRST_SEED + n);
const ROUNDS = 120;

/** A store whose answers take their time and sometimes get lost after the commit has happened. */
function slowKv(inner: Kv, clock: Clock, fraction: () => number): Kv {
  const wait = () => new Promise<void>((resolve) => clock.after(fraction() * 400, resolve));
  const slow = async <T>(action: () => Promise<T>): Promise<T> => {
    await wait();
    const result = await action();
    await wait();
    if (fraction() < 0.02) throw new Error("The reply got lost");
    return result;
  };
  return {
    ...inner,
    get: (key) => slow(() => inner.get(key)),
    getMany: (keys) => slow(() => inner.getMany(keys)),
    list: (prefix, options) => slow(() => inner.list(prefix, options)),
    commit: (checks, writes) => slow(() => inner.commit(checks, writes)),
    watch: () => () => {},
  };
}

for (const seed of SEEDS) {
  Deno.test(`processes that come, go and cross each other agree on every event (seed ${seed})`, async () => {
    const { fraction } = createPrng(seed);
    const clock = createManualClock(START);
    const inner = createMemoryKv();
    const net = createFakeNet();
    const running = new Map<Live, FeedEvent[]>();
    let born = 0;

    const give = () => {
      const kv = slowKv(inner, clock, fraction);
      const live = createProcess({ clock, kv, net, seed: seed * 1000 + ++born });
      const heard: FeedEvent[] = [];
      live.feed.subscribe((events) => {
        assert.notEqual(events, "gap");
        heard.push(...events as FeedEvent[]);
      });
      live.start();
      running.set(live, heard);
    };

    const minutes = (ROUNDS * 15) / 60;
    for (let round = 0; round < ROUNDS; round++) {
      if (running.size < 2 || (running.size < 4 && fraction() < 0.2)) give();
      if (running.size > 2 && fraction() < 0.15) await take();
      net.scene.idn = [0, 1, 2].filter(() => fraction() < 0.7)
        .map((n) =>
          idnItem(["groupa_feni", "groupa_gita", "groupb_mia"][n]!, `${n}-${phaseOf(round)}`)
        );
      net.scene.showroom = [{
        lives: fraction() < 0.7 ? [showroomItem(317730, "GROUPA_Feni", 500 + phaseOf(round))] : [],
      }];
      net.fail("idn", fraction() < 0.1 ? hang : fraction() < 0.1 ? status(500) : undefined);
      for (const live of running.keys()) live.noteRequest();
      await clock.advance(15_000);
    }
    net.fail("idn", undefined);
    for (let n = 0; n < 90; n++) {
      for (const live of running.keys()) live.noteRequest();
      await clock.advance(5_000);
    }

    const [first, ...others] = [...running.keys()] as [Live, ...Live[]];
    for (const live of others) {
      assert.deepEqual(live.view.list("groupa"), first.view.list("groupa"));
      assert.deepEqual(live.recents.list("groupa"), first.recents.list("groupa"));
      assert.deepEqual(live.feed.since(0), first.feed.since(0));
    }
    const events = first.feed.since(0);
    assert.ok(events.length > 20, `${events.length} events`);
    for (const [live, heard] of running) {
      const from = heard[0]?.seq ?? 1;
      assert.deepEqual(heard.map(({ seq }) => seq), heard.map((_, n) => from + n));
      assert.deepEqual(heard, events.slice(events.length - heard.length), `${live.feed.head()}`);
    }
    assertTold(events, first);
    const most = ((minutes + 7.5) * 60_000) / (0.8 * INTERVAL_MS) + born;
    assert.ok(net.polls.idn <= most, `${net.polls.idn} polls, at most ${most}`);
    await Promise.all([...running.keys()].map((live) => live.stop()).concat(clock.advance(30_000)));

    async function take(): Promise<void> {
      const [live] = [...running.keys()];
      running.delete(live!);
      const stopped = live!.stop();
      await clock.advance(30_000);
      await stopped;
    }
  });
}

/** The same broadcasts for a while, then others. */
function phaseOf(round: number): number {
  return Math.floor(round / 8);
}

/** Every broadcast starts, ends, starts …, in turn; what has ended is recorded exactly once. */
function assertTold(events: readonly FeedEvent[], { recents, view }: Live): void {
  const onAir = new Set<string>();
  const ended = new Set<string>();
  for (const event of events) {
    const { type, subject: id } = event;
    if (type !== "live.ended") {
      assert.ok(!onAir.has(id), `${id} starts twice`);
      onAir.add(id);
      ended.delete(id);
    } else {
      assert.ok(onAir.delete(id), `${id} ends without a start`);
      ended.add(id);
    }
  }
  const shown = ["groupa", "groupb"].flatMap((group) => view.list(group).map(({ id }) => id));
  assert.deepEqual(new Set(shown), onAir);
  const recorded = ["groupa", "groupb"].flatMap((group) => recents.list(group).map(({ id }) => id));
  assert.deepEqual(recorded.toSorted(), [...ended].toSorted());
}
