import assert from "node:assert/strict";
import fc from "fast-check";
import {
  birthdayLines,
  contentLine,
  occasionLines,
  textLine,
} from "../../src/model/calendar_lines.ts";
import { propertyRun } from "../support/size.ts";

const encoder = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true });

/** Titles as groups have them, and what a calendar has to escape. */
const letters = fc.constantFrom(
  ..."月の裏庭ほたるの川คอนเสิร์ตพิเศษé",
  ...[
    "👩‍👩‍👧‍👦",
    "🎂",
    "🇯🇵",
    "\u0301",
    ",",
    ";",
    "\\",
    "\\n",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "\u0007",
    "\ud83d",
  ],
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

Deno.test("an occasion is written in UTC, or as its day where the time is unknown", () => {
  const start = Date.parse("2026-07-04T19:00:00+07:00");
  const show = { title: "Pagi; sore, malam", state: "scheduled", start } as const;
  assert.deepEqual(occasionLines(show).split("\r\n"), [
    "DTSTART:20260704T120000Z",
    "DURATION:PT2H",
    "SUMMARY:Pagi\\; sore\\, malam",
    "STATUS:CONFIRMED",
    "",
  ]);
  const full = { venue: "A, B", description: "One\nTwo", url: "https://a.example/é?x=1,2;3" };
  assert.deepEqual(
    occasionLines({ ...show, ...full, state: "postponed", start: "2026-07-04" }).split("\r\n"),
    [
      "DTSTART;VALUE=DATE:20260704",
      "SUMMARY:Pagi\\; sore\\, malam (postponed)",
      "STATUS:TENTATIVE",
      "LOCATION:A\\, B",
      "DESCRIPTION:One\\nTwo",
      "URL:https://a.example/%C3%A9?x=1,2;3",
      "",
    ],
  );
  assert.match(occasionLines({ ...show, state: "cancelled" }), /^STATUS:CANCELLED\r$/m);
});

Deno.test("a timed occasion says how long it takes, in hours and minutes", () => {
  const lasting = (minutes: number) =>
    occasionLines({ title: "A", state: "scheduled", start: 0, minutes }).split("\r\n")[1];
  assert.deepEqual([1, 59, 60, 150, 1440].map(lasting), [
    ...["DURATION:PT1M", "DURATION:PT59M", "DURATION:PT1H", "DURATION:PT2H30M", "DURATION:PT24H"],
  ]);
});

Deno.test("an occasion at the ends of time has a date of four digits of a year", () => {
  const at = (start: number) =>
    occasionLines({ title: "A", state: "scheduled", start }).split("\r\n")[0];
  assert.equal(at(Date.parse("0001-01-01T00:00:00+07:00")), "DTSTART:00001231T170000Z");
  assert.equal(at(Date.parse("9999-12-31T23:59:00-05:00")), "DTSTART:99991231T235959Z");
});

Deno.test("a birthday's first day is a day of its rule, whatever is known of the year", () => {
  const first = (birthDate: string, leapDay: "feb28" | "mar1") =>
    birthdayLines("Ayu", birthDate, leapDay).split("\r\n");
  assert.deepEqual(first("2004-02-29", "feb28").slice(0, 2), [
    "DTSTART;VALUE=DATE:20040229",
    "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1",
  ]);
  assert.deepEqual(first("--02-29", "mar1").slice(0, 2), [
    "DTSTART;VALUE=DATE:20000229",
    "RRULE:FREQ=YEARLY;BYYEARDAY=60",
  ]);
  assert.deepEqual(first("--03-03", "mar1"), [
    ...["DTSTART;VALUE=DATE:20000303", "RRULE:FREQ=YEARLY"],
    ...["SUMMARY:Ayu's birthday", "TRANSP:TRANSPARENT", ""],
  ]);
  assert.ok(first("2005-02-28", "feb28").includes("DESCRIPTION:Born 2005-02-28"));
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
