import assert from "node:assert/strict";
import fc from "fast-check";
import { REPOSITORY } from "../support/contents.ts";
import { createProgram } from "../support/program.ts";
import { propertyRun } from "../support/size.ts";

const searched = (text: string) => `/v1/search?q=${encodeURIComponent(text)}`;

/** What is no text of Unicode cannot be written in an address. */
const isText = (text: string) => text.isWellFormed();

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 120 }).filter(isText),
  fc.string({ unit: fc.constantFrom(..."aeiou nкぁっーゃ々\u3099\u0301\u200d(.*+?)[]{}\\|^$") }),
  fc.constantFrom("\ufdfa", "a ", "ou", "凪", "ー", "っ", "%", "ꦭ", "𠮷", "ﬃ")
    .chain((unit) => fc.integer({ min: 1, max: 100 }).map((times) => unit.repeat(times))),
  // Words that look like romanised kana nearly to their end.
  fc.tuple(
    fc.constantFrom("na", "nya", "n", "mu", "ttsu", "sshi", "kkya", "nan", "ou", "na nu "),
    fc.integer({ min: 1, max: 50 }),
    fc.constantFrom("l", "q", "x", "nn", "mb", "ll", " l"),
  ).map(([unit, times, end]) => unit.repeat(times) + end),
);

Deno.test("any text is answered or refused, in its time", async () => {
  await using app = await createProgram(REPOSITORY);
  await app.json(searched("warm"));
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const response = await app.ask(searched(text));
      const body = await response.json();
      assert.ok([200, 400].includes(response.status), `${response.status} for ${text}`);
      if (response.status === 200) assert.ok(body.total >= body.data.length);
    }),
    propertyRun(300, 20_000),
  );
});
