import assert from "node:assert/strict";
import { createReconciler } from "../../src/toolbox/reconciler.ts";
import { createManualClock } from "../support/manual_clock.ts";

/** A reconciler that waits 10 s, after a failure 1 s; each look takes what `looks` says. */
function follow(looks: (count: number) => Promise<void> = () => Promise.resolve()) {
  const clock = createManualClock();
  const seen: { at: number; heard: string[] } = { at: 0, heard: [] };
  const reconciler = createReconciler({
    clock,
    outage: {
      succeeded: () => void seen.heard.push("succeeded"),
      failed: (error) => void seen.heard.push(`failed: ${(error as Error).message}`),
    },
    look: () => looks(++seen.at),
    waitMs: () => 10_000,
    retryMs: (failures) => 1_000 * (failures + 1),
  });
  return { clock, reconciler, seen };
}

Deno.test("it does nothing before its first look, then looks after each wait", async () => {
  const { clock, reconciler, seen } = follow();
  await clock.advance(60_000);
  assert.equal(seen.at, 0);
  await reconciler.look();
  await clock.advance(9_999);
  assert.equal(seen.at, 1);
  await clock.advance(1);
  assert.equal(seen.at, 2);
});

Deno.test("what is told during a look is seen by one more, for which all wait", async () => {
  const first = Promise.withResolvers<void>();
  const { reconciler, seen } = follow((count) => count === 1 ? first.promise : Promise.resolve());
  const told = [reconciler.look(), reconciler.look(), reconciler.look()];
  first.resolve();
  await Promise.all([...told, reconciler.idle()]);
  assert.equal(seen.at, 2);
});

Deno.test("a failure rejects nothing, is heard of, and makes the wait another until a look succeeds", async () => {
  const away = (count: number) =>
    count <= 2 ? Promise.reject(new Error("away")) : Promise.resolve();
  const { clock, reconciler, seen } = follow(away);
  await reconciler.look();
  await clock.advance(999);
  assert.equal(seen.at, 1);
  await clock.advance(1);
  assert.equal(seen.at, 2);
  await clock.advance(2_000);
  assert.deepEqual(seen.heard, ["failed: away", "failed: away", "succeeded"]);
  await clock.advance(9_999);
  assert.equal(seen.at, 3);
});

Deno.test("closed, it begins no look, and says nothing of one that fails", async () => {
  const first = Promise.withResolvers<void>();
  const { clock, reconciler, seen } = follow(() => first.promise);
  const told = reconciler.look();
  void reconciler.look();
  reconciler.close();
  first.reject(new Error("away"));
  await told;
  await reconciler.look();
  await clock.advance(60_000);
  assert.deepEqual(seen, { at: 1, heard: [] });
});
