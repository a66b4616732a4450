import assert from "node:assert/strict";
import fc from "fast-check";
import { makePage } from "../../build/emit/blob.ts";
import { listPresent, nextPhase, spanAt } from "../../src/catalog/phases.ts";
import { propertyRun } from "../support/size.ts";

Deno.test("an item that never changes says the same at every instant", () => {
  for (const now of [-1e15, 0, 1e15]) {
    assert.deepEqual(spanAt([3, 5], now), [3, 5]);
    assert.equal(nextPhase([3, 5], now), Infinity);
  }
});

Deno.test("an item changes at the instant it says, and is not there before it is published", () => {
  const phases = [0, 0, 100, 3, 5, 200, 8, 2];
  assert.equal(spanAt(phases, 99), undefined);
  assert.deepEqual(spanAt(phases, 100), [3, 5]);
  assert.deepEqual(spanAt(phases, 199), [3, 5]);
  assert.deepEqual(spanAt(phases, 200), [8, 2]);
  assert.deepEqual([99, 100, 199, 200].map((now) => nextPhase(phases, now)), [
    100,
    200,
    200,
    Infinity,
  ]);
});

const anySteps = fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { maxLength: 4 })
  .map((instants) => [-Infinity, ...instants.toSorted((one, other) => one - other)]);

Deno.test("the compiler's phases say what their steps say, from the publication on", () => {
  fc.assert(
    fc.property(
      anySteps,
      fc.constantFrom(-Infinity, 0, 30, 55, 100, 101),
      fc.integer({ min: -5, max: 105 }),
      (instants, publishedFrom, now) => {
        // Each step has a text of another length, by which it is known again.
        const steps = instants.map((from, place) => ({ from, json: "x".repeat(place + 1) }));
        const [, phases] = makePage(0, (blob) => blob.addPhases(steps, publishedFrom));
        const lengthAt = (at: number) => spanAt(phases, at)?.[1] ?? 0;
        const expected = (at: number) =>
          at < publishedFrom ? 0 : steps.findLast(({ from }) => from <= at)!.json.length;
        assert.equal(lengthAt(now), expected(now));
        const next = nextPhase(phases, now);
        assert.ok(next > now);
        for (let at = now; at < Math.min(next, 110); at++) {
          assert.equal(lengthAt(at), expected(now));
        }
        if (next !== Infinity) assert.notEqual(lengthAt(next), expected(now));
      },
    ),
    propertyRun(1000),
  );
});

Deno.test("a list holds until the first of its rows changes, shown or not", () => {
  const rows = [
    { open: [1, 1] },
    { open: [0, 0, 50, 1, 1] },
    { open: [1, 1, 40, 2, 1] },
    { open: [1, 1, 20, 2, 1] },
  ];
  const listing = listPresent(rows, 30, (row) => row !== rows[2]);
  assert.deepEqual(listing, { rows: [rows[0], rows[3]], madeAt: 30, validUntil: 40 });
});
