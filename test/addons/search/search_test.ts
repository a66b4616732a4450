import { romajiKey, romajiOf } from "../../../src/addons/search/romaji.ts";
import { REPOSITORY } from "../../support/contents.ts";
import { judgedQueries, recallOf } from "./judged_queries.ts";
import { createProgram } from "../../support/program.ts";
import { propertyRun } from "../../support/size.ts";
import fc from "fast-check";
import assert from "node:assert/strict";
import { toRomaji } from "wanakana";

const NOW = "2026-11-22T03:00:00Z";

Deno.test("search finds what people mean among its first five", async () => {
  await using app = await createProgram({ ...REPOSITORY, now: NOW });
  const queries = judgedQueries();
  assert.ok(queries.length >= 430, `${queries.length} queries`);
  let recall = 0;
  let empty = 0;
  const missed: string[] = [];
  for (const query of queries) {
    const { total, data } = await app.json(`/v1/search?q=${encodeURIComponent(query.text)}`);
    const found = recallOf(query, data);
    recall += found / queries.length;
    if (total === 0) empty++;
    if (found < 1) missed.push(query.text);
  }
  assert.ok(recall >= 0.98, `recall ${recall}; missed: ${missed.join(", ")}`);
  assert.ok(empty <= 0.02 * queries.length, `${empty} of ${queries.length} found nothing`);
});

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

function toKatakana(word: string): string {
  return word.replace(/[ぁ-ゖ]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0x60));
}
