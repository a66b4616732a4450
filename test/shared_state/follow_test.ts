import assert from "node:assert/strict";
import { HttpError } from "../../src/http/http_error.ts";
import { follow, type FollowOptions } from "../../src/shared_state/follow.ts";
import { createManualClock } from "../support/manual_clock.ts";

const TURNS = 10;
const FOREVER = new Promise<never>(() => {});

/** Something that counts its loads: polled every 10 s, after a failure every second. */
function followCount(
  loads: (count: number) => Promise<number> = (count) => Promise.resolve(count),
  options: Partial<FollowOptions<number>> = {},
) {
  const clock = createManualClock();
  const lines: string[] = [];
  const line = (message: string) => void lines.push(message);
  const seen = { loads: 0, changes: [] as (number | undefined)[][], lines, changed: () => {} };
  const followed = follow<number>({ clock, log: { info: line, warn: line, error: line } }, {
    watch(changed) {
      seen.changed = changed;
      return () => seen.changed = () => {};
    },
    pollMs: () => 10_000,
    retryMs: (failures) => 1_000 * (failures + 1),
    outage: { away: "away", back: "back" },
    load: () => loads(++seen.loads),
    ...options,
  });
  followed.subscribe((now, before) => void seen.changes.push([now, before]));
  return { clock, followed, seen };
}

async function turns(): Promise<void> {
  for (let n = 0; n < TURNS; n++) await Promise.resolve();
}

Deno.test("it reads nothing before it is asked, then after each wait, and when it is watched", async () => {
  const { clock, followed, seen } = followCount();
  await clock.advance(60_000);
  assert.deepEqual([seen.loads, followed.value], [0, undefined]);
  await followed.sync();
  await clock.advance(9_999);
  assert.equal(seen.loads, 1);
  await clock.advance(1);
  assert.equal(seen.loads, 2);
  seen.changed();
  await turns();
  assert.deepEqual(seen.changes, [[1, undefined], [2, 1], [3, 2]]);
});

Deno.test("who asks during a load waits for one that begins after it, once for all", async () => {
  const steps = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const { followed, seen } = followCount((count) => steps[count - 1]!.promise);
  const settled: string[] = [];
  const ask = (name: string) => followed.sync().then(() => void settled.push(name));
  const asked = [ask("first"), ask("second"), ask("third")];
  steps[0]!.resolve(1);
  await asked[0];
  await turns();
  assert.deepEqual([settled, seen.loads], [["first"], 2]);
  steps[1]!.resolve(2);
  await Promise.all([...asked, followed.idle()]);
  assert.deepEqual([seen.loads, followed.value], [2, 2]);
});

Deno.test("what was loaded again and is the same tells nobody", async () => {
  const { clock, followed, seen } = followCount(() => Promise.resolve(7));
  await followed.sync();
  await clock.advance(30_000);
  assert.deepEqual([seen.loads, seen.changes], [4, [[7, undefined]]]);
  followed.update(8);
  assert.deepEqual([seen.changes.at(-1), followed.value], [[8, 7], 8]);
});

Deno.test("a failure rejects nothing, is logged once, and makes the wait another until a load succeeds", async () => {
  const { clock, followed, seen } = followCount((count) =>
    count <= 2 ? Promise.reject(new Error("gone")) : Promise.resolve(count)
  );
  await followed.sync();
  assert.deepEqual([followed.isAway, followed.syncedAt], [true, 0]);
  await clock.advance(999);
  assert.equal(seen.loads, 1);
  await clock.advance(1);
  await clock.advance(2_000);
  assert.deepEqual([seen.loads, seen.lines], [3, ["away", "back"]]);
  assert.deepEqual([followed.isAway, followed.syncedAt], [false, clock.now()]);
  await clock.advance(9_999);
  assert.equal(seen.loads, 3);
});

Deno.test("closed, it begins no load, watches nothing, and says nothing of one that fails", async () => {
  const first = Promise.withResolvers<number>();
  const { clock, followed, seen } = followCount(() => first.promise);
  const asked = [followed.sync(), followed.sync()];
  followed.close();
  first.reject(new Error("gone"));
  await Promise.all(asked);
  await followed.sync();
  seen.changed();
  await clock.advance(60_000);
  assert.deepEqual([seen.loads, seen.lines], [1, []]);
});

Deno.test("ready() waits for the load under way, and for nothing once there is a value", async () => {
  const first = Promise.withResolvers<number>();
  const { followed, seen } = followCount(() => first.promise);
  const waiting = [followed.ready(), followed.ready()];
  first.resolve(1);
  await Promise.all(waiting);
  assert.deepEqual([seen.loads, followed.ready()], [1, undefined]);
});

Deno.test("ready() refuses after 2 s while there is no value, and settles for an old one", async () => {
  const { clock, followed } = followCount((count) => count === 2 ? Promise.resolve(2) : FOREVER, {
    isCurrent: () => false,
  });
  const refused = assert.rejects(
    followed.ready()!,
    (error) => error instanceof HttpError && error.code === "TRY_AGAIN",
  );
  await clock.advance(2_000);
  await refused;
  followed.update(1);
  const old = followed.ready();
  assert.notEqual(old, undefined);
  await clock.advance(2_000);
  await old;
});
