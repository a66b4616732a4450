import assert from "node:assert/strict";
import { createFaultyKv } from "../support/faulty_kv.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createProgram, type Program } from "../support/program.ts";

const SECOND = 1_000;

Deno.test("a program whose store does not answer any more ends within 10 s all the same", async () => {
  const clock = createManualClock(Date.parse("2026-11-22T03:00:00Z"));
  const kv = createFaultyKv(createMemoryKv(clock), { clock });
  let program: Program | undefined;
  void createProgram({ content: "content", clock, kv, env: { LIVE: "on" }, plans: "content" })
    .then((made) => program = made);
  while (program === undefined) await pass(10);
  const { service, json } = program;
  service.live.start();
  void service.announcer.sync();
  await json("/v1/birthdays");
  for (let n = 0; n < 30; n++) await pass(SECOND);
  kv.fate = "silence";
  await json("/v1/birthdays");
  for (let n = 0; n < 30; n++) await pass(SECOND);
  const toldAt = clock.now();
  let isQuiet = false;
  let isClosed = false;
  void service.quiet().then(() => isQuiet = true);
  for (let n = 0; n < 30 && !isQuiet; n++) await pass(SECOND / 2);
  void service.close().then(() => isClosed = true);
  for (let n = 0; n < 60 && !isClosed; n++) await pass(SECOND / 2);
  assert.ok(isQuiet && isClosed, `quiet: ${isQuiet}, closed: ${isClosed}`);
  assert.ok(clock.now() - toldAt <= 10 * SECOND, `${clock.now() - toldAt} ms`);

  /** Lets time pass; real work, such as reading modules, goes on meanwhile. */
  async function pass(ms: number): Promise<void> {
    await clock.advance(ms);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
});
