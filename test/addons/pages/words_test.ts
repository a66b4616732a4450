import assert from "node:assert/strict";
import { choiceLabel, fieldLabel } from "../../../build/schema/field_labels.ts";
import {
  ALL_WORDS,
  choiceWord,
  innerChoice,
  wordsOf,
} from "../../../src/addons/pages/words/words.ts";

Deno.test("pages call fields and choices what forms call them, in each language", () => {
  for (const words of ALL_WORDS) {
    for (const [field, label] of Object.entries(words.fields)) {
      assert.equal(label, fieldLabel(field, words.language), field);
    }
    for (const [choice, label] of Object.entries(words.choices)) {
      assert.equal(label, choiceLabel(choice, words.language), choice);
    }
  }
});

Deno.test("a group's pages are in its language if they speak it, else in English", () => {
  const spoken = Object.entries({
    id: "id",
    "id-ID": "id",
    in: "id",
    en: "en",
    ja: "en",
    idu: "en",
  });
  for (const [tag, language] of spoken) assert.equal(wordsOf(tag).language, language, tag);
  const [english] = ALL_WORDS;
  assert.equal(innerChoice(english!, "offair"), "appearance (off air)");
  assert.equal(innerChoice(english!, "ep"), "EP");
  assert.equal(choiceWord(english!, "constructor"), "constructor");
});
