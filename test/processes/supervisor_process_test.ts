import assert from "node:assert/strict";
import { PROCESS, WITH_PARENT, WITHOUT_DEMO } from "../../src/platform/parent.ts";
import { readSettings } from "../../src/platform/settings.ts";
import { serverArguments } from "../../src/processes/supervisor.ts";
import { NAMED_HOSTS, SERVER_SCRIPT } from "../../src/compose/serve/command_line.ts";
import { NEW_STORE } from "../../src/store/store_files.ts";
import { admin, adminJson } from "../support/admin.ts";
import { ISSUE } from "../support/desk.ts";
import { runTask } from "../support/command.ts";
import { createFixture } from "../support/fixture.ts";
import { freePort } from "../support/free_port.ts";
import { type RunningServer, startLine } from "../support/server.ts";
import { until } from "../support/until.ts";

const TOKEN = "a token of sixteen and more";
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

Deno.test("each of several servers has its figures at a port of its own, and none at the shared one", async () => {
  const first = freePort(1);
  await using at = await createFixture({
    ...{ ...SEVERAL, METRICS_PORT: `${first}`, METRICS_TOKEN: TOKEN },
  });
  await using group = await startPrinted(at.env);
  const headers = { authorization: `Bearer ${TOKEN}` };
  assert.equal(await statusOf(`${group.base}metrics`, headers), 404);
  await ask(`${group.base}healthz`, 40);
  let total = 0;
  for (const port of [first, first + 1]) {
    const base = `http://127.0.0.1:${port}/`;
    assert.equal(await statusOf(`${base}metrics`), 404);
    assert.equal(await statusOf(`${base}healthz`), 404);
    const text = await (await fetch(`${base}metrics`, { headers })).text();
    const [, count] = /route="healthz",status="200",[^}]*} (\d+)/.exec(text) ?? [];
    assert.ok(Number(count) > 0, `${port} answered none: ${text}`);
    total += Number(count);
  }
  assert.equal(total, 40);
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

Deno.test("servers whose parent is killed end by themselves", async () => {
  await using at = await createFixture(SEVERAL);
  const group = await startPrinted(at.env);
  const children = childrenOf(group.process.pid);
  await group.stop("SIGKILL");
  const isThere = (pid: number) => {
    try {
      return !/^State:\s+Z/m.test(Deno.readTextFileSync(`/proc/${pid}/status`));
    } catch {
      return false;
    }
  };
  await until(() => !children.some(isThere));
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

Deno.test("SIGINT ends the drain of all servers", async () => {
  await using at = await createFixture({ ...SEVERAL, DRAIN_MS: "600000" });
  await using group = await startPrinted(at.env);
  group.process.kill("SIGTERM");
  await until(async () => await statusOf(`${group.base}readyz`) === 503);
  group.process.kill("SIGINT");
  assert.equal((await group.process.status).code, 0);
});

Deno.test("one server has its figures at METRICS_PORT too", async () => {
  const port = freePort(1);
  const own = { ...SEVERAL, PROCESSES: "1", METRICS_PORT: `${port}`, METRICS_TOKEN: TOKEN };
  await using at = await createFixture(own);
  await using server = await startPrinted(at.env);
  const headers = { authorization: `Bearer ${TOKEN}` };
  for (const base of [server.base, `http://127.0.0.1:${port}/`]) {
    assert.equal(await statusOf(`${base}metrics`, headers), 200);
    assert.equal(await statusOf(`${base}metrics`), 404);
  }
});

Deno.test("a wrong variable stops several servers with a message that names it", async () => {
  for (const [name, value] of [["PORT", "many"], ["PORT", "80000"], ["METRICS_PORT", "65535"]]) {
    await using at = await createFixture({ ...SEVERAL, [name!]: value! });
    const { code, stderr } = await runTask("serve", at.env);
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`^Cannot use ${name}.*\n$`));
  }
  await using at = await createFixture({ ...SEVERAL, HOST: "no host" });
  const { code, stderr } = await runTask("serve", at.env);
  assert.equal(code, 1);
  assert.match(stderr, /^Cannot listen on HOST no host, /);
});

Deno.test("ports of figures that include PORT stop the start with a message that names both", async () => {
  const port = freePort(1);
  for (const METRICS_PORT of [port, port - 1]) {
    await using at = await createFixture({
      ...SEVERAL,
      PORT: `${port}`,
      METRICS_PORT: `${METRICS_PORT}`,
    });
    const { code, stderr } = await runTask("serve", at.env);
    assert.equal(code, 1);
    assert.match(
      stderr,
      new RegExp(`^Cannot use METRICS_PORT ${METRICS_PORT} with 2 servers: .* PORT is ${port}\n$`),
    );
  }
});

Deno.test("what stops one server stops the whole, and is told once", async () => {
  await using at = await createFixture(SEVERAL);
  await Deno.remove(`${at.env.OUT_DIR}/oshibase.pack`);
  const { code, stderr } = await runTask("serve", at.env);
  assert.equal(code, 1);
  assert.equal(stderr.match(/deno task build/g)?.length, 1);
});

Deno.test("a port of figures that another program has stops several servers, and is told once", async () => {
  const port = freePort(1);
  using _taken = Deno.listen({ hostname: "127.0.0.1", port: port + 1 });
  await using at = await createFixture({ ...SEVERAL, METRICS_PORT: `${port}` });
  const { code, stdout, stderr } = await runTask("serve", at.env);
  assert.equal(
    stderr,
    `Cannot listen on port ${port + 1}: another program does; set METRICS_PORT to another one\n`,
  );
  assert.equal(stdout, "");
  assert.equal(code, 1);
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

Deno.test("a server gets the program's words and its own, and none that are for the whole", () => {
  const settings = readSettings(() => undefined);
  const words = ["--follow", NAMED_HOSTS, NEW_STORE, WITH_PARENT];
  const own = { number: 1, more: [WITHOUT_DEMO] };
  const args = serverArguments(settings, words, own);
  const after = args.slice(args.indexOf(SERVER_SCRIPT) + 1);
  assert.deepEqual(after, ["--follow", WITHOUT_DEMO, WITH_PARENT, `${PROCESS}1`]);
  assert.notDeepEqual(args, serverArguments(settings, ["--follow"], own), "the hosts are named");
});
