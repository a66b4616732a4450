import assert from "node:assert/strict";
import { INDONESIAN, PARTS } from "../../build/words/indonesian.ts";
import { SPOKEN_ROOMS, UNSAID, WORD_LISTS } from "./rooms.ts";
import { schemaTexts, sourcesBelow, textsIn } from "./templates.ts";

const sources = SPOKEN_ROOMS.flatMap(sourcesBelow).filter((path) => !WORD_LISTS.includes(path));

Deno.test("the table has every text that is said, and no other", () => {
  const said = [...sources.flatMap((path) => textsIn(path).said), ...schemaTexts()];
  assert.ok(said.length > 400, `${said.length} texts were read`);
  const lacking = said.filter(({ text }) => !Object.hasOwn(INDONESIAN, text));
  assert.deepEqual(
    [...new Map(lacking.map(({ text, place }) => [text, place]))]
      .map(([text, place]) => `${place}: ${JSON.stringify(text)}`),
    [],
    "texts without a line in build/words/indonesian/",
  );
  const texts = new Set(said.map(({ text }) => text));
  assert.deepEqual(Object.keys(INDONESIAN).filter((text) => !texts.has(text)), []);
});

Deno.test("every text for people is said through a template", () => {
  const unsaid = sources.flatMap((path) => textsIn(path).unsaid)
    .filter(({ text }) => !UNSAID.some((known) => known.test(text)));
  assert.deepEqual(unsaid.map(({ text, place }) => `${place}: ${text}`), []);
});

Deno.test("a translation has the values of its template, each as often", () => {
  const valuesOf = (text: string) => (text.match(/\{\d+\}/g) ?? []).sort().join();
  const wrong = Object.entries(INDONESIAN)
    .filter(([english, indonesian]) => valuesOf(english) !== valuesOf(indonesian));
  assert.deepEqual(wrong, []);
});

Deno.test("a translation begins and ends with the signs of its template", () => {
  const signsOf = (text: string) => /^([;,.:]? ?)[^]*?( ?)$/.exec(text)!.slice(1).join("|");
  const wrong = Object.entries(INDONESIAN)
    .filter(([english, indonesian]) => signsOf(english) !== signsOf(indonesian));
  assert.deepEqual(wrong, []);
});

Deno.test("no text is in two parts of the table", () => {
  const texts = PARTS.flatMap((part) => Object.keys(part));
  assert.equal(new Set(texts).size, texts.length);
});

Deno.test("a text that is not said is found, and one that is", () => {
  const source = 'say`Cannot find ${name}:\n  it is gone`; report("Cannot find it");';
  const { said, unsaid } = textsIn("build/made.ts", source);
  assert.deepEqual(said.map(({ text }) => text), ["Cannot find {0}: it is gone"]);
  assert.deepEqual(unsaid.map(({ text }) => text), ["Cannot find it"]);
});
