import assert from "node:assert/strict";
import fc from "fast-check";
import { contentLine, occasionLines, textLine } from "../../../src/model/calendar_lines.ts";
import { propertyRun } from "../../support/size.ts";

const encoder = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true });

/** Titles as groups have them, and what a calendar has to escape. */
const letters = fc.constantFrom(
  ..."月の裏庭ほたるの川คอนเสิร์ตพิเศษé",
  ...["👩‍👩‍👧‍👦", "🎂", "🇯🇵", "\u0301", ",", ";", "\\", "\\n", "\n", "\r\n", "\r"],
  ...["\t", "\u0007", "\ud83d"],
  ...[":", '"', " ", "a", "Z", "\u2028", "\u0000", "\u007f", "BEGIN:VEVENT"],
);

const titles = fc.array(letters, { maxLength: 200 }).map((parts) => parts.join(""));

Deno.test("a text comes back from its line whole, and no line has more than 75 octets", () => {
  fc.assert(
    fc.property(titles, (title) => {
      const line = textLine("SUMMARY", title);
      assertLines(line);
      assert.equal(unescape(unfold(line).slice("SUMMARY:".length, -2)), readable(title));
    }),
    propertyRun(300),
  );
});

Deno.test("a line is folded at the last character that fits: none is cut, none comes too early", () => {
  for (const [character, size] of [["a", 1], ["é", 2], ["月", 3], ["🎂", 4]] as const) {
    const [first, second] = contentLine("X", character.repeat(200)).split("\r\n");
    assert.equal(encoder.encode(first).length, 2 + size * Math.floor(73 / size));
    assert.equal(encoder.encode(second).length, 1 + size * Math.floor(74 / size));
  }
  assert.equal(contentLine("X", "a".repeat(73)), `X:${"a".repeat(73)}\r\n`);
  assert.equal(contentLine("X", "a".repeat(74)), `X:${"a".repeat(73)}\r\n a\r\n`);
});

Deno.test("a postponed show is tentative on its old day, and its title says so", () => {
  const lines = occasionLines({ title: "A", state: "postponed", start: "2026-07-04" });
  assert.match(
    lines,
    /^DTSTART;VALUE=DATE:20260704\r\nSUMMARY:A \(postponed\)\r\nSTATUS:TENTATIVE\r\n/,
  );
});

/** Each line ends in CRLF, has at most 75 octets and is UTF-8 by itself. */
function assertLines(text: string): void {
  const lines = text.split("\r\n");
  assert.equal(lines.pop(), "");
  for (const line of lines) {
    const bytes = encoder.encode(line);
    assert.ok(bytes.length <= 75, `${bytes.length} octets`);
    assert.equal(strict.decode(bytes), line);
    assert.doesNotMatch(line, /[\r\n]/);
  }
}

/** RFC 5545, 3.1. */
function unfold(text: string): string {
  return text.replaceAll("\r\n ", "");
}

/** RFC 5545, 3.3.11. */
function unescape(text: string): string {
  return text.replace(/\\(.)/g, (_, sign) => sign === "n" ? "\n" : sign);
}

/** What a calendar can hold of a text. */
function readable(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.toWellFormed().replace(/\r\n?/g, "\n").replace(/[\x00-\x08\x0b-\x1f\x7f]/g, "");
}
