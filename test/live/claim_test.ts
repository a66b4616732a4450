import assert from "node:assert/strict";
import { createBusyNet, emptyScene } from "../support/busy_platforms.ts";
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

Deno.test("what reaches the store late, of a poll that was made again since, brings nobody back", async () => {
  const platforms = createBusyNet();
  await using app = await world({ ...ON_AIR, platforms, faulty: true });
  await app.pass(INTERVAL_MS);
  const polls = platforms.polls.idn;
  app.kv.nextCommits.push(...Array(3).fill({ lateMs: 120_000 }));
  while (platforms.polls.idn === polls) await app.pass(ASKED_EACH_MS);
  emptyScene(platforms.scene);
  await app.pass(90_000);
  const types = async () =>
    (await app.json("/v1/events?limit=1000")).data
      .map(({ type, data }: { type: string; data: { id: string } }) => `${type} ${data.id}`).sort();
  const before = await types();
  assert.deepEqual(await app.json(PATH), []);
  for (let n = 0; n < ROUNDS; n++) {
    await app.pass(ASKED_EACH_MS);
    assert.deepEqual(await app.json(PATH), []);
  }
  assert.deepEqual(await types(), before);
});
