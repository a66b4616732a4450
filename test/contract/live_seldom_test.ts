import assert from "node:assert/strict";
import { type FakeNet, status } from "../support/fake_platforms/net.ts";
import { idnItem } from "../support/fake_platforms/scene.ts";
import {
  createBusyNet,
  createLiveProgram,
  type LiveProgram,
  type LiveProgramOptions,
} from "../support/live_program.ts";

const MINUTE = 60_000;

/** Where nobody has asked for long enough that the polls are slow, and the list is old. */
async function createQuiet(
  options: LiveProgramOptions = {},
): Promise<{ app: LiveProgram; net: FakeNet }> {
  const net = createBusyNet({ empty: true });
  const app = await createLiveProgram({ net, ...options });
  await app.json("/api/kota/live");
  await letGoOld(app);
  net.scene.idn = [idnItem("kota_ani", "news")];
  return { app, net };
}

/** Lets time pass without a question until IDN was polled more than two intervals ago. */
async function letGoOld(app: LiveProgram): Promise<void> {
  await app.clock.advance(2 * MINUTE);
  const age = () => app.service.live.view.sources()[0]!.age_ms ?? 0;
  for (let n = 0; n < 200 && age() <= 45_000; n++) await app.clock.advance(1_000);
  assert.ok(age() > 45_000, `the list is old: ${age()} ms`);
}

/** Lets a platform answer only after so many ms of the clock. */
function slow(app: LiveProgram, net: FakeNet, ms: number): void {
  const { fetch } = net;
  net.fetch = (address, init) =>
    new Promise((resolve) => app.clock.after(ms, () => resolve(fetch(address, init))));
}

async function timed(app: LiveProgram, path: string) {
  const from = app.clock.now();
  const response = await app.ask(path);
  return { response, ids: idsOf(await response.json()), ms: app.clock.now() - from };
}

const idsOf = (entries: { id: string }[]) => entries.map(({ id }) => id).join();

Deno.test("who asks for an old list gets a new one, of one poll that all who ask share", async () => {
  const { app, net } = await createQuiet();
  await using _ = app;
  slow(app, net, 300);
  const before = net.polls.idn;
  const all = await Promise.all(Array.from({ length: 50 }, () => timed(app, "/api/kota/live")));
  for (const { ids, ms } of all) {
    assert.equal(ids, "idn-news");
    assert.ok(ms <= 1_000, `${ms} ms`);
  }
  assert.equal(net.polls.idn, before + 1);
  assert.match(all[0]!.response.headers.get("x-live-sources")!, /^idn;state=ok;age=0/);
});

Deno.test("nobody waits for over a second: then the old list is told with its age, and at once again", async () => {
  const { app, net } = await createQuiet();
  await using _ = app;
  slow(app, net, 3_000);
  const first = await timed(app, "/api/kota/live");
  assert.equal(first.ids, "");
  assert.ok(first.ms >= 1_000 && first.ms < 1_100, `${first.ms} ms`);
  const age = Number(
    /^idn;state=ok;age=(\d+)/.exec(first.response.headers.get("x-live-sources")!)![1],
  );
  assert.ok(age > 40, `${age} s`);
  const second = await timed(app, "/api/kota/live");
  assert.ok(second.ms <= 20, `${second.ms} ms: who asks later waits no second time`);
  // The list, then a chat room.
  await app.clock.advance(6_000);
  assert.equal((await timed(app, "/api/kota/live")).ids, "idn-news");
});

Deno.test("two processes over one store make one poll of it, and both tell what it found", async () => {
  const { app: one, net } = await createQuiet();
  await using _ = one;
  const { clock, kv } = one;
  await using two = await createLiveProgram({ clock, kv, net });
  await letGoOld(one);
  slow(one, net, 400);
  const before = net.polls.idn;
  const from = clock.now();
  const answers = await Promise.all(
    [one, two, two, one].map((app) => app.json("/api/kota/live")),
  );
  for (const entries of answers) assert.equal(idsOf(entries), "idn-news");
  assert.equal(net.polls.idn, before + 1);
  assert.ok(clock.now() - from <= 1_100);
});

Deno.test("while the breaker is open nobody waits", async () => {
  const { app, net } = await createQuiet();
  await using _ = app;
  for (const platform of ["idn", "showroom", "youtube"] as const) net.fail(platform, status(500));
  await app.pass(5 * MINUTE);
  const claimed = net.polls.idn;
  const { ms, response } = await timed(app, "/api/kota/live");
  assert.ok(ms <= 20, `${ms} ms`);
  assert.match(response.headers.get("x-live-sources")!, /^idn;state=stale;age=\d{3}/);
  assert.ok(net.polls.idn - claimed <= 1);
});

Deno.test("an instance on Deno Deploy answers its first request with what there is", async () => {
  const { app, net } = await createQuiet();
  await using _ = app;
  const { clock, kv } = app;
  slow(app, net, 800);
  await using late = await createLiveProgram({ clock, kv, net, isCold: true, onDeploy: true });
  const first = await timed(late, "/api/kota/live");
  assert.ok(first.ms <= 100, `${first.ms} ms`);
  assert.equal(first.ids, "");
});

Deno.test("at the usual pace no process waits, whoever polls", async () => {
  const net = createBusyNet();
  await using one = await createLiveProgram({ net });
  const { clock, kv } = one;
  await using two = await createLiveProgram({ clock, kv, net });
  for (let n = 0; n < 120; n++) {
    for (const app of [one, two]) {
      assert.ok((await timed(app, "/api/kota/live")).ms <= 20, `after ${n * 5} s`);
    }
    await clock.advance(5_000);
  }
});
