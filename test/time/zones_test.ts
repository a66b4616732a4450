import assert from "node:assert/strict";
import fc from "fast-check";
import { parseTimezone } from "../../src/time/timezone.ts";
import { propertyRun } from "../support/size.ts";
import { ALL_ZONES, anyZone } from "./zones.ts";
import { weekdayName } from "../../src/time/local_day.ts";
import { dayWords } from "../../src/time/words.ts";
import { answers } from "./answers.ts";

Deno.test("parseTimezone() knows every zone of the runtime by its own spelling", () => {
  for (const zone of ALL_ZONES) assert.equal(parseTimezone(zone), zone);
});

Deno.test("parseTimezone() reads any case", () => {
  const anyCase = anyZone.chain((zone) =>
    fc.tuple(fc.constant(zone), fc.mixedCase(fc.constant(zone)))
  );
  fc.assert(
    fc.property(anyCase, ([zone, text]) => assert.equal(parseTimezone(text), zone)),
    propertyRun(500),
  );
});

Deno.test.each([
  ["asia/calcutta", "Asia/Calcutta"],
  ["ASIA/KOLKATA", "Asia/Kolkata"],
  ["etc/gmt+12", "Etc/GMT+12"],
])("parseTimezone() reads %s as %s", (text, zone) => {
  assert.equal(parseTimezone(text), zone);
});

Deno.test.each([
  ["Etc/GMT 12", "Etc/GMT+12"],
  ["etc/gmt 0", "Etc/GMT+0"],
  ["GMT 0", "GMT+0"],
])("parseTimezone() reads the space in %s as a plus", (text, zone) => {
  assert.equal(parseTimezone(text), zone);
});

const REFUSED = [
  ["an offset", "+07:00"],
  ["an offset in hours", "-03"],
  ["an offset with a typographic minus", "\u221203:00"],
  ["an offset whose plus arrived as a space", " 07:00"],
  ["an offset from UTC", "UTC+7"],
  ["an offset from UTC whose plus arrived as a space", "UTC 7"],
  ["Z", "Z"],
  ["small z", "z"],
  ["a date with a zone", "2020-01-01[Asia/Jakarta]"],
  ["an instant with a zone", "2020-01-01T00:00+07:00[!Asia/Jakarta]"],
  ["an instant", "2020-01-01T00:00Z"],
  ["a time with a zone", "11:00[UTC]"],
  ["a time", "T1130"],
  ["no text", ""],
  ["a space at the end", "Asia/Jakarta "],
  ["a line break at the end", "Asia/Jakarta\n"],
  ["two spaces for the plus", "Etc/GMT  12"],
  ["a zone beyond the last", "Etc/GMT+13"],
  ["a long s for an s", "A\u017fia/Jakarta"],
  ["a name that does not exist", "Asia/Bandung"],
  ["the name of a property", "constructor"],
] as const;

Deno.test("parseTimezone() refuses what is no name, and says shortly what it expects", () => {
  for (const [what, text] of REFUSED) assert.throws(() => parseTimezone(text), RangeError, what);
  assert.throws(() => parseTimezone("a".repeat(60_000)), (error: Error) => {
    return error.message.startsWith("Cannot read time zone: expected an IANA name") &&
      error.message.length < 200;
  });
});

Deno.test("parseTimezone() reads no other text than a name, and throws nothing but RangeError", () => {
  const names = new Set(ALL_ZONES.map((zone) => zone.toLowerCase()));
  const nearly = fc.tuple(anyZone, fc.string({ minLength: 1, maxLength: 3 }), fc.nat(30))
    .map(([zone, text, at]) => zone.slice(0, at) + text + zone.slice(at))
    .filter((text) => !names.has(text.toLowerCase()));
  fc.assert(
    fc.property(fc.oneof(nearly, fc.string({ unit: "binary" })), (text) => {
      try {
        const zone = parseTimezone(text);
        assert.equal(zone.toLowerCase(), text.toLowerCase().replace(" ", "+"));
        assert.doesNotMatch(zone, /^[+-]/);
      } catch (error) {
        assert.ok(error instanceof RangeError, String(error));
      }
    }),
    propertyRun(200, 200_000),
  );
});

Deno.test.each([
  ["2026-07-04", "id", "Sabtu"],
  ["2026-07-04", "ms", "Sabtu"],
  ["2026-07-04", "en", "Saturday"],
  ["2026-07-05", "ja", "日曜日"],
  ["2026-07-05", "xx", "Sunday"],
])("weekdayName() of %s in %s is %s", (date, language, name) => {
  assert.equal(weekdayName(date, language), name);
});

Deno.test("tomorrow is the next day, also where today has 23 hours", () => {
  const late = Date.parse("2026-03-07T23:30:00-05:00");
  const says = (date: string) => dayWords(date, { timezone: "America/New_York" }, late);
  const days = ["2026-03-07", "2026-03-08", "2026-03-09"];
  assert.deepEqual(days.map(says), ["today", "tomorrow", "Mon 9 Mar"]);
});

Deno.test("Temporal is the runtime's own where there is one", () => {
  assert.equal(answers().native, true);
});

Deno.test("a runtime without Temporal gives the same answers through the polyfill", async () => {
  const worker = new Worker(new URL("./without_temporal_worker.ts", import.meta.url), {
    type: "module",
  });
  try {
    const other = await new Promise<ReturnType<typeof answers>>((resolve, reject) => {
      worker.onmessage = (event) => resolve(event.data);
      worker.onerror = (event) => (event.preventDefault(), reject(new Error(event.message)));
    });
    assert.equal(other.native, false);
    assert.deepEqual(other.lines, answers().lines);
  } finally {
    worker.terminate();
  }
});
