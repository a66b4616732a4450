import assert from "node:assert/strict";
import fc from "fast-check";
import { summarize } from "../../build/article/summary.ts";
import { propertyRun } from "../support/size.ts";

const FAMILY = "👩‍👩‍👧‍👦";
const FLAG = "🇮🇩";
const ACCENTED = "e\u0301";

Deno.test("summarize() leaves 280 characters as they are, and counts an emoji as one", () => {
  assert.equal(summarize("a".repeat(280)), "a".repeat(280));
  assert.equal(summarize("🎉".repeat(280)), "🎉".repeat(280));
});

Deno.test("summarize() puts everything on one line", () => {
  assert.equal(summarize("  Satu\r\n\n dua\t\u00a0tiga "), "Satu dua tiga");
});

Deno.test("summarize() cuts at a word", () => {
  const words = "kata ".repeat(100);
  assert.equal(summarize(words), "kata ".repeat(56).trim());
  assert.equal(summarize(`${"a".repeat(279)} b c`), "a".repeat(279));
  assert.equal(summarize(`${"a".repeat(280)} b`), "a".repeat(280));
  assert.equal(summarize(`${"a".repeat(270)} ${"b".repeat(20)}`), "a".repeat(270));
});

Deno.test("summarize() cuts no address in two", () => {
  const text = `${"kata ".repeat(50)}https://oshibase.example/berita/yang/sangat/panjang`;
  assert.equal(summarize(text), "kata ".repeat(50).trim());
});

Deno.test("summarize() cuts Japanese between words, however far back the last space is", () => {
  const sentence = "劇場公演のお知らせです。";
  const summary = summarize(`お知らせ ${sentence.repeat(40)}`);
  assert.ok([...summary].length > 270, summary);
  assert.ok([...summary].length <= 280);
  assert.match(summary, /(です|です。|お知らせ|の|公演|劇場)$/);
});

Deno.test.each([FAMILY, FLAG, ACCENTED, "한"])("summarize() cuts no %s in two", (cluster) => {
  const summary = summarize(cluster.repeat(300));
  assert.equal(summary.replaceAll(cluster, ""), "");
  const most = Math.floor(280 / [...cluster].length);
  assert.equal(summary.length / cluster.length, most);
});

Deno.test("summarize() gives the beginning of the text, never longer than 280 characters", () => {
  const word = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(FAMILY, FLAG, "公演", "kata", "https://a.example/b", "\n", "。"),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 200 }), (words) => {
      const line = words.join(" ").replace(/\s+/g, " ").trim();
      const summary = summarize(words.join(" "));
      assert.ok(line.startsWith(summary));
      assert.ok([...summary].length <= 280);
      assert.equal(summary, summary.trim());
      if ([...line].length <= 280) assert.equal(summary, line);
      else assert.ok(summary.length > 0);
    }),
    propertyRun(1000),
  );
});
