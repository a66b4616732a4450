import assert from "node:assert/strict";
import fc from "fast-check";
import { AnswerCache } from "../../src/catalog/catalog.ts";
import { type Answer, createAnswer } from "../../src/http/answer.ts";
import { propertyRun } from "../support/size.ts";

const BODY = new Uint8Array(1);

function answer(madeAt: number, validUntil: number, body: Uint8Array<ArrayBuffer> = BODY): Answer {
  return createAnswer(body, { madeAt, validUntil });
}

Deno.test("an answer is made once, and again at the instant it runs out", () => {
  const cache = new AnswerCache();
  const made: number[] = [];
  const take = (now: number) =>
    cache.take("key", "", now, () => {
      made.push(now);
      return answer(now, now < 1000 ? 1000 : Infinity);
    });
  for (const now of [0, 1, 999, 1000, 5000]) take(now);
  assert.deepEqual(made, [0, 1000]);
});

Deno.test("an answer that cannot be made leaves nothing behind", () => {
  const cache = new AnswerCache();
  const fail = () => {
    throw new RangeError("no");
  };
  assert.throws(() => cache.take("key", "", 0, fail), RangeError);
  assert.equal(cache.take("key", "", 0, () => answer(0, 7)).validUntil, 7);
});

Deno.test("beyond 5,000 answers the ones made first go", () => {
  const cache = new AnswerCache();
  for (let key = 0; key < 5001; key++) cache.take(String(key), "", 0, () => answer(0, Infinity));
  let made = 0;
  const again = (key: number) =>
    cache.take(String(key), "", 1, () => {
      made++;
      return answer(1, Infinity);
    });
  again(5000);
  again(1);
  assert.equal(made, 0);
  again(0);
  assert.equal(made, 1);
});

Deno.test("beyond 64 MiB of bodies, their codings and keys the ones made first go, and a huge one is still answered", () => {
  const cache = new AnswerCache();
  const large = new Uint8Array(8 * 1024 * 1024 - 2048);
  for (const key of ["a", "b", "c", "d"]) cache.take(key, "", 0, () => answer(0, Infinity, large));
  const isKept = (key: string) => {
    let kept = true;
    cache.take(key, "", 1, () => {
      kept = false;
      return answer(1, Infinity);
    });
    return kept;
  };
  cache.take("e", "", 0, () => answer(0, Infinity, large));
  assert.ok(isKept("e") && isKept("b"));
  assert.ok(!isKept("a"));
  const huge = new Uint8Array(65 * 1024 * 1024);
  assert.equal(cache.take("huge", "", 0, () => answer(0, Infinity, huge)).body, huge);
  assert.ok(!isKept("e"));
});

Deno.test("whatever is asked when, the answer holds at that instant and is of that key", () => {
  const step = fc.tuple(fc.constantFrom("a", "b", "c"), fc.nat(100));
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const cache = new AnswerCache();
      let last = 0;
      for (const [key, now] of steps) {
        // As the program does when its clock was set back.
        if (now < last) cache.clear();
        last = now;
        const body = new TextEncoder().encode(`${key}${Math.floor(now / 10)}`);
        const until = (Math.floor(now / 10) + 1) * 10;
        const taken = cache.take(key, "", now, () => answer(now, until, body));
        assert.deepEqual(taken.body, body);
      }
    }),
    propertyRun(300),
  );
});
