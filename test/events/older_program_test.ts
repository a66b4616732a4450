import assert from "node:assert/strict";
import { createLiveRoster } from "../../src/live/records/roster.ts";
import { LIVE_HEAD, liveEventKey } from "../../src/platform/store_keys.ts";
import { createBusyNet, createLiveProgram } from "../support/live_program.ts";

Deno.test("an older program finds a number where there is no broadcast, and whose it is: nobody's", async () => {
  await using program = await createLiveProgram({ net: createBusyNet() });
  await program.pass(30_000);
  const { service: { live }, kv, clock } = program;
  const before = (await kv.get<{ seq: number; pieces: unknown }>(LIVE_HEAD)).value!;
  const at = new Date(clock.now()).toISOString();
  const entry = { group: "kota", at, data: {}, subject: "kota", members: [] };
  const entries = [{ ...entry, type: "content.changed" as const }];
  assert.ok(await live.log.append(entries, { checks: [], writes: [] }));
  assert.deepEqual((await kv.get(LIVE_HEAD)).value, { ...before, seq: before.seq + 1 });
  // deno-lint-ignore no-explicit-any
  const { kind, broadcast, again } = (await kv.get<any>(liveEventKey(before.seq + 1))).value;
  // A former program takes every event that has not ended for a start, and asks whose it is.
  assert.deepEqual([kind, again], ["started", false]);
  assert.equal(typeof broadcast.urlKey, "string");
  assert.deepEqual(createLiveRoster([]).ownersOf(broadcast), []);
  assert.deepEqual(live.state.eventsSince(before.seq)!.map(({ kind }) => kind), ["other"]);
});

Deno.test("an event that an older program has written is told in the log", async () => {
  await using program = await createLiveProgram({ net: createBusyNet() });
  await program.pass(30_000);
  const { data: [first] } = await program.json("/v1/events");
  const key = liveEventKey(Number(first.id));
  // deno-lint-ignore no-explicit-any
  const { entry: _, ...former } = (await program.kv.get<any>(key)).value;
  await program.kv.commit([], [{ set: key, value: former }]);
  await using later = await createLiveProgram({ kv: program.kv, clock: program.clock });
  const { data: [again] } = await later.json("/v1/events", { key: program.key });
  assert.deepEqual({ ...again, at: first.at, data: first.data }, first);
  assert.equal(again.data.id, first.data.id);
});
