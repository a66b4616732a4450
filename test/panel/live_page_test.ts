import assert from "node:assert/strict";
import { toRecentBroadcast } from "../../src/live/event.ts";
import { recentBroadcastKey } from "../../src/platform/live_keys.ts";
import { broadcastOf, owner } from "../live/live_harness.ts";
import { createPanelProgram, loggedIn } from "./harness.ts";

const MINUTE = 60_000;

Deno.test("the live page shows the minutes on air of each day of the week", async () => {
  await using program = await createPanelProgram();
  const startedAt = Date.parse("2026-11-17T05:00:00Z");
  const ended = { endedAt: startedAt + 95 * MINUTE, peak: 7 };
  const broadcast = broadcastOf({ id: "idn-one", startedAt });
  const record = toRecentBroadcast({ broadcast, ...ended }, owner({ slug: "dyah-nareswari" }));
  await program.kv.commit([], [{ set: recentBroadcastKey(record), value: record }]);
  await program.service.live.recents.load();
  const { text } = await (await loggedIn(program)).get("/admin/live");
  assert.match(text, /This week[^]*Minutes on air a day, 2026-11-16 to 2026-11-22/);
  assert.match(text, /<td>2026-11-17<\/td><td class="number">95<\/td><td class="number">0<\/td>/);
  assert.match(text, /<td>2026-11-18<\/td><td class="number">0<\/td>/);
});
