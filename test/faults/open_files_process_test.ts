import assert from "node:assert/strict";
import { issueKey, issueToken } from "../support/issue.ts";
import { connectKeepAlive, type KeepAlive } from "../support/keep_alive.ts";
import type { RunningServer } from "../support/server.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { dayPlan } from "../support/small_content.ts";
import { until } from "../support/until.ts";
import { readBytesOf } from "./process_memory.ts";

/** Files and connections that the server may have open. */
const OPEN_FILES = 300;
const PATH = "/api/bunga/members";
/** A server that has read nothing for so long, in ms, has loaded its modules. */
const LOADED_AFTER_MS = 500;

Deno.test("at the limit of open files a server serves on, and takes connections again when some go", async () => {
  await using fixture = await createServerFixture({ standard: dayPlan(1000) });
  const headers = { "x-api-key": (await issueKey(fixture.store)).secret };
  const token = { "x-priority-token": (await issueToken(fixture.store)).secret };
  await using server = await fixture.start({}, { openFiles: OPEN_FILES });
  using kept = await connectKeepAlive(server.base);
  assert.equal((await kept.get(PATH, headers))?.status, 200);

  await untilLoaded(server);
  const idle = await connectUntilRefused(server);
  for (let n = 0; n < 40; n++) assert.equal((await kept.get(PATH, headers))?.status, 200);
  assert.equal((await kept.get(PATH, token))?.status, 200);
  assert.equal(JSON.parse((await kept.get("/status"))!.body).audit.backlog, 0);

  idle.forEach((connection) => connection[Symbol.dispose]());
  await until(() => answers(server));
  const { used } = await (await fetch(`${server.base}v1/key`, { headers })).json();
  assert.equal(used, 41);
  assert.equal(server.printed.err.match(/Cannot take new connections/g)?.length, 1);
  assert.match(server.printed.err, /Too many open files/);
  await server.stop();
  assert.equal((await server.process.status).code, 0);
});

Deno.test("a server that ends at the limit of open files gives back what it has leased", async () => {
  await using fixture = await createServerFixture({ standard: dayPlan(1000) });
  const headers = { "x-api-key": (await issueKey(fixture.store)).secret };
  const server = await fixture.start({}, { openFiles: OPEN_FILES });
  using kept = await connectKeepAlive(server.base);
  for (let n = 0; n < 30; n++) assert.equal((await kept.get(PATH, headers))?.status, 200);
  await untilLoaded(server);
  const idle = await connectUntilRefused(server);
  await server.stop();
  idle.forEach((connection) => connection[Symbol.dispose]());
  assert.equal((await server.process.status).code, 0);

  await using next = await fixture.start();
  const { used } = await (await fetch(`${next.base}v1/key`, { headers })).json();
  assert.equal(used, 30);
});

/**
 * Resolves when the server has loaded what it loads after its start. The runtime itself panics where it
 * parses its first module at the limit of open files.
 */
async function untilLoaded({ process }: RunningServer): Promise<void> {
  let [read, since] = [-1, 0];
  await until(() => {
    const now = readBytesOf(process);
    if (now !== read) [read, since] = [now, performance.now()];
    return performance.now() - since >= LOADED_AFTER_MS;
  });
}

/** Connections that say nothing, as many as the server takes and then some. */
async function connectUntilRefused(server: RunningServer): Promise<KeepAlive[]> {
  const idle: KeepAlive[] = [];
  const isTold = () => server.printed.err.includes("Cannot take new connections");
  while (!isTold() && idle.length < 4 * OPEN_FILES) {
    await connectKeepAlive(server.base).then((connection) => idle.push(connection), () => {});
  }
  // The port is listened on again at once, and whoever comes fills the place that this took.
  for (let n = 0; n < OPEN_FILES; n++) {
    await connectKeepAlive(server.base).then((connection) => idle.push(connection), () => {});
  }
  return idle;
}

async function answers({ base }: RunningServer): Promise<boolean> {
  try {
    return (await (await fetch(`${base}healthz`)).json()).status === "ok";
  } catch {
    return false;
  }
}
