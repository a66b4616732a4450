import assert from "node:assert/strict";
import { issueKey } from "../../support/issue.ts";
import type { RunningServer } from "../../support/server.ts";
import { createServerFixture } from "../../support/server_fixture.ts";
import { dayPlan } from "../../support/small_content.ts";
import { socketCall } from "../../support/socket_call.ts";
import { until } from "../../support/until.ts";

Deno.test("new plans hold as soon as they are built, also beside a server that has not got them", async () => {
  await using fixture = await createServerFixture({ standard: dayPlan(10) });
  const { secret } = await issueKey(fixture.store);
  await using newer = await fixture.start({}, { args: ["--follow"] });
  await using older = await fixture.start();

  const call = { path: "/api/bunga/members", headers: [["api-key", secret]] } as const;
  const ask = async (server: RunningServer, patience = 5): Promise<number> => {
    const { status } = await socketCall(server.base, call);
    // On a busy machine the store may be too slow for one request, which is told to try again.
    return status === 503 && patience > 0 ? await ask(server, patience - 1) : status;
  };
  const drain = async (server: RunningServer, most = Infinity) => {
    let admitted = 0;
    while (admitted < most && await ask(server) === 200) admitted++;
    return admitted;
  };
  const build = async () => (await (await fetch(`${newer.base}healthz`)).json()).build;
  const rebuild = async (requests: number) => {
    const before = await build();
    await fixture.setPlans({ standard: dayPlan(requests) });
    await until(async () => await build() !== before);
  };

  assert.equal(await drain(older, 4) + await drain(newer) + await drain(older), 10);
  await rebuild(17);
  assert.equal(await drain(newer), 7);
  assert.equal(await drain(older), 0);
  await rebuild(5);
  assert.equal(await drain(newer), 0);
  await rebuild(19);
  assert.equal(await drain(newer), 2);
  assert.equal(await drain(older), 0);
  await using late = await fixture.start();
  assert.equal(await drain(late), 0);
});
