import assert from "node:assert/strict";
import { readLine } from "../../src/admin/commands/options.ts";
import { table, textWidth } from "../../src/admin/commands/table.ts";

Deno.test("textWidth() counts columns of a terminal, not code units", () => {
  const widths: [string, number][] = [
    ["", 0],
    ["Sari", 4],
    ["J-…hLqe", 7],
    ["Ñandú", 5],
    ["N\u0303andu\u0301", 5],
    ["推し", 4],
    ["ラジオ", 6],
    ["한국", 4],
    ["ｱｲ", 2],
    ["Ｗ", 2],
    ["、「」", 6],
    ["🐎", 2],
    ["👨‍👩‍👧", 2],
    ["🇮🇩", 2],
    ["❤️", 2],
    ["1#*", 3],
    ["กี่", 1],
  ];
  for (const [text, width] of widths) assert.equal(textWidth(text), width, text);
});

Deno.test("table() keeps columns under each other, whatever the script", () => {
  assert.deepEqual(table(["id", "owner", "plan"], [["1", "推し", "a"], ["2", "Sari", "b"]]), [
    "id  owner  plan",
    "1   推し   a",
    "2   Sari   b",
  ]);
});

Deno.test("readLine() refuses what would garble a table or a letter", () => {
  const read = (text: string) =>
    readLine({ subject: "", all: () => [text], has: () => true, text: () => text }, "owner");
  assert.equal(read(" Ñandú 推し 👨‍👩‍👧 "), "Ñandú 推し 👨‍👩‍👧");
  for (const sign of ["\n", "\x1b", "\u2028", "\u202e", "\u2066", "\ud800"]) {
    assert.throws(() => read(`a${sign}b`), /one line of text/);
  }
});
