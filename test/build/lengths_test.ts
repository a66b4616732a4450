import assert from "node:assert/strict";
import { duration } from "../../build/schema/content/field.ts";
import { lengthOf } from "../../build/check/explain/spelling_hint.ts";
import { wordsOf } from "../../build/words/say.ts";

const MINUTES: Readonly<Record<string, number>> = {
  ...{ "2:30": 150, "02:30": 150, "0:45": 45, "2h": 120, "2 h": 120, "2h30m": 150 },
  ...{ "2h 30m": 150, "150m": 150, "150 minutes": 150, "1 hour": 60, "2 hours 5 min": 125 },
  ...{ "2 jam 30 menit": 150, "90 menit": 90, "24h": 1440, "1440m": 1440, "1m": 1 },
};

Deno.test("a length is hours, minutes or both, from a minute to a day", () => {
  for (const [text, minutes] of Object.entries(MINUTES)) {
    assert.equal(duration.safeParse(text).data, minutes, text);
  }
  const wrong = [
    ...["", " ", "h", "m", "0m", "0h", "0:00", "24h 1m", "25h", "1441m", "12:00", "21:00", "2:60"],
    ...["2", "150", "-2h", "2h 30", "2hm", "2.5h", "30m 2h", "1d", "two hours", "2h 30m 10s"],
  ];
  for (const text of wrong) assert.equal(duration.safeParse(text).success, false, text);
  for (const value of [2, 150, null, true, ["2h"], { h: 2 }]) {
    assert.equal(duration.safeParse(value).success, false, JSON.stringify(value));
  }
});

const REMEDIES: Readonly<Record<string, RegExp | undefined>> = {
  "150": /^\. Did you mean "150m"\?$/,
  "2": /^; write 2m or 2h, whichever is meant$/,
  "21:00": /not when it ends$/,
  "24:00": /not when it ends$/,
  ...{ "2H": /"2h"/, "2.5h": /"2h 30m"/, "2,5 jam": /"2h 30m"/, PT2H30M: /"2h 30m"/ },
  ...{ "2 hours and 30 minutes": /"2h 30m"/, "2時間30分": /"2h 30m"/, "1.5 Jam": /"1h 30m"/ },
  ...{ "2.30 jam": undefined, "2 minggu": undefined, "48h": undefined, "9999": undefined },
};

Deno.test("a length that is written otherwise is proposed where nothing else can be meant", () => {
  for (const [text, words] of Object.entries(REMEDIES)) {
    const advice = lengthOf(text);
    assert.match(wordsOf(advice.words), words ?? /^$/, text);
    if (advice.replacement === undefined) continue;
    assert.ok(duration.safeParse(advice.replacement).success, text);
  }
});
