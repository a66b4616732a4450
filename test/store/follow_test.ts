import assert from "node:assert/strict";
import { HttpError } from "../../src/http/http_error.ts";
import { follow, type FollowOptions } from "../../src/store/follow.ts";
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
  await Promise.all(asked);
  assert.deepEqual([seen.loads, followed.value], [2, 2]);
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

Deno.test("ready() refuses after 2 s while there is no value, and settles for an old one", async () => {
  const { clock, followed } = followCount(() => FOREVER);
  const refused = assert.rejects(
    followed.ready()!,
    (error) => error instanceof HttpError && error.code === "TRY_AGAIN",
  );
  await clock.advance(2_000);
  await refused;
  const { clock: later, followed: other } = followCount(
    (count) => count === 1 ? Promise.resolve(1) : FOREVER,
    { isCurrent: () => false },
  );
  await other.sync();
  const old = other.ready();
  assert.notEqual(old, undefined);
  await later.advance(2_000);
  await old;
});
