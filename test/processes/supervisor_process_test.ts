import assert from "node:assert/strict";
import { admin, adminJson } from "../support/admin.ts";
import { ISSUE } from "../support/desk.ts";
import { runTask } from "../support/command.ts";
import { createFixture } from "../support/fixture.ts";
import { type RunningServer, startLine } from "../support/server.ts";
import { until } from "../support/until.ts";
const SEVERAL = { PROCESSES: "2", PORT: "0", LIVE: "off", DRAIN_MS: "0" };

/** Starts what `deno task serve --print` prints. */
async function startPrinted(env: Record<string, string>): Promise<RunningServer> {
  const { code, stdout, stderr } = await runTask("serve", env, ["--print"]);
  assert.equal(code, 0, stderr);
  return await startLine(stdout.trim(), env);
}

/** The processes that a process has started (Linux alone keeps such a list). */
function childrenOf(pid: number): number[] {
  const text = Deno.readTextFileSync(`/proc/${pid}/task/${pid}/children`).trim();
  return text === "" ? [] : text.split(" ").map(Number);
}

async function statusOf(address: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(address, { headers });
  await response.body?.cancel();
  return response.status;
}

/** Asks on so many connections, each of its own, and counts what came. */
async function ask(address: string, times: number): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let n = 0; n < times; n++) {
    const status = await statusOf(address, { connection: "close" });
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

Deno.test("two servers share one port and one store, and print one address", async () => {
  await using at = await createFixture(SEVERAL);
  await using group = await startPrinted(at.env);
  await until(() => group.demoKey !== undefined);
  assert.equal(childrenOf(group.process.pid).length, 2);
  const { out, err } = group.printed;
  assert.equal(out.match(/^Listening on /gm)?.length, 1);
  assert.ok(out.startsWith(`Listening on ${group.base}\n`));
  assert.equal(out.match(/^Another server/gm), null);
  assert.match(err, /There is no \/metrics: .*METRICS_PORT/);
  assert.equal(await statusOf(`${group.base}metrics`), 404);
  const address = `${group.base}api/groupa/members?apikey=${group.demoKey}`;
  assert.deepEqual(await ask(address, 20), { 200: 20 });
  const listed = await adminJson<{ used: number }[]>(at.env, "key", "list", "--usage");
  assert.equal(listed.length, 1);
  await group.stop("SIGTERM");
  assert.equal((await group.process.status).code, 0);
  assert.equal((await admin(at.env, "audit", "verify")).code, 0);
});

Deno.test("a server that is killed starts again after a second, and the other one answers", async () => {
  await using at = await createFixture(SEVERAL);
  const key = await adminJson<{ secret: string }>(at.env, ...ISSUE);
  await using group = await startPrinted(at.env);
  const [killed, other] = childrenOf(group.process.pid) as [number, number];
  Deno.kill(killed, "SIGKILL");
  await until(() => group.printed.err.includes("died and starts again"));
  assert.match(group.printed.err, /signal="SIGKILL" wait_ms=1000/);
  const address = `${group.base}api/groupa/members?apikey=${key.secret}`;
  assert.deepEqual(await ask(address, 10), { 200: 10 });
  await until(() => childrenOf(group.process.pid).length === 2);
  const now = childrenOf(group.process.pid);
  assert.ok(now.includes(other) && !now.includes(killed));
  assert.equal(group.printed.out.match(/Listening/g)?.length, 1);
});

Deno.test("servers that all die at once end the whole with code 1", async () => {
  await using at = await createFixture(SEVERAL);
  await using group = await startPrinted(at.env);
  for (const pid of childrenOf(group.process.pid)) Deno.kill(pid, "SIGKILL");
  assert.equal((await group.process.status).code, 1);
  await until(() => group.printed.err.includes("All 2 servers died within 10 s"));
});

Deno.test("SIGTERM drains all servers: not ready, still served, then the whole ends with code 0", async () => {
  await using at = await createFixture({ ...SEVERAL, DRAIN_MS: "4000" });
  await using group = await startPrinted(at.env);
  // A server listens before it has loaded the credentials.
  await until(async () => (await ask(`${group.base}readyz`, 10))[200] === 10);
  const began = performance.now();
  group.process.kill("SIGTERM");
  // On a busy machine one may get the signal before the other.
  await until(async () => (await ask(`${group.base}readyz`, 10))[503] === 10);
  assert.deepEqual(await ask(`${group.base}healthz`, 10), { 200: 10 });
  assert.equal((await group.process.status).code, 0);
  assert.ok(performance.now() - began >= 3900);
});

Deno.test("a port that another program has stops several servers as it stops one", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  await using at = await createFixture({ ...SEVERAL, PORT: `${port}` });
  const { code, stderr } = await runTask("serve", at.env);
  assert.deepEqual(
    [code, stderr],
    [
      1,
      `Cannot listen on port ${port}: another program does; set PORT to another one, or 0 for any\n`,
    ],
  );
});
