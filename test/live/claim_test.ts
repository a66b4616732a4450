import assert from "node:assert/strict";
import { createBusyNet } from "../support/busy_platforms.ts";
import { ON_AIR } from "../support/contents.ts";
import { world } from "../support/world.ts";

const PATH = "/api/kota/live";
const INTERVAL_MS = 20_000;
const ASKED_EACH_MS = 5_000;
const ROUNDS = 24;

Deno.test("two processes that are asked at once poll a platform as often as one does", async () => {
  const platforms = createBusyNet();
  await using one = await world({ ...ON_AIR, platforms });
  await using other = await one.beside();
  for (let n = 0; n < ROUNDS; n++) {
    for (const app of [one, other]) await app.ask(PATH);
    await one.clock.advance(ASKED_EACH_MS);
  }
  // A wait may be a fifth shorter than the interval.
  const most = ROUNDS * ASKED_EACH_MS / (0.8 * INTERVAL_MS) + 1;
  for (const platform of ["idn", "showroom"] as const) {
    const polls = platforms.polls[platform];
    assert.ok(polls > 1 && polls <= most, `${polls} polls of ${platform}, at most ${most}`);
  }
  assert.deepEqual(await other.json(PATH), await one.json(PATH));
});
