import assert from "node:assert/strict";
import fc from "fast-check";
import { foldText } from "../../src/model/fold_text.ts";
import { propertyRun } from "../support/size.ts";

Deno.test.each([
  ["  Zoë   Ångström ", "zoe angstrom"],
  ["Ｓａｙａ", "saya"],
  ["NGUYỄN", "nguyen"],
  ["ばな", "ばな"],
  ["ﾊﾟﾅ", "パナ"],
  ["한별", "한별"],
  ["Łucja Ørsted-Müller", "lucja orsted muller"],
  ["Đặng Þóra Næss Strauß", "dang thora naess strauss"],
  ["IŞIK Işık", "isik isik"],
  ["Li’an  D'Ath", "lian dath"],
  ["“Аlуo\u200b”", "alyo"],
  ["髙﨑 𠮷邉 齋藤", "高崎 吉辺 斎藤"],
  ["-", "-"],
])("fold() makes %j %j", (text, folded) => {
  assert.equal(foldText(text), folded);
  assert.equal(foldText(folded), folded);
});

Deno.test("fold() keeps letters apart that differ in more than an accent", () => {
  for (const [one, other] of [["はな", "ばな"], ["가", "각"], ["กี", "กิ"]] as const) {
    assert.notEqual(foldText(one), foldText(other), `${one} ${other}`);
  }
});

Deno.test("fold() takes a letter and its accent in one character or in two", () => {
  for (const text of ["é", "が", "각"]) {
    assert.equal(foldText(text.normalize("NFD")), foldText(text));
  }
});

Deno.test("foldText() makes of plain ASCII what it makes of any text", () => {
  const anyText = fc.string({
    unit: fc.constantFrom(..."aZ09 .-_~!'\t\n\x7f\u00e9"),
    maxLength: 8,
  });
  fc.assert(
    fc.property(anyText, (text) => {
      // A letter with an accent is no ASCII.
      assert.equal(foldText(`é ${text}x`), `e ${foldText(`${text}x`)}`);
      assert.equal(foldText(foldText(text)), foldText(text));
    }),
    propertyRun(500),
  );
});
