import assert from "node:assert/strict";
import fc from "fast-check";
import { toRomaji } from "wanakana";
import { romajiKey, romajiOf } from "../../../src/addons/search/romaji.ts";
import { propertyRun } from "../../support/size.ts";

/** The letters that follow each other in words: a syllable, perhaps doubled, and what is behind it. */
const SYLLABLES = [
  ..."あいうえおかきくけこがぎぐげござじずぜぞたちつてとだでどなにぬねのはひふへほばびぶべぼぱぴぷぺぽまみむめもやゆよらりるれろわ",
  ..."きゃ きゅ きょ しゃ しゅ しょ ちゃ ちゅ ちょ にゃ にゅ にょ ひゃ ひゅ ひょ みゃ みゅ みょ りゃ りゅ りょ ぎゃ ぎゅ ぎょ じゃ じゅ じょ びゃ びゅ びょ ぴゃ ぴゅ ぴょ"
    .split(" "),
];
const kana = fc.array(fc.constantFrom(...SYLLABLES), { minLength: 1, maxLength: 6 })
  .map((syllables) => syllables.join(""));

Deno.test("romajiOf() spells kana as a library of the field does", () => {
  fc.assert(
    fc.property(kana, (word) => {
      assert.equal(romajiOf(word), toRomaji(word).replaceAll("'", ""));
      assert.equal(romajiOf(toKatakana(word)), romajiOf(word));
    }),
    propertyRun(500),
  );
});

Deno.test("romajiOf() doubles the consonant behind a small tsu", () => {
  for (const word of ["きって", "まっちゃ", "ざっし", "いっぱい", "マッチ", "カッコ"]) {
    assert.equal(romajiOf(word), toRomaji(word));
  }
});

Deno.test.each([
  ["ファン", "fan"],
  ["フォト", "foto"],
  ["パーティー", "pati"],
  ["シェフ", "shefu"],
  ["チェック", "chekku"],
  ["ジェット", "jetto"],
  ["ウィンク", "winku"],
  ["ヴェル", "veru"],
  ["モーツァルト", "motsaruto"],
])("%s is spelled %s", (kana, romaji) => assert.equal(romajiOf(kana), romaji));

Deno.test.each([
  ["tsuchida", "tutida"],
  ["shigunaru", "sigunaru"],
  ["kotarou", "kotaro"],
  ["pareedo", "paredo"],
  ["matcha", "mattya"],
  ["macchi", "matti"],
  ["junko", "zyunko"],
  ["fuji", "huzi"],
  ["shimbun", "sinbun"],
  ["juuichi", "zyuiti"],
])("%s and %s are the same word", (one, other) => {
  assert.equal(romajiKey(one), romajiKey(other));
});

Deno.test("a word that is no romanised Japanese has no other spelling", () => {
  for (const word of ["lumban", "kelulusan", "verlita", "凪"]) {
    assert.equal(romajiKey(word), undefined, word);
  }
});

Deno.test("a long word is read in no time, whatever stands at its end", () => {
  for (const syllable of ["na", "nya", "n", "mu", "ttsu", "kkya", "nan", "shi", "a"]) {
    const start = performance.now();
    for (const end of ["l", "q", "nnn", "mb"]) romajiKey(syllable.repeat(60) + end);
    assert.ok(performance.now() - start < 100, syllable);
  }
});

function toKatakana(word: string): string {
  return word.replace(/[ぁ-ゖ]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0x60));
}
