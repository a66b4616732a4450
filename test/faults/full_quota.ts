/**
 * The quota at full size: 8 servers, each asked 1,000,000 times for one key of a plan of 100,000
 * requests. Takes minutes; `deno task test:quota` runs it.
 */
import assert from "node:assert/strict";
import { issueKey } from "../support/issue.ts";
import { startLoad } from "../support/load.ts";
import { openSite } from "../support/site.ts";
import { dayPlan } from "../support/small_content.ts";

const PROCESSES = 8;
const REQUESTS = 8_000_000;
const QUOTA = 100_000;

Deno.test(`${PROCESSES} servers, asked ${REQUESTS} times, admit exactly ${QUOTA}`, async () => {
  await using site = await openSite({ standard: dayPlan(QUOTA) });
  const { secret } = await issueKey(site.store);
  await using servers = new AsyncDisposableStack();
  const ports = await Promise.all(Array.from({ length: PROCESSES }, async () => {
    const server = servers.use(await site.start());
    return Number(new URL(server.base).port);
  }));
  const began = performance.now();
  await using load = startLoad({
    ports,
    path: "/api/bunga/members",
    key: secret,
    count: REQUESTS,
    connections: 4,
  });
  const { byStatus, unanswered, slowestMs } = await load.done;
  const seconds = (performance.now() - began) / 1000;
  const perSecond = Math.round(REQUESTS / seconds);
  console.log(`${seconds.toFixed(0)} s, ${perSecond} a second, slowest ${slowestMs.toFixed(0)} ms`);
  assert.deepEqual(byStatus, { 200: QUOTA, 429: REQUESTS - QUOTA });
  assert.equal(unanswered, 0);
});
