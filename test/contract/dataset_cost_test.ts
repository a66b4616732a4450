import assert from "node:assert/strict";
import type { Plans } from "../../src/model/plans.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { REPOSITORY } from "../support/contents.ts";
import { createProgram, type Program } from "../support/program.ts";

const GROUP = "/v1/dataset/groupa.ndjson";

function metered(requests: number): Promise<Program> {
  const quota = { requests, per: "day", timezone: "UTC" } as const;
  const plans: Plans = { standard: { rate: "unlimited", quota } };
  const clock = createManualClock(Date.parse(REPOSITORY.now));
  return createProgram({ ...REPOSITORY, clock, plans });
}

async function used(app: Program): Promise<number> {
  return (await app.json("/v1/key")).used;
}

async function lines(app: Program, path: string): Promise<number> {
  const response = await app.ask(path, { token: null });
  assert.equal(response.status, 200);
  return (await response.text()).split("\n").length - 1;
}

Deno.test("a dataset costs a unit for each 100 items, rounded up", async () => {
  await using app = await metered(1000);
  for (
    const path of [GROUP, `${GROUP}?kind=member`, `${GROUP}?kind=show`, `${GROUP}?kind=release`]
  ) {
    const before = await used(app);
    const units = Math.ceil(await lines(app, path) / 100);
    assert.ok(units >= 1);
    assert.equal(await used(app) - before, units, path);
  }
});

Deno.test("the headers of a dataset tell what is left after all of its units", async () => {
  await using app = await metered(1000);
  const response = await app.ask(GROUP);
  const left = /r=(\d+)/.exec(response.headers.get("ratelimit")!)![1];
  assert.equal(Number(left), 1000 - await used(app));
});

Deno.test("a key with fewer units left is answered as used up, and nothing is charged", async () => {
  await using app = await metered(8);
  const units = Math.ceil(await lines(app, GROUP) / 100);
  assert.ok(units > 4 && units < 8, `${units} units`);
  assert.equal(await used(app), units);
  for (let time = 0; time < 3; time++) {
    const refused = await app.ask(GROUP);
    const { type } = await refused.json();
    assert.deepEqual([refused.status, type], [429, "USAGE_LIMIT_EXCEEDED"]);
    assert.ok(Number(refused.headers.get("retry-after")) > 0);
    assert.equal(await used(app), units);
  }
  for (let left = 8 - units; left > 0; left--) {
    assert.equal((await app.ask("/api/groupa/members")).status, 200);
  }
  assert.equal((await app.ask("/api/groupa/members")).status, 429);
});

Deno.test("304 and HEAD cost nothing, a refusal costs one", async () => {
  await using app = await metered(1000);
  const etag = (await app.ask(GROUP)).headers.get("etag")!;
  const before = await used(app);
  const again = await app.ask(GROUP, { headers: { "if-none-match": etag } });
  assert.equal(again.status, 304);
  assert.equal((await app.ask(GROUP, { method: "HEAD" })).status, 200);
  assert.equal(await used(app), before);
  for (const path of ["/v1/dataset/groupa.csv", "/v1/dataset/nobody.ndjson"]) await app.ask(path);
  assert.equal(await used(app), before + 2);
});

Deno.test("a search costs one", async () => {
  await using app = await metered(1000);
  await app.json("/v1/search?q=nagi");
  assert.equal(await used(app), 1);
});
