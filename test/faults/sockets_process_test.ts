import assert from "node:assert/strict";
import { connectKeepAlive, type KeepAlive } from "../support/keep_alive.ts";
import type { RunningServer } from "../support/server.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { sizeOf } from "../support/size.ts";
import { until } from "../support/until.ts";
import { isReady, openFilesOf, quotaOf, startLoad } from "./fleet.ts";

/** Files and connections that a server may have open. */
const OPEN_FILES = 300;
const PATH = "/api/bunga/members";
/** A server that has read nothing for so long, in ms, has loaded its modules. */
const LOADED_AFTER_MS = 500;
const SOCKETS = sizeOf({ default: 200, full: 2_000 });
/** Longer than a body may take. */
const HELD_MS = 6_500;
/** What an ordinary request may take beside slow ones, in ms: less than a slow body does. */
const MOST_MS = 5_000;

Deno.test("at the limit of open files a server serves on, and takes connections again when some go", async () => {
  await using fixture = await createServerFixture();
  const { headers } = await fixture.key();
  const token = await fixture.token();
  const server = await fixture.start({}, { openFiles: OPEN_FILES });
  using kept = await connectKeepAlive(server.base);
  assert.equal((await kept.get(PATH, headers))?.status, 200);

  await untilLoaded(server);
  const idle = await connectUntilRefused(server);
  for (let n = 0; n < 40; n++) assert.equal((await kept.get(PATH, headers))?.status, 200);
  assert.equal((await kept.get(PATH, token.headers))?.status, 200);
  assert.equal(JSON.parse((await kept.get("/status"))!.body).audit.backlog, 0);

  idle.forEach((connection) => connection[Symbol.dispose]());
  await until(() => isReady(server));
  assert.equal((await quotaOf(server, headers)).used, 41);
  assert.equal(server.printed.err.match(/Cannot take new connections/g)?.length, 1);
  assert.match(server.printed.err, /Too many open files/);
  await server.stop();
  assert.equal((await server.process.status).code, 0);
});

Deno.test("a server that ends at the limit of open files gives back what it has leased", async () => {
  await using fixture = await createServerFixture();
  const { headers } = await fixture.key();
  const server = await fixture.start({}, { openFiles: OPEN_FILES });
  using kept = await connectKeepAlive(server.base);
  for (let n = 0; n < 30; n++) assert.equal((await kept.get(PATH, headers))?.status, 200);
  await untilLoaded(server);
  const idle = await connectUntilRefused(server);
  await server.stop();
  idle.forEach((connection) => connection[Symbol.dispose]());
  assert.equal((await server.process.status).code, 0);
  assert.equal((await quotaOf(await fixture.start(), headers)).used, 30);
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
  const connect = () => connectKeepAlive(server.base).then((one) => idle.push(one), () => {});
  while (!isTold() && idle.length < 4 * OPEN_FILES) await connect();
  // The port is listened on again at once, and whoever comes fills the place that this took.
  for (let n = 0; n < OPEN_FILES; n++) await connect();
  return idle;
}

/** A way to keep a server waiting: what is sent at once, and what each second, if anything. */
const SLOW: Readonly<Record<string, (key: string) => readonly [string, string?]>> = {
  heads: () => [`GET ${PATH} HTTP/1.1\r\nHost: x\r\nx-slow: `, "a"],
  bodies: (key) => [
    `POST /v1/birthdays HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n` +
    "Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n{",
    " ",
  ],
  readers: (key) => [`GET /docs HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n\r\n`.repeat(20)],
};

for (const [name, slowness] of Object.entries(SLOW)) {
  Deno.test(`${SOCKETS} sockets of slow ${name} hold up nobody else, and leave nothing behind`, async () => {
    await using fixture = await createServerFixture();
    const [beginning, drip] = slowness((await fixture.key()).secret);
    const { headers } = await fixture.key();
    const server = await fixture.start();
    await until(() => isReady(server));
    const files = openFilesOf(server.process);
    const sockets: Deno.TcpConn[] = [];
    const encoder = new TextEncoder();
    while (sockets.length < SOCKETS) {
      const socket = await Deno.connect({ port: Number(new URL(server.base).port) });
      await socket.write(encoder.encode(beginning));
      sockets.push(socket);
    }
    const said = sockets.map((socket) => name === "readers" ? "" : readAll(socket));
    await using load = startLoad(50, [{ path: PATH.slice(1), headers }]);
    load.aim(server);
    const endAt = performance.now() + HELD_MS;
    while (performance.now() < endAt) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      for (const socket of drip === undefined ? [] : sockets) {
        socket.write(encoder.encode(drip)).catch(() => {});
      }
    }
    const asked = await load.stop();
    sockets.forEach((socket) => socket.close());
    assert.equal(load.count(200), asked);
    const slowest = load.answers.reduce((most, { from, to }) => Math.max(most, to - from), 0);
    assert.ok(asked > 100 && slowest < MOST_MS, `${asked} asked, the slowest took ${slowest} ms`);
    if (name === "bodies") {
      const statuses = (await Promise.all(said)).map((text) => text.slice(9, 12));
      assert.equal(statuses.filter((one) => one === "408").length, Math.min(SOCKETS, 256));
      assert.deepEqual(statuses.filter((one) => one !== "408" && one !== "503"), []);
    }
    await Promise.all(said);
    await until(() => openFilesOf(server.process) <= files + 8);
    assert.doesNotMatch(server.printed.err, /^\S+ error /m);
  });
}

/** Bytes that a process of this machine has read so far, from files and sockets (proc(5): rchar). */
function readBytesOf({ pid }: { readonly pid: number }): number {
  return Number(/^rchar: (\d+)$/m.exec(Deno.readTextFileSync(`/proc/${pid}/io`))?.[1]);
}

async function readAll(connection: Deno.Conn): Promise<string> {
  const buffer = new Uint8Array(1024);
  let text = "";
  try {
    for (let read; (read = await connection.read(buffer)) !== null;) {
      text += new TextDecoder().decode(buffer.subarray(0, read));
    }
  } catch {
    // It was closed.
  }
  return text;
}
