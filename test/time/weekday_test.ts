import assert from "node:assert/strict";
import { weekdayName } from "../../src/time/local_day.ts";

Deno.test.each([
  ["2026-07-04", "id", "Sabtu"],
  ["2026-07-04", "ms", "Sabtu"],
  ["2026-07-04", "en", "Saturday"],
  ["2026-07-05", "ja", "日曜日"],
  ["2026-07-05", "xx", "Sunday"],
])("weekdayName() of %s in %s is %s", (date, language, name) => {
  assert.equal(weekdayName(date, language), name);
});
