import assert from "node:assert/strict";
import { lazily, loadWaiting } from "../../src/toolbox/lazily.ts";

Deno.test("a load that failed is tried again, and one that succeeded is kept", async () => {
  let times = 0;
  const load = lazily(() =>
    ++times < 3 ? Promise.reject(new Error("away")) : Promise.resolve(times)
  );
  await assert.rejects(load(), /away/);
  await assert.rejects(load(), /away/);
  assert.deepEqual(await Promise.all([load(), load(), load()]), [3, 3, 3]);
});

Deno.test("what waits for its first use is loaded one after the other, and what that declares, too", async () => {
  // Files that share this isolate have declared others.
  await loadWaiting(() => Promise.resolve(), () => {});
  const order: string[] = [];
  const used = lazily(() => Promise.resolve(order.push("used")));
  await used();
  lazily(() => Promise.reject(new Error("broken")));
  lazily(() => {
    order.push("outer");
    lazily(() => Promise.resolve(order.push("inner")));
    return Promise.resolve();
  });
  const errors: string[] = [];
  const pause = () => Promise.resolve(void order.push("pause"));
  await loadWaiting(pause, (error) => errors.push(String(error)));
  assert.deepEqual(order, ["used", "pause", "pause", "outer", "pause", "inner"]);
  assert.deepEqual(errors, ["Error: broken"]);
});
