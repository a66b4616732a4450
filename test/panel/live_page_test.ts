import assert from "node:assert/strict";
import { addToYear, dayOfYear } from "../../src/live/records/day_sums.ts";
import { memberSumsKey, SUMS_HEAD } from "../../src/platform/live_keys.ts";
import { createPanelProgram, loggedIn } from "./harness.ts";

Deno.test("the live page shows the minutes on air of each day of the week", async () => {
  await using program = await createPanelProgram();
  const sum = { count: 2, durationMs: 95 * 60_000, peak: 7, longestMs: 60 * 60_000 };
  const { year, day } = dayOfYear("2026-11-17");
  const key = memberSumsKey({ year, group: "groupa", member: "dyah-nareswari" });
  await program.kv.commit([], [
    { set: key, value: addToYear({}, "idn", day, sum) },
    { set: SUMS_HEAD, value: { years: { [year]: 1 }, isWhole: true } },
  ]);
  await program.service.live.sums.load();
  const { text } = await (await loggedIn(program)).get("/admin/live");
  assert.match(text, /This week[^]*Minutes on air a day, 2026-11-16 to 2026-11-22/);
  assert.match(text, /<td>2026-11-17<\/td><td class="number">95<\/td><td class="number">0<\/td>/);
  assert.match(text, /<td>2026-11-18<\/td><td class="number">0<\/td>/);
});
