import assert from "node:assert/strict";
import { createClock } from "../../src/platform/clock.ts";
import { idnItem } from "../../build/demo/scene.ts";
import { createFakeNet } from "../support/fake_net.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createProcess, START } from "./live_harness.ts";

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** A process whose clock can be set while its timers go on as they were, as a machine's do. */
function createSettable() {
  const timers = createManualClock(START);
  let offset = 0;
  const clock = createClock(() => timers.now() + offset, timers.after);
  const shared = { clock, kv: createMemoryKv(), net: createFakeNet() };
  return {
    ...shared,
    live: createProcess(shared),
    another: () => createProcess({ ...shared, seed: 7 }),
    setBack: (ms: number) => void (offset -= ms),
    advance: timers.advance,
  };
}

Deno.test("a clock that is set back by hours keeps no broadcast on the list that is over", async () => {
  const { live, net, setBack, advance } = createSettable();
  net.scene.idn = [idnItem("groupa_feni", "hello-1")];
  live.start();
  await advance(5 * MINUTE);
  assert.equal(live.view.list("groupa").length, 1);
  setBack(3 * HOUR);
  net.scene.idn = [];
  await advance(10 * MINUTE);
  assert.deepEqual(live.view.list("groupa"), []);
  net.scene.idn = [idnItem("groupa_gita", "hello-2")];
  await advance(5 * MINUTE);
  assert.deepEqual(live.view.list("groupa").map(({ slug }) => slug), ["hello-2"]);
  assert.equal(live.view.sources().find(({ name }) => name === "idn")?.state, "ok");
  await live.stop();
});

Deno.test("a process that starts after the clock was set back asks the platforms soon", async () => {
  const { live, another, net, setBack, advance } = createSettable();
  net.scene.idn = [idnItem("groupa_feni", "hello-1")];
  live.start();
  await advance(5 * MINUTE);
  await live.stop();
  setBack(3 * HOUR);
  net.scene.idn = [idnItem("groupa_gita", "hello-2")];
  const next = another();
  next.start();
  await advance(5 * MINUTE);
  assert.deepEqual(next.view.list("groupa").map(({ slug }) => slug), ["hello-2"]);
  await next.stop();
});
