import assert from "node:assert/strict";
import { changed, EMPTY_COUNTER, wasMade } from "../../src/quota/counter.ts";

const DAY = "2026-07-04";
const lease = { holder: "a", n: 1, at: 0, units: 8, day: DAY, keeps: true };
const giveBack = { ...lease, n: 2, units: -8, keeps: false };
const other = { ...lease, holder: "b", at: 1 };

Deno.test("a change of which the counter forgot the holder counts as made if it gave back, and not if it leased", () => {
  const leased = changed(EMPTY_COUNTER, lease, 1);
  const forgotten = changed(leased, other, 1);
  assert.equal(wasMade(lease, EMPTY_COUNTER, forgotten), false);
  assert.equal(wasMade(giveBack, leased, forgotten), true);
  // Nor can it be told of one that was forgotten before.
  const returned = changed(forgotten, giveBack, 1);
  assert.equal(wasMade(giveBack, forgotten, returned), true);
  assert.equal(wasMade(giveBack, forgotten, changed(returned, other, 1)), true);
});

Deno.test("a change that was not made is known as such, whether its holder is named or not", () => {
  const leased = changed(EMPTY_COUNTER, lease, 9);
  assert.equal(wasMade(giveBack, leased, changed(leased, other, 9)), false);
  const returned = changed(leased, giveBack, 9);
  assert.equal(wasMade(giveBack, leased, returned), true);
  const again = { ...giveBack, n: 3, units: -1 };
  assert.equal(wasMade(again, returned, changed(returned, other, 9)), false);
  assert.equal(wasMade(again, returned, changed(returned, again, 9)), true);
});
