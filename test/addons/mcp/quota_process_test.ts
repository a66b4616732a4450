import assert from "node:assert/strict";
import { issueKey } from "../../support/issue.ts";
import type { RunningServer } from "../../support/server.ts";
import { createServerFixture } from "../../support/server_fixture.ts";
import { dayPlan } from "../../support/small_content.ts";
import { until } from "../../support/until.ts";

const PROCESSES = 8;
const CONNECTIONS = 4;
const QUOTA = 3_000;

Deno.test(`${PROCESSES} processes let a key call tools exactly as often as its quota says`, async () => {
  await using fixture = await createServerFixture({ standard: dayPlan(QUOTA) });
  const { secret } = await issueKey(fixture.store);
  await using stack = new AsyncDisposableStack();
  const servers: RunningServer[] = [];
  for (let n = 0; n < PROCESSES; n++) servers.push(stack.use(await fixture.start()));
  for (const server of servers) await until(async () => (await call(server, secret, LIST)) === 200);
  const tallies = await Promise.all(
    servers.flatMap((server) =>
      Array.from({ length: CONNECTIONS }, () => callUntilUsedUp(server, secret))
    ),
  );
  assert.equal(tallies.reduce((sum, admitted) => sum + admitted, 0), QUOTA);
  // A used-up key may still list the tools, at every process.
  for (const server of servers) assert.equal(await call(server, secret, LIST), 200);
});

const LIST = { method: "tools/list" };
const CALL = { method: "tools/call", params: { name: "birthdays", arguments: { days: 366 } } };

/** How often a process answers before it says that the quota is used up; who is asked to, asks again. */
async function callUntilUsedUp(server: RunningServer, key: string): Promise<number> {
  for (let admitted = 0;;) {
    const status = await call(server, key, CALL);
    if (status === 429) return admitted;
    if (status === 200) admitted++;
    else {
      assert.equal(status, 503);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

async function call({ base }: RunningServer, key: string, message: object): Promise<number> {
  const response = await fetch(`${base}mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
  });
  await response.body?.cancel();
  return response.status;
}
